import { closeSync, fstatSync, openSync, readFileSync, realpathSync } from 'node:fs';
import { join, sep } from 'node:path';
import type { FindFile, StoredFile } from '../policy/index.ts';
import { digest } from '../represent/index.ts';

/** A file with the bytes that its validators were computed from, even if a build replaces it. */
export interface LoadedFile extends StoredFile {
  readonly bytes: Uint8Array;
}

/**
 * Finds files below a published folder. Each is read whole when it is requested, so that a response
 * never mixes two builds. A link that leaves the folder is treated as missing.
 *
 * @param published The folder `api/v1`.
 * @param onFailure Called with the reason and the place of each file that cannot be read or does not exist.
 */
export function publishedFiles(
  published: string,
  onFailure: (error: unknown, place: string) => void = () => {},
): FindFile<LoadedFile> {
  return (path) => {
    try {
      const root = realpathSync(published);
      const place = realpathSync(join(root, path));
      return place.startsWith(root + sep) ? load(place) : null;
    } catch (error) {
      onFailure(error, join(published, path));
      // A missing or unreadable file, and an impossible name, are all 404.
      return null;
    }
  };
}

function load(place: string): LoadedFile {
  const descriptor = openSync(place, 'r');
  try {
    const bytes = readFileSync(descriptor);
    const lastModified = Math.floor(fstatSync(descriptor).mtimeMs / 1000) * 1000;
    return { bytes, size: bytes.length, etag: `"${digest(bytes).slice(0, 32)}"`, lastModified };
  } finally {
    closeSync(descriptor);
  }
}
