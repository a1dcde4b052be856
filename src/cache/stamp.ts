import type { BigIntStats, Stats } from 'node:fs';

/** What a file system changes about a file or folder whenever somebody changes the thing itself. */
export interface Stamp {
  readonly inode: number;
  readonly size: number;
  /** In milliseconds since 1970, as is `changed`; to the nearest 256 ns, which is all a number keeps. */
  readonly modified: number;
  /** Of the inode: also moved by links, renames and by setting `modified` itself. */
  readonly changed: number;
}

/** The stamp of a file or folder, the same from either kind of statistics. */
export function stampOf(stats: Stats | BigIntStats): Stamp {
  const { ino, size } = stats;
  return typeof ino === 'bigint'
    ? {
        inode: Number(ino),
        size: Number(size),
        modified: toMilliseconds((stats as BigIntStats).mtimeNs),
        changed: toMilliseconds((stats as BigIntStats).ctimeNs),
      }
    : {
        inode: ino,
        size: Number(size),
        modified: Number(stats.mtimeMs),
        changed: Number(stats.ctimeMs),
      };
}

/** By the operations of `Stats`, since another order of them can give another last digit. */
function toMilliseconds(nanoseconds: bigint): number {
  return Number(nanoseconds / 1_000_000_000n) * 1e3 + Number(nanoseconds % 1_000_000_000n) / 1e6;
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
