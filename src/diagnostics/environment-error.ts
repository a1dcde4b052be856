import { constants } from 'node:os';

/** A fault of the environment, such as a missing folder or a full disk: one line, exit code 2. */
export class EnvironmentError extends Error {
  override readonly name = 'EnvironmentError';
}

/** A source was removed after it was listed. A build starts again; other commands end. */
export class SourceVanished extends EnvironmentError {}

/** Something that a build has read has changed: the build must start again. */
export class OutOfDate extends Error {
  override readonly name = 'OutOfDate';
}

const REASONS: { readonly [code: string]: string } = {
  ENOENT: 'it does not exist',
  EACCES: 'permission is denied',
  EPERM: 'the operation is not permitted',
  EROFS: 'the file system is read-only',
  ENOSPC: 'the disk is full',
  EDQUOT: 'the disk quota is used up',
  EFBIG: 'it would be larger than a file may be here',
  ENOTDIR: 'a part of the path is a file, not a folder',
  EISDIR: 'it is a folder, not a file',
  EMFILE: 'too many files are open',
  ENFILE: 'too many files are open on this machine',
  ENAMETOOLONG: 'the name is too long',
  ELOOP: 'its symbolic links go round in a circle',
  EEXIST: 'something else is in its place',
  ENOTEMPTY: 'the folder is not empty',
  EBUSY: 'it is in use, or a file system is mounted on it',
  EIO: 'the disk, or the network to it, reports an error',
  ESTALE: 'the network file system does not know it any more',
  ENOTCONN: 'the file system is not connected any more',
  ETXTBSY: 'it is a program that is running',
  ETIMEDOUT: 'the file system did not answer in time',
  UNKNOWN: 'the system gives a reason that Node does not know',
  EXDEV: 'it is on another file system than what is around it',
  ERR_ACCESS_DENIED: 'this Node was started without --allow-fs-read or --allow-fs-write for it',
  ERR_FS_EISDIR: 'a folder is in the place of a file',
  ERR_FS_FILE_TOO_LARGE: 'a file of more than 2 GiB cannot be read',
  ERR_STRING_TOO_LONG: 'text of more than 512 MiB cannot be read',
};

/**
 * Turns an error of the file system into one line: what could not be done, to what, and why.
 * Errors other than system errors are bugs, and are returned unchanged.
 *
 * @param action What was being done, as in "read the data folder".
 */
export function environmentError(error: unknown, action: string, path: string): Error {
  const code = systemErrorCode(error);
  if (code === null) return error instanceof Error ? error : new Error(String(error));
  const reason = REASONS[code] ?? `the system says ${code}`;
  return new EnvironmentError(`Cannot ${action} ${path}: ${reason}`, { cause: error });
}

/**
 * The same for an error that reached the end of a command: Node tells the system call and the path.
 * Errors without a system call are returned unchanged.
 */
export function environmentErrorOf(error: unknown): unknown {
  const { syscall, path, dest = path } = error as NodeJS.ErrnoException & { dest?: string };
  if (typeof syscall !== 'string') return error;
  return environmentError(error, `complete "${syscall}" for`, dest ?? 'an open file');
}

/** Codes of Node for files, before it calls the system. Its other codes mean bugs. */
const NODE_CODES = /^ERR_(?:ACCESS_DENIED|FS_[A-Z_]+|STRING_TOO_LONG)$/;

/** `ENOENT` and the like; null for any other kind of error. */
export function systemErrorCode(error: unknown): string | null {
  const { code, errno, syscall } = error instanceof Error ? (error as NodeJS.ErrnoException) : {};
  if (typeof code !== 'string') return null;
  if (code === 'UNKNOWN') return nameOfNumber(errno) ?? code;
  const isOfSystem = typeof syscall === 'string' || /^E[A-Z0-9]+$/.test(code);
  return isOfSystem || NODE_CODES.test(code) ? code : null;
}

/** Whether nothing is at a path: it does not exist, or one of its folders is a file. */
export function isAbsence(error: unknown): boolean {
  const code = systemErrorCode(error);
  return code === 'ENOENT' || code === 'ENOTDIR';
}

/** Node names fewer errors than the system has: EDQUOT and ESTALE are UNKNOWN, with their number. */
function nameOfNumber(errno: number | undefined): string | null {
  const found = Object.entries(constants.errno).find(([, number]) => number === -(errno ?? 0));
  return found?.[0] ?? null;
}
