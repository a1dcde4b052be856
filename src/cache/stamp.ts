import type { BigIntStats } from 'node:fs';

/** What a file system changes about a file or folder whenever somebody changes the thing itself. */
export interface Stamp {
  readonly inode: number;
  readonly size: number;
  /** In nanoseconds since 1970, as is `changed`; to the nearest 256, which is all a number keeps. */
  readonly modified: number;
  /** Of the inode: also moved by links, renames and by setting `modified` itself. */
  readonly changed: number;
}

/** The stamp of a file or folder. */
export function stampOf({ ino, size, mtimeNs, ctimeNs }: BigIntStats): Stamp {
  return {
    inode: Number(ino),
    size: Number(size),
    modified: Number(mtimeNs),
    changed: Number(ctimeNs),
  };
}

/** Stamps by path, in a form that is read and written in one piece however many there are. */
export interface StampTable {
  readonly paths: readonly string[];
  /** Four numbers for each path, in the order of `Stamp`. */
  readonly numbers: Float64Array;
}

/** Whether a stamp is the one at an index of a table. */
export function isStampAt({ numbers }: StampTable, index: number, stamp: Stamp): boolean {
  const at = 4 * index;
  return (
    numbers[at] === stamp.inode &&
    numbers[at + 1] === stamp.size &&
    numbers[at + 2] === stamp.modified &&
    numbers[at + 3] === stamp.changed
  );
}

/** The stamp at an index of a table. */
export function stampAt({ numbers }: StampTable, index: number): Stamp {
  const [inode = 0, size = 0, modified = 0, changed = 0] = numbers.subarray(4 * index);
  return { inode, size, modified, changed };
}

/** Makes a table of stamps. */
export function toStampTable(stamps: ReadonlyMap<string, Stamp>): StampTable {
  const numbers = new Float64Array(4 * stamps.size);
  let at = 0;
  for (const { inode, size, modified, changed } of stamps.values()) {
    numbers.set([inode, size, modified, changed], at);
    at += 4;
  }
  return { paths: [...stamps.keys()], numbers };
}
