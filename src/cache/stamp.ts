import type { BigIntStats } from 'node:fs';
import type { FileStatus } from '../source/index.ts';

/** What a file system changes about a file or folder whenever somebody changes the thing itself. */
export interface Stamp {
  readonly inode: number;
  readonly size: number;
  /** In milliseconds since 1970, as is `changed`; to the nearest 256 ns, which is all a number keeps. */
  readonly modified: number;
  /** Of the inode: also moved by links, renames and by setting `modified` itself. */
  readonly changed: number;
}

/** A file that was changed later than that can change again without another time, as on FAT. */
export const COARSEST_TIME_MS = 2000;

/** The stamp of a file or folder, the same from plain numbers and from big ones. */
export function stampOf(status: FileStatus | BigIntStats): Stamp {
  return 'mtimeNs' in status
    ? {
        inode: Number(status.ino),
        size: Number(status.size),
        modified: toMilliseconds(status.mtimeNs),
        changed: toMilliseconds(status.ctimeNs),
      }
    : {
        inode: status.ino,
        size: status.size,
        modified: status.mtimeMs,
        changed: status.ctimeMs,
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

/** All rows of some tables. */
export function joinStamps(tables: readonly StampTable[]): StampTable {
  const joined = new Float64Array(tables.reduce((sum, { numbers }) => sum + numbers.length, 0));
  let at = 0;
  for (const { numbers } of tables) {
    joined.set(numbers, at);
    at += numbers.length;
  }
  return { paths: tables.flatMap(({ paths }) => paths), numbers: joined };
}

/**
 * A table in which some paths have other stamps, or none any more.
 *
 * @param rowOf Where a path stands in the table; undefined for one that does not.
 */
export function amendStamps(
  { paths, numbers }: StampTable,
  amendments: ReadonlyMap<string, Stamp | null>,
  rowOf: (path: string) => number | undefined,
): StampTable {
  const names = [...paths];
  const amended = new Float64Array(4 * (paths.length + amendments.size));
  amended.set(numbers);
  const gone = new Set<number>();
  for (const [path, stamp] of amendments) {
    const row = rowOf(path);
    if (stamp !== null) setStampAt({ numbers: amended }, row ?? names.push(path) - 1, stamp);
    else if (row !== undefined) gone.add(row);
  }
  const table = { paths: names, numbers: amended.subarray(0, 4 * names.length) };
  return gone.size === 0 ? table : withoutRows(table, gone);
}

function withoutRows({ paths, numbers }: StampTable, gone: ReadonlySet<number>): StampTable {
  return {
    paths: paths.filter((_, row) => !gone.has(row)),
    numbers: numbers.filter((_, at) => !gone.has(Math.floor(at / 4))),
  };
}

/** Makes a table of stamps. */
export function toStampTable(stamps: ReadonlyMap<string, Stamp>): StampTable {
  const table = withoutStamps([...stamps.keys()]);
  let index = 0;
  for (const stamp of stamps.values()) {
    setStampAt(table, index, stamp);
    index += 1;
  }
  return table;
}

/** A table in which all paths have a stamp that nothing has. */
export function withoutStamps(paths: readonly string[]): StampTable {
  return { paths, numbers: new Float64Array(4 * paths.length).fill(Number.NaN) };
}

/** Writes a stamp to an index of a table. */
export function setStampAt(
  { numbers }: Pick<StampTable, 'numbers'>,
  index: number,
  { inode, size, modified, changed }: Stamp,
): void {
  const at = 4 * index;
  numbers[at] = inode;
  numbers[at + 1] = size;
  numbers[at + 2] = modified;
  numbers[at + 3] = changed;
}
