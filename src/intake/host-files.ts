import { readFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import fastGlob from 'fast-glob';
import { environmentError, systemErrorCode } from '../diagnostics/index.ts';

/**
 * Every file of a folder that is about to be deployed, with its size in bytes, sorted by path. Empty
 * if the folder does not exist.
 *
 * @throws EnvironmentError when it cannot be read
 */
export function listPublishedFiles(folder: string): { path: string; size: number }[] {
  try {
    const found = fastGlob.globSync('**/*', { cwd: folder, dot: true, stats: true });
    return found
      .map(({ path, stats }) => ({ path, size: stats?.size ?? 0 }))
      .sort((a, b) => (a.path < b.path ? -1 : 1));
  } catch (error) {
    const { path = folder } = error as NodeJS.ErrnoException;
    throw environmentError(error, 'read', join(folder, relative(folder, path)));
  }
}

/**
 * The text of a file that may not exist yet.
 *
 * @returns null when it does not exist
 * @throws EnvironmentError when it cannot be read
 */
export function readCommittedFile(path: string): string | null {
  try {
    // With an encoding, Node would read gigabytes before it refuses a file that is too large.
    return readFileSync(path).toString();
  } catch (error) {
    if (systemErrorCode(error) === 'ENOENT') return null;
    throw environmentError(error, 'read', path);
  }
}
