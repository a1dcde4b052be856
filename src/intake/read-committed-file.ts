import { readFileSync } from 'node:fs';
import { environmentError, systemErrorCode } from '../diagnostics/index.ts';

/**
 * The text of a file that may not be there yet.
 *
 * @returns null when there is none
 * @throws EnvironmentError when it cannot be read
 */
export function readCommittedFile(path: string): string | null {
  try {
    // Asked for text, Node would read gigabytes before it says that they are too many.
    return readFileSync(path).toString();
  } catch (error) {
    if (systemErrorCode(error) === 'ENOENT') return null;
    throw environmentError(error, 'read', path);
  }
}
