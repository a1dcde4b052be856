/** The forms an answer has. */
export type Format = 'json' | 'csv';

/** The media types of the forms. The parameters of CSV are defined in RFC 4180 §3. */
export const MEDIA_TYPES = {
  json: 'application/json',
  csv: 'text/csv; charset=utf-8; header=present',
  problem: 'application/problem+json',
} as const;

/**
 * The media types of documents, by path. An asterisk matches any text. No path matches two of them. A
 * path without a match is plain JSON.
 */
export const DOCUMENT_TYPES = {
  'problems/*.json': MEDIA_TYPES.problem,
  // JSON Schema 2020-12, core §14; not registered.
  'schemas/*.json': 'application/schema+json',
  'csvw/*.json': 'application/csvm+json',
  // RFC 9727 §4.
  'api-catalog.json': 'application/linkset+json; profile="https://www.rfc-editor.org/info/rfc9727"',
  '*.jsonld': 'application/ld+json',
  '*.txt': 'text/plain; charset=utf-8',
  // RFC 7763 §2.
  '*.md': 'text/markdown; charset=utf-8',
  '*.atom': 'application/atom+xml; charset=utf-8',
  // https://www.jsonfeed.org/version/1.1/
  'feed.json': 'application/feed+json',
  // RFC 9239 §6.
  '*.js': 'text/javascript; charset=utf-8',
  '*.html': 'text/html; charset=utf-8',
  '*.css': 'text/css; charset=utf-8',
  '*.svg': 'image/svg+xml',
  '*.png': 'image/png',
  // RFC 7303 §9.1, as https://www.sitemaps.org/protocol.html wants it.
  '*.xml': 'application/xml; charset=utf-8',
  '*.zip': 'application/zip',
  '*.tar.gz': 'application/gzip',
  '*.sqlite': 'application/vnd.sqlite3',
  '*.parquet': 'application/vnd.apache.parquet',
  '*/SHA256SUMS': 'text/plain; charset=utf-8',
} as const;

const PATTERNS = Object.entries(DOCUMENT_TYPES).map(([glob, type]) => ({
  pattern: new RegExp(`^${globPattern(glob)}$`),
  type,
}));

/** The media type of a document at a path with a suffix. */
export function documentType(path: string): string {
  return PATTERNS.find(({ pattern }) => pattern.test(path))?.type ?? MEDIA_TYPES.json;
}

/** A media type without its parameters. */
export function essenceOf(mediaType: string): string {
  return mediaType.replace(/;.*/, '');
}

const LEFT_ALONE: ReadonlySet<string> = new Set([
  DOCUMENT_TYPES['*.zip'],
  DOCUMENT_TYPES['*.tar.gz'],
  DOCUMENT_TYPES['*.parquet'],
  DOCUMENT_TYPES['*.sqlite'],
  DOCUMENT_TYPES['*.png'],
]);

/**
 * Whether files of a type are never compressed: they are compressed already, or clients read ranges of
 * their bytes.
 */
export function isSentAsIs(mediaType: string): boolean {
  return LEFT_ALONE.has(mediaType);
}

/** A pattern that matches exactly one text. */
export function literally(text: string): string {
  return text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&');
}

/** A pattern without anchors that matches what a glob matches. An asterisk matches any text. */
export function globPattern(glob: string): string {
  return glob.split('*').map(literally).join('.*');
}
