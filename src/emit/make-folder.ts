import { mkdirSync, statSync } from 'node:fs';
import { dirname } from 'node:path';
import { EnvironmentError, systemErrorCode } from '../diagnostics/index.ts';
import { statsIfThere } from './read-if-there.ts';

/**
 * Creates a folder and the folders above it, unless they exist. The `recursive` option of Node does the
 * same, but reports a read-only file system as ENOENT.
 *
 * @throws EnvironmentError when the path is a broken link
 */
export function makeFolder(path: string): void {
  try {
    makeLast(path);
  } catch (error) {
    if (systemErrorCode(error) !== 'ENOENT' || dirname(path) === path) throw error;
    makeFolder(dirname(path));
    makeLast(path);
  }
}

function makeLast(path: string): void {
  try {
    mkdirSync(path);
  } catch (error) {
    // If it is a file, using the folder will fail.
    if (systemErrorCode(error) !== 'EEXIST') throw error;
    const isLink = statsIfThere(path)?.isSymbolicLink() === true;
    if (isLink && statSync(path, { throwIfNoEntry: false }) === undefined) {
      throw new EnvironmentError(`Cannot write to ${path}: it is a broken link`);
    }
  }
}
