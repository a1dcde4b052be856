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
import { type Body, bytesOf, isInPieces } from '../represent/index.ts';

/**
 * Writes a file that nobody sees yet, with its time in milliseconds since 1970, and links it to
 * further paths.
 *
 * @returns The file as this leaves it.
 */
export function writeStaged(
  path: string,
  content: Body,
  modifiedAt: number,
  twins: readonly string[],
): BigIntStats {
  // By descriptor, so that the path is looked up once: there can be a hundred thousand of these.
  const file = openSync(path, 'wx');
  try {
    writeBody(file, content);
    setTimeOfOpen(file, path, modifiedAt);
    for (const twin of twins) linkOrCopy(path, twin, modifiedAt);
    return fstatSync(file, { bigint: true });
  } finally {
    closeSync(file);
  }
}

function writeBody(file: number, body: Body): void {
  // A text is encoded on its way to the file, without a copy here.
  const done = typeof body === 'string' ? writeSync(file, body) : 0;
  if (typeof body === 'string' && done === Buffer.byteLength(body)) return;
  const pieces = isInPieces(body) ? body : [bytesOf(body)];
  for (const piece of pieces) writeFrom(file, piece, done);
}

/** A disk that fills up takes a part of the bytes, and refuses the rest when it is asked again. */
function writeFrom(file: number, bytes: Uint8Array, start: number): void {
  for (let written = start; written < bytes.length; ) {
    written += writeSync(file, bytes, written, bytes.length - written);
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

function setTimeOfOpen(file: number, path: string, modifiedAt: number): void {
  try {
    futimesSync(file, modifiedAt / 1000, modifiedAt / 1000);
  } catch (error) {
    // With --permission, Node lets nobody set it by descriptor.
    if (systemErrorCode(error) !== 'ERR_ACCESS_DENIED') throw error;
    setTime(path, modifiedAt);
  }
}

/** Sets the time of a file, in milliseconds since 1970. */
export function setTime(path: string, modifiedAt: number): void {
  utimesSync(path, modifiedAt / 1000, modifiedAt / 1000);
}
