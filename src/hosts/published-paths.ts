import { SINGLE_TABLES } from '../policy/index.ts';
import {
  DOCUMENT_TYPES,
  globPattern,
  hostFilePath,
  isTable,
  MEDIA_TYPES,
} from '../represent/index.ts';
import type { AnswerKind, Document, Resource } from '../resources/index.ts';
import { checkPublicPath, type Host } from './host.ts';

/** A kind of table, and the part of its path that differs from one to the next. */
export interface TablePath {
  readonly kind: AnswerKind;
  readonly before: string;
  /** What a name looks like; null where there is one table only. */
  readonly name: 'slug' | 'claim' | null;
  readonly after: string;
}

/** The path of every table without its suffix, for hosts that go by patterns. */
export const TABLE_PATHS: readonly TablePath[] = [
  ...Array.from(SINGLE_TABLES, ([before, kind]) => ({ kind, before, name: null, after: '' })),
  { kind: 'detail', before: 'operators/', name: 'slug', after: '' },
  { kind: 'facts', before: 'operators/', name: 'slug', after: '/facts' },
  { kind: 'best', before: 'best/', name: 'slug', after: '' },
  { kind: 'claim', before: 'claims/', name: 'claim', after: '' },
];

/** One pattern for tables of some kinds, what names look like being given. */
export function tablePattern(
  names: Readonly<Record<'slug' | 'claim', string>>,
  kinds: (kind: AnswerKind) => boolean = () => true,
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
