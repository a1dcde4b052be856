import { renameSync, rmSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';
import { environmentError } from '../diagnostics/index.ts';
import { makeFolder } from './make-folder.ts';

/**
 * Writes a file completely or not at all, and creates the folders above it.
 *
 * @throws EnvironmentError when it cannot be written
 */
export function writeFile(path: string, text: string): void {
  const staged = `${path}.${process.pid}.new`;
  try {
    makeFolder(dirname(path));
    writeFileSync(staged, text);
    renameSync(staged, path);
  } catch (error) {
    discard(staged);
    throw environmentError(error, 'write', path);
  }
}

/** Removes a file or folder, if possible. */
export function discard(path: string): void {
  try {
    rmSync(path, { recursive: true, force: true });
  } catch {
    // An earlier error is more important.
  }
}
