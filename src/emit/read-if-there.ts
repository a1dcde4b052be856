import { readFileSync } from 'node:fs';
import { systemErrorCode } from '../diagnostics/index.ts';

/** A file as it is; null where there is none. */
export function readIfThere(path: string): Buffer | null {
  try {
    return readFileSync(path);
  } catch (error) {
    if (['ENOENT', 'ENOTDIR', 'EISDIR', 'ELOOP'].includes(systemErrorCode(error) ?? ''))
      return null;
    throw error;
  }
}
