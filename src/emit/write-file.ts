import { renameSync, rmSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';
import { environmentError } from '../diagnostics/index.ts';
import { makeFolder } from './make-folder.ts';

/**
 * Writes a file whole or not at all, making the folders it needs.
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

/** Removes a file that nobody needs, if it can be removed. */
export function discard(path: string): void {
  try {
    rmSync(path, { recursive: true, force: true });
  } catch {
    // What came before this is the news.
  }
}
