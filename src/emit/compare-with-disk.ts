import { type BigIntStats, lstatSync } from 'node:fs';
import { join } from 'node:path';
import { EnvironmentError, environmentError } from '../diagnostics/index.ts';
import type { OutputPath } from '../represent/index.ts';
import type { Content } from './content.ts';
import type { Ledger } from './ledger.ts';

/** Which paths of some content have to be written, and which hold it already. */
export interface Comparison {
  readonly wrong: readonly OutputPath[];
  /** Of paths that share an inode, one. */
  readonly right: readonly RightFile[];
}

/** A file that holds some content already. */
export interface RightFile {
  readonly path: OutputPath;
  readonly stats: BigIntStats;
}

/**
 * Holds some content against the files in its place. Files that stay are added to `kept`, by inode:
 * addresses that shared a file must not share its time once they belong to different artifacts.
 *
 * @throws EnvironmentError when something that is not a file is in the place of one
 */
export function compareWithDisk(
  content: Content,
  published: string,
  kept: Set<bigint>,
  { isUntouched }: Ledger,
): Comparison {
  // Only of this one it is known what the previous build published there: others can have moved.
  const [canonical] = content.paths;
  const wrong: OutputPath[] = [];
  const right: RightFile[] = [];
  for (const path of content.paths) {
    const place = join(published, path);
    const stats = examine(place);
    if (stats !== null && right.some((file) => file.stats.ino === stats.ino)) continue;
    const isSame =
      stats !== null &&
      content.hasSize(Number(stats.size)) &&
      !kept.has(stats.ino) &&
      // Linked, but not to its twin: to what had the same body before.
      (right.length === 0 || stats.nlink === 1n) &&
      (path === canonical && isUntouched(path, stats) ? content.isUnchanged : content.isIn(place));
    if (!isSame) {
      wrong.push(path);
      continue;
    }
    kept.add(stats.ino);
    right.push({ path, stats });
  }
  return { wrong, right };
}

/** The file at a path; null for nothing and for links, which a rename replaces. */
function examine(place: string): BigIntStats | null {
  try {
    // An inode of Windows has more digits than a number keeps.
    const stats = lstatSync(place, { bigint: true, throwIfNoEntry: false });
    if (stats === undefined || stats.isSymbolicLink()) return null;
    if (stats.isFile()) return stats;
    throw new EnvironmentError(
      `Cannot write ${place}: something that is not a file is in its place`,
    );
  } catch (error) {
    throw environmentError(error, 'write', place);
  }
}
