import { ADDRESSES, INDEX_PATH, type ResourcePath } from '../resources/index.ts';
import type { Format } from './media-type.ts';

/** A file below `api/v1`, with forward slashes: `operators/harbour-nine.json`. */
export type OutputPath = string & { readonly __brand: 'OutputPath' };

export const MANIFEST_PATH = 'manifest.json' as OutputPath;

/** The change log, which each build continues. It cannot be computed from other files. */
export const CHANGE_LOG_PATH = 'changes.json' as OutputPath;

/** Files that every complete publication has. */
export const ESSENTIAL_PATHS: readonly OutputPath[] = [
  outputPath(INDEX_PATH, 'json'),
  'operators.json' as OutputPath,
];

/** The file of one form of a resource, which is also the address of that form. */
export function outputPath(resource: ResourcePath, format: Format): OutputPath {
  return `${resource}.${format}` as OutputPath;
}

/** The file of a resource of one form, whose path has its suffix already. */
export function documentPath(resource: ResourcePath): OutputPath {
  return resource as string as OutputPath;
}

/**
 * The suffixes of compressed files. They are beside the original, and are not addresses of their own:
 * `operators.json.br`.
 */
export const SIBLING_SUFFIXES = ['gz', 'br'] as const;
export type SiblingSuffix = (typeof SIBLING_SUFFIXES)[number];

/** The compressed form of a file. */
export function siblingPath(path: OutputPath, suffix: SiblingSuffix): OutputPath {
  return `${path}.${suffix}` as OutputPath;
}

/**
 * A path that a build can have written, including compressed files, or null. Manifests and journals
 * come from the disk and the network, and only paths that pass this check are ever removed.
 */
export function toWrittenPath(path: unknown): OutputPath | null {
  if (typeof path !== 'string') return null;
  const own = toOwnPath(path) ?? toHostFilePath(path);
  const suffix = SIBLING_SUFFIXES.find((suffix) => path.endsWith(`.${suffix}`));
  if (own !== null || suffix === undefined) return own;
  const original = toOwnPath(path.slice(0, -suffix.length - 1));
  return original === null ? null : siblingPath(original, suffix);
}

/**
 * The path of a file that a host reads from the output folder itself, where it is neither part of the
 * API nor an address of it.
 *
 * @param name Such as `_redirects`.
 */
export function hostFilePath(name: string): ResourcePath {
  return `../../${name}` as ResourcePath;
}

/** A path of such a file, or null. */
export function toHostFilePath(path: string): OutputPath | null {
  return path === hostFilePath('_redirects') ? (path as string as OutputPath) : null;
}

const SLUG = '[a-z0-9-]+';

/** Resources with two forms. */
const TABLE = ADDRESSES.map(({ path }) =>
  path
    .replace(/\{(?:claim_id|metric)\}/, '[a-z0-9_]+')
    .replace('{year}', '\\d{4}')
    .replace(/\{\w+\}/, SLUG),
).join('|');

/** Names of pages and of the files that they load: patterns without anchors, which hosts also use. */
export const PAGE_NAME = '(?:[a-z0-9_-]+/)*[a-z0-9_-]+';
export const PAGE_SUFFIX = '\\.(?:html|css|js|svg|png|xml|txt|json)';

/** Resources with one form except those of pages: a pattern without anchors, which hosts also use. */
export const API_DOCUMENT_PATTERN = [
  'manifest\\.json',
  `problems(?:/${SLUG}){1,2}\\.json`,
  'openapi\\.json',
  `(?:schemas|csvw)/${SLUG}\\.json`,
  'dataset\\.jsonld',
  'api-catalog\\.json',
  'llms(?:-full)?\\.txt',
  `(?:index|(?:operators|best)/${SLUG}|metrics/[a-z0-9_]+)\\.md`,
  `(?:operators/${SLUG}/)?changes\\.atom`,
  'feed\\.json',
  'client\\.js',
  'snapshots/SHA256SUMS',
  'snapshots/[a-z0-9_-]+\\.(?:zip|tar\\.gz|sqlite|parquet|json)',
].join('|');

/** All resources with one form: a pattern without anchors, which hosts also use. */
export const DOCUMENT_PATTERN = `${API_DOCUMENT_PATTERN}|pages/${PAGE_NAME}${PAGE_SUFFIX}`;

const OWN_TABLE = new RegExp(`^(?:${TABLE})\\.(?:json|csv)$`);
const OWN_DOCUMENT = new RegExp(`^(?:${DOCUMENT_PATTERN})$`);

/** A path that can be the address of something published, or null. */
export function toOwnPath(path: unknown): OutputPath | null {
  if (typeof path !== 'string') return null;
  return OWN_TABLE.test(path) ? (path as OutputPath) : toOwnDocumentPath(path);
}

/** A path that can be the address of a resource with one form, or null. */
export function toOwnDocumentPath(path: string): OutputPath | null {
  return OWN_DOCUMENT.test(path) ? (path as OutputPath) : null;
}

const PLAIN_PATH = /^(?!\.)[\w.-]+(?:\/(?!\.)[\w.-]+)*$/;

/**
 * Whether a newer version of this program could publish a path below the base address. Such paths are
 * reported, but never written or removed.
 */
export function isPlainPath(path: string): boolean {
  return PLAIN_PATH.test(path);
}
