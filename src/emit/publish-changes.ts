import { type BigIntStats, lstatSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { EnvironmentError, environmentError } from '../diagnostics/index.ts';
import {
  digest,
  type OutputPath,
  type Previous,
  pathsOf,
  SIBLING_SUFFIXES,
  siblingPath,
  toHostFilePath,
  toWrittenPath,
} from '../represent/index.ts';
import type { Content, Publishing } from './commit.ts';
import { linkOrCopy, setTime, statsIfThere, writeStaged } from './files.ts';
import type { OutputFolder } from './output-folder.ts';
import { carryOut, checkFolders, insist, type Move, stagedAt } from './transition.ts';

/**
 * Publishes over an earlier publication: all contents are compared and staged first, and only then
 * moved into place, each by one rename. A file that is right already is not touched, and not
 * compressed again. Files of earlier builds that are no longer published are removed; files of
 * others stay.
 *
 * Killed at any moment, this leaves every file whole, old or new, and what is left to do in a journal.
 *
 * @param previous What earlier builds wrote, except what is kept.
 */
export function publishChanges(folder: OutputFolder, previous: Previous): Publishing {
  const { published, staging } = folder;
  const isOwn = ownershipIn(staging);
  const moves: Move[] = [];
  /** What was written and is not put again. */
  const obsolete = pathsOf(previous);
  for (const path of obsolete) {
    if (toHostFilePath(path) === null) continue;
    // A mirror has the manifest of a build, and in this place a file of somebody else.
    const isFile = statsIfThere(join(published, path))?.isFile() === true;
    const found = isFile ? folder.read(path) : null;
    const isOurs = found !== null && digest(found) === previous.files.get(path)?.sha256;
    if (!isOurs) obsolete.delete(path);
  }
  const count = (paths: Content['paths']) => {
    for (const path of paths) {
      if (obsolete.delete(path)) continue;
      // Where there was no file, a compressed form belongs to something else, and would be sent instead.
      for (const sibling of siblingsOf(path)) obsolete.add(sibling);
    }
  };
  const kept = new Set<bigint>();
  /** Files with the right bytes and another time: the build gave them one, or a copy has lost it. */
  const mistimed: { readonly path: OutputPath; readonly modifiedAt: number }[] = [];
  return {
    put(content) {
      const { modifiedAt } = content;
      const time = BigInt(modifiedAt);
      const isMistimed = ({ stats }: RightFile) => stats.mtimeMs !== time;
      const compared = compareWithDisk(content, published, kept);
      // Only its owner can set the time of a file, and a file with more links belongs to something else too.
      const isOurs = ({ stats }: RightFile) =>
        isOwn(stats) && stats.nlink <= BigInt(content.paths.length);
      const isFixed = compared.right.some((file) => isMistimed(file) && !isOurs(file));
      // A file that is replaced at these paths may stay at another.
      if (isFixed) for (const { stats } of compared.right) kept.delete(stats.ino);
      const { wrong, right } = isFixed ? { wrong: content.paths, right: [] } : compared;
      const staged = wrong.map((to, index) => ({ from: moves.length + index, to }));
      const places = staged.map(({ from }) => stagedAt(staging, from));
      const [source] = right;
      const size = source === undefined ? write(content, places) : Number(source.stats.size);
      if (size === null) return null;
      if (source !== undefined) {
        const twin = join(published, source.path);
        for (const place of places) linkOrCopy(twin, place, modifiedAt);
      }
      moves.push(...staged);
      count(content.paths);
      for (const file of right) {
        if (isMistimed(file)) mistimed.push({ path: file.path, modifiedAt });
      }
      return size;
    },
    finish() {
      const transition = { moves, obsolete: [...obsolete] };
      checkFolders(transition, folder);
      if (moves.length > 0) folder.announce(transition);
      const removed = carryOut(transition, folder);
      for (const { path, modifiedAt } of mistimed) {
        insist(() => setTime(join(published, path), modifiedAt));
      }
      return { written: moves.length, removed };
    },
  };
}

/** A file that holds some content already. */
interface RightFile {
  readonly path: OutputPath;
  readonly stats: BigIntStats;
}

/**
 * Compares some content with the files in its place: which paths have to be written, and which files
 * hold it already, one of those that share an inode. Files that stay are added to `kept`, by inode:
 * addresses that shared a file must not share its time once they belong to different artifacts.
 *
 * @throws EnvironmentError when something that is not a file is in the place of one
 */
function compareWithDisk(content: Content, published: string, kept: Set<bigint>) {
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
      content.isIn(readFileSync(place));
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
export function examine(place: string): BigIntStats | null {
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

/** Whether files belong to the user who made a folder. Root may change all files. */
function ownershipIn(folder: string): (stats: BigIntStats) => boolean {
  const { uid } = lstatSync(folder, { bigint: true });
  return (stats) => uid === 0n || stats.uid === uid;
}

function siblingsOf(path: OutputPath): readonly OutputPath[] {
  return SIBLING_SUFFIXES.map((suffix) => siblingPath(path, suffix)).filter(
    (sibling) => toWrittenPath(sibling) !== null,
  );
}

/** Writes content once and links it for its other places. */
function write({ make, modifiedAt }: Content, [first, ...twins]: readonly string[]): number | null {
  const content = make();
  if (content === null || first === undefined) return null;
  writeStaged(first, content, modifiedAt, twins);
  return content.length;
}
