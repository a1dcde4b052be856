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
 * A path that the build can have written, or null. Manifests and journals come from the disk and
 * the network: only what passes here is ever removed.
 */
export function toOwnPath(path: unknown): OutputPath | null {
  const isOwn =
    typeof path === 'string' &&
    (path === MANIFEST_PATH ||
      /^(operators(\/[a-z0-9-]+(\/facts)?)?|best\/[a-z0-9-]+)\.(json|csv)$/.test(path) ||
      /^problems(\/[a-z0-9-]+){1,2}\.json$/.test(path));
  return isOwn ? (path as OutputPath) : null;
}
