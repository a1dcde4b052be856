import { type BigIntStats, lstatSync } from 'node:fs';
import { join } from 'node:path';
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
import { compareWithDisk, type RightFile } from './compare-with-disk.ts';
import type { Content } from './content.ts';
import type { Ledger } from './ledger.ts';
import type { OutputFolder } from './output-folder.ts';
import type { Publishing } from './publishing.ts';
import { linkOrCopy, setTime, writeStaged } from './staged-file.ts';
import { carryOut, checkFolders, type Move, stagedAt } from './transition.ts';

/**
 * Publishes over an earlier publication: all contents are compared and staged first, and only then
 * moved into place, each by one rename. A file that is right already is not touched, and not
 * compressed again. Files of earlier builds that are no longer published are removed; files of
 * others stay.
 *
 * Killed at any moment, this leaves every file whole, old or new, and what is left to do in a journal.
 *
 * @param previous What earlier builds wrote, but for what is kept.
 */
export function publishChanges(
  folder: OutputFolder,
  previous: Previous,
  ledger: Ledger,
): Publishing {
  const { published, staging } = folder;
  const isOwn = ownershipIn(staging);
  const moves: Move[] = [];
  let files = 0;
  /** What was written and is not put again. */
  const obsolete = pathsOf(previous);
  for (const path of obsolete) {
    if (toHostFilePath(path) === null) continue;
    // A mirror has the manifest of a build, and in this place a file of somebody else.
    const found = folder.read(path);
    const isOurs = found !== null && digest(found) === previous.files.get(path)?.sha256;
    if (!isOurs) obsolete.delete(path);
  }
  const count = (paths: Content['paths']) => {
    files += paths.length;
    for (const path of paths) {
      if (obsolete.delete(path)) continue;
      // Where nothing stood, a compressed form is of something else, and would be sent in place of it.
      for (const sibling of siblingsOf(path)) obsolete.add(sibling);
    }
  };
  const kept = new Set<bigint>();
  /** Files with the right bytes and another time: the build gave them one, or a copy has lost it. */
  const mistimed: { readonly path: OutputPath; readonly modifiedAt: number }[] = [];
  /** What can only be noted once everything is in its place. */
  const touched: { readonly path: OutputPath; readonly twins: readonly OutputPath[] }[] = [];
  return {
    put(content) {
      if (content.settledSize !== null) {
        count(content.paths);
        return content.settledSize;
      }
      const { modifiedAt } = content;
      const time = BigInt(modifiedAt);
      const isMistimed = ({ stats }: RightFile) => stats.mtimeMs !== time;
      const compared = compareWithDisk(content, published, kept, ledger);
      // The time of a file is for its owner to set, and of one with more links, for whatever it is besides.
      const isOurs = ({ stats }: RightFile) =>
        isOwn(stats) && stats.nlink <= BigInt(content.paths.length);
      const isFixed = compared.right.some((file) => isMistimed(file) && !isOurs(file));
      // What is replaced stays at none of these paths, and may at another.
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
      const twins = content.paths.filter((twin) => !right.some(({ path }) => path === twin));
      for (const file of right) {
        const { path, stats } = file;
        const isLate = isMistimed(file);
        if (isLate) mistimed.push({ path, modifiedAt });
        if (isLate || wrong.length > 0) touched.push({ path, twins });
        else ledger.note(path, stats, twins);
      }
      touched.push(...wrong.map((path) => ({ path, twins: [] })));
      return size;
    },
    finish() {
      const transition = { moves, obsolete: [...obsolete] };
      checkFolders(transition, folder);
      if (moves.length > 0) folder.announce(transition);
      const removed = carryOut(transition, folder);
      for (const { path, modifiedAt } of mistimed) setTime(join(published, path), modifiedAt);
      for (const { path, twins } of touched) {
        ledger.note(path, lstatSync(join(published, path), { bigint: true }), twins);
      }
      for (const path of removed) ledger.forget(path);
      return { files, written: moves.length, removed: removed.length };
    },
  };
}

/** Tells files of whoever made a folder from those of others, who are all one for root. */
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
  return Number(writeStaged(first, content, modifiedAt, twins).size);
}
