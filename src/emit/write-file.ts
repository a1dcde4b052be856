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
  makeFolder(dirname(path));
  const staged = `${path}.${process.pid}.new`;
  try {
    writeFileSync(staged, text);
    renameSync(staged, path);
  } catch (error) {
    rmSync(staged, { force: true });
    throw environmentError(error, 'write', path);
  }
}
