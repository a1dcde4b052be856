import { DOCUMENT_TYPES, globPattern, MEDIA_TYPES } from '../represent/index.ts';
import { ADDRESSES } from '../resources/index.ts';

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
