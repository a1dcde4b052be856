import {
  type BigIntStats,
  closeSync,
  constants,
  copyFileSync,
  fstatSync,
  futimesSync,
  linkSync,
  openSync,
  utimesSync,
  writeSync,
} from 'node:fs';
import { systemErrorCode } from '../diagnostics/index.ts';

/**
 * Writes a file that nobody sees yet, with its time in milliseconds since 1970, and links it to
 * further paths.
 *
 * @returns The file as this leaves it.
 */
export function writeStaged(
  path: string,
  bytes: Uint8Array,
  modifiedAt: number,
  twins: readonly string[] = [],
): BigIntStats {
  // By descriptor, so that the path is looked up once: there can be a hundred thousand of these.
  const file = openSync(path, 'wx');
  try {
    for (let written = 0; written < bytes.length; ) {
      written += writeSync(file, bytes, written, bytes.length - written);
    }
    futimesSync(file, modifiedAt / 1000, modifiedAt / 1000);
    for (const twin of twins) linkOrCopy(path, twin, modifiedAt);
    return fstatSync(file, { bigint: true });
  } finally {
    closeSync(file);
  }
}

/** Gives a file another path, as a hard link where the file system has them. */
export function linkOrCopy(source: string, path: string, modifiedAt: number): void {
  try {
    linkSync(source, path);
  } catch (error) {
    // Some file systems have no hard links, and each has a limit on how many.
    if (
      !['EPERM', 'ENOTSUP', 'EOPNOTSUPP', 'ENOSYS', 'EMLINK'].includes(systemErrorCode(error) ?? '')
    ) {
      throw error;
    }
    copyFileSync(source, path, constants.COPYFILE_EXCL);
    setTime(path, modifiedAt);
  }
}

/** Sets the time of a file, in milliseconds since 1970. */
export function setTime(path: string, modifiedAt: number): void {
  utimesSync(path, modifiedAt / 1000, modifiedAt / 1000);
}
