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

/** Whether a link is at a path, wherever it leads. Throws as `readIfThere` does. */
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
 * Makes a folder and the folders above it, unless they are there. The `recursive` option of Node
 * does the same, but reports a read-only file system as ENOENT.
 *
 * @throws EnvironmentError where a link is in its place that leads nowhere
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
    // A file in its place fails where the folder is used.
    if (systemErrorCode(error) !== 'EEXIST') throw error;
    if (isLink(path) && statSync(path, { throwIfNoEntry: false }) === undefined) {
      throw new EnvironmentError(`Cannot write to ${path}: it is a link that leads nowhere`);
    }
  }
}

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

/**
 * Writes a file that nobody sees yet, with its time in milliseconds since 1970, and links it to
 * further paths.
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

/** Gives a file another path: as a hard link, or as a copy where the file system refuses to link. */
export function linkOrCopy(source: string, path: string, modifiedAt: number): void {
  try {
    linkSync(source, path);
  } catch (error) {
    // Each file system has its own code for links that it cannot make: exFAT on Windows says EISDIR.
    if (systemErrorCode(error) === null) throw error;
    copyFileSync(source, path, constants.COPYFILE_EXCL);
    setTime(path, modifiedAt);
  }
}

/** Sets the time of a file, in milliseconds since 1970. */
export function setTime(path: string, modifiedAt: number): void {
  utimesSync(path, modifiedAt / 1000, modifiedAt / 1000);
}
