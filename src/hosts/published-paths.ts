import {
  API_CATALOG,
  alternate,
  commonLinks,
  describedBy,
  type Headers,
  plan,
} from '../policy/index.ts';
import {
  DOCUMENT_TYPES,
  documentType,
  globPattern,
  hostFilePath,
  MANIFEST_PATH,
  MEDIA_TYPES,
} from '../represent/index.ts';
import { ADDRESSES, type Document, isTable, type Resource } from '../resources/index.ts';
import { checkPublicPath, type Deployment, type Host } from './host.ts';

/** An answer, and the part of its path that differs from one to the next. */
export interface TablePath {
  /** A key of `ANSWERS`. */
  readonly kind: string;
  readonly before: string;
  /** What a name looks like; null where there is one table only. */
  readonly name: 'slug' | 'claim' | null;
  readonly after: string;
}

/** The path of every table without its suffix, for hosts that go by patterns; single ones first. */
export const TABLE_PATHS: readonly TablePath[] = ADDRESSES.map(({ kind, path }) => {
  const [before = '', parameter, after = ''] = path.split(/\{(\w+)\}/);
  const name = parameter === undefined ? null : parameter === 'claim_id' ? 'claim' : 'slug';
  return { kind, before, name, after } as const;
}).sort((a, b) => Number(a.name !== null) - Number(b.name !== null));

/** One pattern for tables of some kinds, what names look like being given. */
export function tablePattern(
  names: Readonly<Record<'slug' | 'claim', string>>,
  kinds: (kind: string) => boolean = () => true,
): string {
  return TABLE_PATHS.filter(({ kind }) => kinds(kind))
    .map(({ before, name, after }) => before + (name === null ? '' : names[name]) + after)
    .join('|');
}

/** A media type of documents: what it is called in a configuration, and a pattern of their paths. */
export interface DocumentType {
  readonly label: string;
  readonly glob: string;
  /** Without anchors. */
  readonly pattern: string;
  readonly type: string;
  /** Whether a host that compresses on the way should. */
  readonly isText: boolean;
}

/** Every media type that is not plain JSON. No path fits two of them. */
export const DOCUMENT_KINDS: readonly DocumentType[] = Object.entries(DOCUMENT_TYPES).map(
  ([glob, type]) => ({
    label: glob
      .replace(/\.json$/, '')
      .replace(/^[^a-z]+|[^a-z]+$/gi, '')
      .replace(/[^a-z]+/gi, '-')
      .toLowerCase(),
    glob,
    pattern: globPattern(glob),
    type,
    isText: /^text\/|json|xml/.test(type),
  }),
);

/** The media types worth compressing on the way. */
export const TEXT_TYPES: readonly string[] = [
  ...new Set([
    ...Object.values(MEDIA_TYPES),
    ...DOCUMENT_KINDS.filter(({ isText }) => isText).map(({ type }) => type),
  ]),
];

/** The headers of the files that a pattern matches. */
export interface FileRule {
  /** With an asterisk for a name, or for all that comes. */
  readonly path: string;
  readonly headers: Headers;
}

/**
 * The headers of published files, for hosts with rules that go by the file: of two rules for one
 * header, the later one counts.
 *
 * @param folder Where the files of the API are in the addresses that rules go by.
 * @param everything The pattern of every file.
 */
export function fileRules(folder: string, deployment: Deployment, everything = '/*'): FileRule[] {
  const links = (...more: readonly string[]) => [...commonLinks(deployment), ...more].join(', ');
  const rule = (path: string, headers: Headers) => ({ path: `${folder}/${path}`, headers });
  return [
    { path: everything, headers: { ...errorHeaders(deployment), Link: links() } },
    rule('*.csv', { 'Content-Type': MEDIA_TYPES.csv }),
    ...DOCUMENT_KINDS.map(({ glob, type }) => rule(glob, { 'Content-Type': type })),
    ...TABLE_PATHS.flatMap(({ kind, before, name, after }) => {
      const stem = `${before}${name === null ? '' : '*'}${after}`;
      return (['json', 'csv'] as const).map((format) => {
        // A rule cannot use what its path matched.
        const other = name === null ? [alternate(format, stem, deployment)] : [];
        const link = links(describedBy(format, kind, deployment), ...other);
        return rule(`${stem}.${format}`, { Link: link });
      });
    }),
    rule(MANIFEST_PATH, { Link: links(describedBy('json', 'manifest', deployment)) }),
    rule('problems/*', { Link: links(describedBy('json', 'problem', deployment)) }),
    rule(API_CATALOG.file, catalogueHeaders(deployment)),
  ];
}

export function catalogueHeaders(deployment: Deployment): Headers {
  const links = [...commonLinks(deployment), `<${API_CATALOG.pathname}>; rel="api-catalog"`];
  return { 'Content-Type': documentType(API_CATALOG.file), Link: links.join(', ') };
}

/** What negotiated answers and errors share. */
function errorHeaders(deployment: Deployment): Headers {
  const planned = plan({ method: 'GET', pathname: '/', accept: null }, deployment);
  const [candidate] = planned.kind === 'files' ? planned.candidates : [];
  const { 'Content-Type': _, Link: __, ...shared } = candidate?.headers ?? {};
  return shared;
}

/**
 * The files that a host reads from the output folder itself, as documents to publish there.
 *
 * @throws EnvironmentError when the path is one that no host can be configured for
 */
export function hostDocuments(
  host: Host,
  publicPath: string,
  resources: readonly Resource[],
): readonly Document[] {
  if (host.publish === undefined) return [];
  checkPublicPath(publicPath);
  const addresses = resources.filter(isTable).flatMap(({ paths }) => paths);
  return host.publish(addresses, publicPath).map(({ path, text }) => ({
    kind: 'document',
    paths: [hostFilePath(path)],
    mediaType: 'text/plain',
    contentAt: () => text,
  }));
}
