import {
  type BigIntStats,
  constants,
  copyFileSync,
  linkSync,
  lstatSync,
  readFileSync,
  renameSync,
  rmdirSync,
  rmSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { dirname, join } from 'node:path';
import { EnvironmentError, environmentError, systemErrorCode } from '../diagnostics/index.ts';
import { type Artifact, MANIFEST_PATH, type OutputPath } from '../represent/index.ts';
import { type Content, compressedContent, plainContent } from './content.ts';
import { makeFolder } from './make-folder.ts';
import type { OutputFolder } from './output-folder.ts';

/** What a commit did, counted in files. */
export interface CommitReport {
  readonly written: number;
  readonly unchanged: number;
  readonly removed: number;
  /**
   * Files and bytes of the whole publication, compressed siblings included; a body with two
   * addresses counts twice.
   */
  readonly files: number;
  readonly bytes: number;
}

/** A staged file and where it belongs. */
interface Move {
  readonly from: string;
  readonly to: OutputPath;
}

/**
 * Publishes artifacts: all are compared and staged first, and only then moved into place, each by
 * one rename. A file that is right already is not touched, and not compressed again. Files of
 * earlier builds that are no longer published are removed; files of others stay.
 *
 * Killed at any moment, this leaves every file whole, old or new; the manifest comes last, so the
 * next build knows what to redo.
 *
 * @param onFile Hears of the progress, compressed siblings not counted.
 */
export function commit(
  artifacts: Iterable<Artifact>,
  folder: OutputFolder,
  onFile: (files: number) => void,
): CommitReport {
  const moves: Move[] = [];
  const planned = new Set<OutputPath>();
  const kept = new Set<bigint>();
  let bytes = 0;
  let rendered = 0;
  const add = (content: Content): number | null => {
    const staged = stage(content, folder, { staged: moves.length, kept });
    if (staged === null) return null;
    moves.push(...staged.moves);
    for (const path of content.paths) planned.add(path);
    bytes += staged.size * content.paths.length;
    return staged.size;
  };
  for (const artifact of artifacts) {
    add(plainContent(artifact));
    let smallest = artifact.bytes.length;
    for (const coding of artifact.codings) {
      smallest = add(compressedContent(artifact, coding, smallest)) ?? smallest;
    }
    rendered += artifact.paths.length;
    onFile(rendered);
  }
  const obsolete = [...folder.owned].filter((path) => !planned.has(path));
  // Backwards, a compressed sibling goes before its file: some servers would answer with it alone.
  obsolete.sort().reverse();
  if (moves.length > 0) folder.announce(moves.map(({ to }) => to));
  makeFolders(moves, folder);

  const isManifest = ({ to }: Move) => to === MANIFEST_PATH;
  for (const move of moves.filter((move) => !isManifest(move))) moveIntoPlace(move, folder);
  const removed = obsolete.filter((path) => remove(path, folder)).length;
  for (const move of moves.filter(isManifest)) moveIntoPlace(move, folder);

  const files = planned.size;
  return { written: moves.length, unchanged: files - moves.length, removed, files, bytes };
}

/**
 * Stages content for those of its paths that do not hold it yet: written once, then linked.
 *
 * @returns The size of the file; null when there is to be none.
 */
function stage(
  content: Content,
  { published, staging }: OutputFolder,
  { staged, kept }: { readonly staged: number; readonly kept: Set<bigint> },
): { readonly moves: readonly Move[]; readonly size: number } | null {
  const { wrong, right } = compareWithDisk(content, published, kept);
  const moves = wrong.map((to, index) => ({ from: join(staging, String(staged + index)), to }));
  if (right !== null) {
    for (const { from } of moves) linkOrCopy(join(published, right.path), from, content);
    return { moves, size: right.size };
  }
  const bytes = content.make();
  const [first, ...twins] = moves;
  if (bytes === null || first === undefined) return null;
  writeFileSync(first.from, bytes, { flag: 'wx' });
  setTime(first.from, content.modifiedAt);
  for (const { from } of twins) linkOrCopy(first.from, from, content);
  return { moves, size: bytes.length };
}

/**
 * Which paths of some content have to be written, and one that is right already. Files that stay are
 * added to `kept`, by inode: addresses that shared a file must not share its time once they belong
 * to different artifacts.
 */
function compareWithDisk(
  { paths, modifiedAt, hasSize, isIn }: Content,
  published: string,
  kept: Set<bigint>,
) {
  const wrong: OutputPath[] = [];
  const time = BigInt(modifiedAt);
  let right: { readonly path: OutputPath; readonly inode: bigint; readonly size: number } | null =
    null;
  for (const path of paths) {
    const place = join(published, path);
    const stats = examine(place);
    if (stats !== null && stats.ino === right?.inode) continue;
    const isSame =
      stats !== null &&
      hasSize(Number(stats.size)) &&
      !kept.has(stats.ino) &&
      // Linked, but not to its twin: to what had the same body before.
      (right === null || stats.nlink === 1n) &&
      isIn(readFileSync(place));
    if (!isSame) {
      wrong.push(path);
      continue;
    }
    // A copy of the output can have lost its times; the bytes are right, so only they are mended.
    if (stats.mtimeMs !== time) setTime(place, modifiedAt);
    kept.add(stats.ino);
    right ??= { path, inode: stats.ino, size: Number(stats.size) };
  }
  return { wrong, right };
}

/** The file at a path; null for nothing and for links, which a rename replaces. */
function examine(place: string): BigIntStats | null {
  try {
    // An inode of Windows has more digits than a number keeps.
    const stats = lstatSync(place, { bigint: true });
    if (stats.isFile()) return stats;
    if (stats.isSymbolicLink()) return null;
    throw new EnvironmentError(
      `Cannot write ${place}: something that is not a file is in its place`,
    );
  } catch (error) {
    if (systemErrorCode(error) === 'ENOENT') return null;
    throw environmentError(error, 'write', place);
  }
}

function setTime(path: string, modifiedAt: number): void {
  utimesSync(path, modifiedAt / 1000, modifiedAt / 1000);
}

function linkOrCopy(source: string, path: string, { modifiedAt }: Content): void {
  try {
    linkSync(source, path);
  } catch (error) {
    // File systems without hard links, or with too many links to one file, get a copy.
    if (
      !['EPERM', 'ENOTSUP', 'EOPNOTSUPP', 'ENOSYS', 'EMLINK'].includes(systemErrorCode(error) ?? '')
    ) {
      throw error;
    }
    copyFileSync(source, path, constants.COPYFILE_EXCL);
    setTime(path, modifiedAt);
  }
}

function makeFolders(moves: readonly Move[], { published }: OutputFolder): void {
  makeFolder(published);
  for (const folder of new Set(moves.map(({ to }) => dirname(to)))) {
    makeFolder(join(published, folder));
  }
}

function moveIntoPlace({ from, to }: Move, { published }: OutputFolder): void {
  renameSync(from, join(published, to));
}

/** Removes a file, then the folders it leaves empty. Reports whether there was a file. */
function remove(path: OutputPath, { published }: OutputFolder): boolean {
  const place = join(published, path);
  const stats = lstatSync(place, { throwIfNoEntry: false });
  if (stats === undefined || stats.isDirectory()) return false;
  rmSync(place);
  for (let folder = dirname(path); folder !== '.'; folder = dirname(folder)) {
    try {
      rmdirSync(join(published, folder));
    } catch {
      break; // Somebody else's file is in it.
    }
  }
  return true;
}
