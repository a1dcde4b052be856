import { lstatSync, readFileSync, type Stats } from 'node:fs';
import { environmentError, isAbsence } from '../diagnostics/index.ts';

/**
 * A file as it is; null where there is none.
 *
 * @throws EnvironmentError when the system cannot tell, which is no reason to take it for absent
 */
export function readIfThere(path: string): Buffer | null {
  return unlessAbsent(path, () => readFileSync(path));
}

/** What is at a path, a link too; null for nothing. Throws as `readIfThere` does. */
export function statsIfThere(path: string): Stats | null {
  return unlessAbsent(path, () => lstatSync(path));
}

/** Whether anything is at a path, a link too. Throws as `readIfThere` does. */
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
