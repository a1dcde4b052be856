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
 * Publishes over an earlier publication. All contents are compared and staged first, then each file is
 * moved into place by one rename. Files that already have the right content are not written or compressed
 * again. Obsolete files of earlier builds are removed; all other files stay.
 *
 * If the process is killed, every file is complete, old or new, and the journal lists the rest.
 *
 * @param previous The files of earlier builds, except those that are kept.
 */
export function publishChanges(folder: OutputFolder, previous: Previous): Publishing {
  const { published, staging } = folder;
  const isOwn = ownershipIn(staging);
  const moves: Move[] = [];
  /** Files of earlier builds that were not put again. */
  const obsolete = pathsOf(previous);
  for (const path of obsolete) {
    if (toHostFilePath(path) === null) continue;
    // In a mirror, the manifest lists this file, but the file may not be the one that was built.
    const isFile = statsIfThere(join(published, path))?.isFile() === true;
    const found = isFile ? folder.read(path) : null;
    const isOurs = found !== null && digest(found) === previous.files.get(path)?.sha256;
    if (!isOurs) obsolete.delete(path);
  }
  const count = (paths: Content['paths']) => {
    for (const path of paths) {
      if (obsolete.delete(path)) continue;
      // A compressed sibling of a file that did not exist has other content, and would be sent instead.
      for (const sibling of siblingsOf(path)) obsolete.add(sibling);
    }
  };
  const kept = new Set<bigint>();
  /** Files with the right bytes and the wrong time: the build changed it, or copying lost it. */
  const mistimed: { readonly path: OutputPath; readonly modifiedAt: number }[] = [];
  return {
    put(content) {
      const { modifiedAt } = content;
      const time = BigInt(modifiedAt) * NANOSECONDS;
      const isMistimed = ({ stats }: RightFile) => stats.mtimeNs !== time;
      const compared = compareWithDisk(content, published, kept);
      // Only the owner of a file can set its time. A file with more links is also used elsewhere.
      const isOurs = ({ stats }: RightFile) =>
        isOwn(stats) && stats.nlink <= BigInt(content.paths.length);
      const isFixed = compared.right.some((file) => isMistimed(file) && !isOurs(file));
      // The same file may stay at other paths.
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

/** In a millisecond. */
const NANOSECONDS = 1_000_000n;

/** A file that already has some content. */
interface RightFile {
  readonly path: OutputPath;
  readonly stats: BigIntStats;
}

/**
 * Compares content with the files at its paths. Returns the paths that must be written, and the files that
 * already have the content, one for each inode. The inodes of files that stay are added to `kept`: paths
 * that shared a file must not share it once they belong to different artifacts, which can differ in time.
 *
 * @throws EnvironmentError when one of the paths exists and is not a file
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
      // A link, not to its twin, but to a file that had the same content before.
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

/** The file at a path; null if there is none, or a link, which a rename replaces. */
export function examine(place: string): BigIntStats | null {
  try {
    // Inode numbers on Windows exceed the precision of a number.
    const stats = lstatSync(place, { bigint: true, throwIfNoEntry: false });
    if (stats === undefined || stats.isSymbolicLink()) return null;
    if (stats.isFile()) return stats;
    throw new EnvironmentError(`Cannot write ${place}: it exists and is not a file`);
  } catch (error) {
    throw environmentError(error, 'write', place);
  }
}

/** Whether files belong to the owner of a folder. Root may change all files. */
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
