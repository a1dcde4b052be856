import { join, relative } from 'node:path';
import fastGlob from 'fast-glob';
import { environmentError } from '../diagnostics/index.ts';

/**
 * Every file that a host would be given, with its size in bytes, in the order of their paths; none
 * where there is no such folder.
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
