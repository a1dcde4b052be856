import {
  API_CATALOG,
  CONTENT_SECURITY_POLICIES,
  DEFAULT_SERVING,
  documentLinks,
  type Headers,
  plan,
  problemLinks,
  tableLinks,
} from '../policy/index.ts';
import {
  API_DOCUMENT_PATTERN,
  DOCUMENT_PATTERN,
  DOCUMENT_TYPES,
  documentType,
  globPattern,
  hostFilePath,
  MANIFEST_PATH,
  MEDIA_TYPES,
  type OutputPath,
} from '../represent/index.ts';
import {
  ADDRESSES,
  type Document,
  isTable,
  type ProblemName,
  type Resource,
} from '../resources/index.ts';
import { checkPublicPath, type Deployment, type Host } from './host.ts';

/**
 * The path of every table without its suffix, for hosts that go by patterns; single ones first. What
 * differs from one table of a kind to the next is a name, which is null where there is one table only.
 */
export const TABLE_PATHS = ADDRESSES.map(({ kind, path }) => {
  const [before = '', parameter, after = ''] = path.split(/\{(\w+)\}/);
  const isKey = parameter === 'claim_id' || parameter === 'metric';
  const name = parameter === undefined ? null : isKey ? 'key' : 'slug';
  return { kind, before, name, after } as const;
}).sort((a, b) => Number(a.name !== null) - Number(b.name !== null));

/** Addresses that an answer or a feed could have, and the problem document where there is none. */
export const UNKNOWN_ADDRESSES = [
  ...ADDRESSES.flatMap(({ path, errors }) => {
    const [before = '', after = ''] = path.split(/\{\w+\}/);
    const problem = errors.at(-1);
    // A name at the end includes the suffix of any form.
    return problem === undefined ? [] : [{ before, after, hasForms: after !== '', problem }];
  }),
  {
    before: 'operators/',
    after: '/changes.atom',
    hasForms: false,
    problem: 'unknown-operator' as ProblemName,
  },
];

/** One pattern for tables of some kinds, what names look like being given. */
export function tablePattern(
  names: Readonly<Record<'slug' | 'key', string>>,
  kinds: (kind: string) => boolean = () => true,
): string {
  return TABLE_PATHS.filter(({ kind }) => kinds(kind))
    .map(({ before, name, after }) => before + (name === null ? '' : names[name]) + after)
    .join('|');
}

/** The suffixes of the forms of a ranking: a removed one is gone in all of them. */
export const RANKING_SUFFIXES = ['.json', '.csv', '.md'] as const;

/**
 * Every media type that is not plain JSON: what it is called in a configuration, and a pattern of the
 * paths of its documents, without anchors. No path fits two of them.
 */
export const DOCUMENT_KINDS = Object.entries(DOCUMENT_TYPES).map(([glob, type]) => ({
  label: glob
    .replace(/\.json$/, '')
    .replace(/^[^a-z]+|[^a-z]+$/gi, '')
    .replace(/[^a-z]+/gi, '-')
    .toLowerCase(),
  glob,
  pattern: globPattern(glob),
  type,
}));

/** Media types that only files of pages have. */
const PAGE_GLOBS: ReadonlySet<string> = new Set(['*.html', '*.css', '*.svg', '*.png', '*.xml']);

/** The same of a deployment. Without pages there are none of the types that only pages have. */
export function documentKinds({ pages }: Pick<Deployment, 'pages'>) {
  return DOCUMENT_KINDS.filter(({ glob }) => pages || !PAGE_GLOBS.has(glob));
}

/** The paths of documents of a deployment, as a pattern without anchors. */
export function documentPattern({ pages }: Pick<Deployment, 'pages'>): string {
  return pages ? DOCUMENT_PATTERN : API_DOCUMENT_PATTERN;
}

/** What pages may load, by patterns of their files without anchors. The first that matches counts. */
export const SECURITY_POLICIES = Object.entries(CONTENT_SECURITY_POLICIES).map(
  ([glob, policy]) => ({ pattern: globPattern(glob), policy }),
);

/** The path in front of that of the API, below which the pages are: `/bookmakers`, or nothing. */
export function rootOf(publicPath: string): string {
  return publicPath.slice(0, -DEFAULT_SERVING.publicPath.length);
}

/** Where the files of pages are, below the API. */
export const PAGES_FOLDER = 'pages';

/** The media types worth compressing on the way. */
export function textTypes(deployment: Pick<Deployment, 'pages'>): readonly string[] {
  const types = documentKinds(deployment).map(({ type }) => type);
  return [
    ...new Set([
      ...Object.values(MEDIA_TYPES),
      ...types.filter((type) => /^text\/|json|xml/.test(type)),
    ]),
  ];
}

/**
 * The headers of published files, for hosts with rules that go by the file: of two rules for one
 * header, the later one counts. A path has an asterisk for a name, or for all that comes.
 *
 * @param folder Where the files of the API are in the addresses that rules go by.
 * @param options The pattern of every file; and whether both forms of an answer share a rule, with the
 *   links of both, for a host that takes few rules.
 */
export function fileRules(
  folder: string,
  deployment: Deployment,
  { everything = '/*', hasOneRuleForBothForms = false } = {},
) {
  const rule = (path: string, headers: Headers) => ({ path: `${folder}/${path}`, headers });
  return [
    { path: everything, headers: { ...errorHeaders(deployment), Link: documentLinks(deployment) } },
    rule('*.csv', { 'Content-Type': MEDIA_TYPES.csv }),
    ...documentKinds(deployment).map(({ glob, type }) => rule(glob, { 'Content-Type': type })),
    ...(deployment.pages ? SECURITY_RULES : []).map(({ path, headers }) => rule(path, headers)),
    ...TABLE_PATHS.flatMap(({ kind, before, name, after }) => {
      const stem = `${before}${name === null ? '' : '*'}${after}`;
      // A rule cannot use what its path matched.
      const named = { table: kind, path: stem, hasAlternate: name === null };
      const [json, csv] = [
        tableLinks(named, 'json', deployment),
        tableLinks(named, 'csv', deployment),
      ];
      if (!hasOneRuleForBothForms) {
        return [rule(`${stem}.json`, { Link: json }), rule(`${stem}.csv`, { Link: csv })];
      }
      const links = [...new Set([...json.split(', '), ...csv.split(', ')])];
      return [rule(`${stem}.{json,csv}`, { Link: links.join(', ') })];
    }),
    rule(MANIFEST_PATH, { Link: documentLinks(deployment, MANIFEST_PATH) }),
    rule('problems/*', { Link: problemLinks(deployment) }),
    rule(API_CATALOG.file, documentHeaders(API_CATALOG.file, deployment)),
  ];
}

/** What pages may load, by the path of their file: the rule that counts comes last. */
const SECURITY_RULES = Object.entries(CONTENT_SECURITY_POLICIES)
  .reverse()
  .map(([path, policy]) => ({ path, headers: { 'Content-Security-Policy': policy } }));

/** The headers of a document that differ from one to the next. */
export function documentHeaders(file: OutputPath, deployment: Deployment): Headers {
  return { 'Content-Type': documentType(file), Link: documentLinks(deployment, file) };
}

/** What negotiated answers and errors share. */
function errorHeaders(deployment: Deployment): Headers {
  const pathname = `${deployment.publicPath}/nowhere`;
  const planned = plan({ method: 'GET', pathname, accept: null }, deployment);
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
  const pages = resources
    .filter((resource) => !isTable(resource))
    .flatMap(({ paths }) => paths)
    .filter((path) => path.startsWith(`${PAGES_FOLDER}/`))
    .map((path) => path.slice(PAGES_FOLDER.length + 1));
  return host.publish({ addresses, pages }, publicPath).map(({ path, text }) => ({
    kind: 'document',
    paths: [hostFilePath(path)],
    mediaType: 'text/plain',
    contentAt: () => text,
  }));
}
