import {
  constants,
  copyFileSync,
  linkSync,
  lstatSync,
  mkdirSync,
  readFileSync,
  renameSync,
  rmSync,
  type Stats,
  statSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { dirname } from 'node:path';
import {
  EnvironmentError,
  environmentError,
  isAbsence,
  systemErrorCode,
} from '../diagnostics/index.ts';

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

/** Whether a path is a symbolic link. Throws like `readIfThere`. */
export function isLink(path: string): boolean {
  return statsIfThere(path)?.isSymbolicLink() === true;
}

function unlessAbsent<T>(path: string, look: () => T): T | null {
  try {
    return look();
  } catch (error) {
    if (isAbsence(error)) return null;
    throw environmentError(error, 'read', path);
  }
}

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
    if (isLink(path) && statSync(path, { throwIfNoEntry: false }) === undefined) {
      throw new EnvironmentError(`Cannot write to ${path}: it is a broken link`);
    }
  }
}

/**
 * Writes a file completely or not at all, and creates the folders above it.
 *
 * @throws EnvironmentError when it cannot be written
 */
export function writeFile(path: string, content: string | Uint8Array): void {
  const staged = `${path}.${process.pid}.new`;
  try {
    makeFolder(dirname(path));
    writeFileSync(staged, content);
    renameSync(staged, path);
  } catch (error) {
    discard(staged);
    throw environmentError(error, 'write', path);
  }
}

/**
 * Removes a file.
 *
 * @throws EnvironmentError when it cannot be removed
 */
export function removeFile(path: string): void {
  try {
    rmSync(path);
  } catch (error) {
    throw environmentError(error, 'remove', path);
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
