import { lstatSync, readFileSync, type Stats } from 'node:fs';
import { environmentError, isAbsence } from '../diagnostics/index.ts';

/**
 * The bytes of a file; null if it does not exist.
 *
 * @throws EnvironmentError when it cannot be read, or the system cannot tell whether it exists
 */
export function readIfThere(path: string): Buffer | null {
  return unlessAbsent(path, () => readFileSync(path));
}

/** The metadata of a file, folder or link; null if it does not exist. Throws like `readIfThere`. */
export function statsIfThere(path: string): Stats | null {
  return unlessAbsent(path, () => lstatSync(path));
}

/** Whether a file, folder or link exists. Throws like `readIfThere`. */
export function isThere(path: string): boolean {
  return statsIfThere(path) !== null;
}

function unlessAbsent<T>(path: string, look: () => T): T | null {
  try {
    return look();
  } catch (error) {
    if (isAbsence(error)) return null;
    throw environmentError(error, 'read', path);
  }
}
