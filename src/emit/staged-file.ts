import { constants, copyFileSync, linkSync, utimesSync, writeFileSync } from 'node:fs';
import { systemErrorCode } from '../diagnostics/index.ts';

/**
 * Writes a staged file, sets its time in milliseconds since 1970, and links it to further paths.
 */
export function writeStaged(
  path: string,
  content: Uint8Array,
  modifiedAt: number,
  twins: readonly string[],
): void {
  writeFileSync(path, content, { flag: 'wx' });
  setTime(path, modifiedAt);
  for (const twin of twins) linkOrCopy(path, twin, modifiedAt);
}

/** Gives a file another path: as a hard link, or as a copy if the file system refuses hard links. */
export function linkOrCopy(source: string, path: string, modifiedAt: number): void {
  try {
    linkSync(source, path);
  } catch (error) {
    // File systems without hard links have different codes: exFAT on Windows says EISDIR.
    if (systemErrorCode(error) === null) throw error;
    copyFileSync(source, path, constants.COPYFILE_EXCL);
    setTime(path, modifiedAt);
  }
}

/** Sets the time of a file, in milliseconds since 1970. */
export function setTime(path: string, modifiedAt: number): void {
  utimesSync(path, modifiedAt / 1000, modifiedAt / 1000);
}
