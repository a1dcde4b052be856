import type { FileStatus } from '../source/index.ts';

/** What a file system changes about a file or folder whenever somebody changes the thing itself. */
export type Stamp = string;

/** A file that was changed later than that can change again without another time, as on FAT. */
export const COARSEST_TIME_MS = 2000;

/** The stamp of a file or folder: inode, size, and the times of content and inode. */
export function stampOf({ ino, size, mtimeMs, ctimeMs }: FileStatus): Stamp {
  return `${ino} ${size} ${mtimeMs} ${ctimeMs}`;
}
