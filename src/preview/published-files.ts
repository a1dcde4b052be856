import { closeSync, fstatSync, openSync, readFileSync, realpathSync } from 'node:fs';
import { join, sep } from 'node:path';
import type { FindFile, StoredFile } from '../policy/index.ts';
import { digest } from '../represent/index.ts';

/** A file with the very bytes its validators were made from, however often a build replaces it. */
export interface LoadedFile extends StoredFile {
  readonly bytes: Uint8Array;
}

/**
 * Finds files below a published folder. Each is read whole when it is asked for, so that an answer
 * never mixes two builds; a link that leads out of the folder counts as nothing.
 *
 * @param published The folder `api/v1`.
 * @param onFailure Hears why one could not be had, and which: mostly because there is none.
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
      // Missing, unreadable, or a name that no file can have: for a reader all of it is "not there".
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
