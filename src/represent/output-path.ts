import type { ResourcePath } from '../resources/index.ts';
import type { Format } from './media-type.ts';

/** A file below `api/v1`, with forward slashes: `operators/harbour-nine.json`. */
export type OutputPath = string & { readonly __brand: 'OutputPath' };

export const MANIFEST_PATH = 'manifest.json' as OutputPath;

/** The file of one form of a resource, which is also its canonical address. */
export function outputPath(resource: ResourcePath, format: Format): OutputPath {
  return `${resource}.${format}` as OutputPath;
}

/**
 * What the names of compressed forms end in. Such a sibling stands beside the file it was made
 * from and is no address of its own: `operators.json.br`.
 */
export const SIBLING_SUFFIXES = ['gz', 'br'] as const;
export type SiblingSuffix = (typeof SIBLING_SUFFIXES)[number];

/** The compressed form of a file. */
export function siblingPath(path: OutputPath, suffix: SiblingSuffix): OutputPath {
  return `${path}.${suffix}` as OutputPath;
}

/**
 * A path that the build can have written, siblings included, or null. Manifests and journals come
 * from the disk and the network: only what passes here is ever removed.
 */
export function toWrittenPath(path: unknown): OutputPath | null {
  if (typeof path !== 'string') return null;
  const suffix = SIBLING_SUFFIXES.find((suffix) => path.endsWith(`.${suffix}`));
  if (suffix === undefined) return toOwnPath(path);
  const original = toOwnPath(path.slice(0, -suffix.length - 1));
  return original === null ? null : siblingPath(original, suffix);
}

const OWN =
  /^(?:(?:operators(?:\/[a-z0-9-]+(?:\/facts)?)?|best\/[a-z0-9-]+)\.(?:json|csv)|problems(?:\/[a-z0-9-]+){1,2}\.json|manifest\.json)$/;

/** A path that can be the address of something published, or null. */
export function toOwnPath(path: unknown): OutputPath | null {
  return typeof path === 'string' && OWN.test(path) ? (path as OutputPath) : null;
}
