import { lstatSync, renameSync, rmdirSync, rmSync } from 'node:fs';
import { dirname, join } from 'node:path';
import {
  CHANGE_LOG_PATH,
  MANIFEST_PATH,
  type OutputPath,
  SIBLING_SUFFIXES,
  siblingPath,
  toWrittenPath,
} from '../represent/index.ts';
import { compareWithDisk } from './compare-with-disk.ts';
import type { Content } from './content.ts';
import type { Ledger } from './ledger.ts';
import { makeFolder } from './make-folder.ts';
import type { OutputFolder } from './output-folder.ts';
import type { Publishing } from './publishing.ts';
import { linkOrCopy, writeStaged } from './staged-file.ts';

/** A staged file and the path it will get. */
interface Move {
  readonly from: string;
  readonly to: OutputPath;
}

/**
 * Publishes over an earlier publication: all contents are compared and staged first, and only then
 * moved into place, each by one rename. A file that is right already is not touched, and not
 * compressed again. Files of earlier builds that are no longer published are removed; files of
 * others stay.
 *
 * Killed at any moment, this leaves every file whole, old or new; the manifest comes last, so the
 * next build knows what to redo, and the log of changes first, so that it still knows what they were.
 *
 * @param written What earlier builds wrote; empty where no manifest tells.
 */
export function publishChanges(
  folder: OutputFolder,
  written: ReadonlySet<OutputPath>,
  ledger: Ledger,
): Publishing {
  const { published, staging } = folder;
  const moves: Move[] = [];
  const planned = new Set<OutputPath>();
  const kept = new Set<bigint>();
  /** What can only be noted once everything is in its place. */
  const touched: OutputPath[] = [];
  return {
    put(content) {
      if (content.settledSize !== null) {
        for (const path of content.paths) planned.add(path);
        return content.settledSize;
      }
      const { wrong, right } = compareWithDisk(content, published, kept, ledger);
      const staged = wrong.map((to, index) => ({
        from: join(staging, String(moves.length + index)),
        to,
      }));
      const [source] = right;
      const size = source === undefined ? write(content, staged) : Number(source.stats.size);
      if (size === null) return null;
      if (source !== undefined) {
        const twin = join(published, source.path);
        for (const { from } of staged) linkOrCopy(twin, from, content.modifiedAt);
      }
      moves.push(...staged);
      for (const path of content.paths) planned.add(path);
      for (const { path, stats } of right) {
        if (wrong.length > 0 || stats.mtimeMs !== BigInt(content.modifiedAt)) touched.push(path);
        else ledger.note(path, stats);
      }
      touched.push(...wrong);
      return size;
    },
    finish() {
      // A compressed form that is out of date would be sent in place of its file.
      const siblings = written.size === 0 ? siblingsOf(planned) : [];
      const owned = new Set([...written, ...folder.unfinished, ...siblings]);
      const obsolete = [...owned].filter((path) => !planned.has(path));
      // Backwards, a compressed sibling goes before its file: some servers would answer with it
      // alone.
      obsolete.sort().reverse();
      if (moves.length > 0) folder.announce(moves.map(({ to }) => to));
      makeFolders(moves, folder);

      const isManifest = ({ to }: Move) => to === MANIFEST_PATH;
      // What is said of a change has to be there before what was before it is gone.
      const isLog = ({ to }: Move) => to === CHANGE_LOG_PATH;
      for (const move of moves.filter(isLog)) moveIntoPlace(move, folder);
      for (const move of moves.filter((move) => !isManifest(move) && !isLog(move))) {
        moveIntoPlace(move, folder);
      }
      const removed = obsolete.filter((path) => remove(path, folder));
      for (const move of moves.filter(isManifest)) moveIntoPlace(move, folder);
      for (const path of touched) {
        ledger.note(path, lstatSync(join(published, path), { bigint: true }));
      }
      for (const path of removed) ledger.forget(path);
      return { files: planned.size, written: moves.length, removed: removed.length };
    },
  };
}

function siblingsOf(paths: ReadonlySet<OutputPath>): readonly OutputPath[] {
  return [...paths]
    .flatMap((path) => SIBLING_SUFFIXES.map((suffix) => siblingPath(path, suffix)))
    .filter((path) => toWrittenPath(path) !== null);
}

/** Writes content once and links it for its other paths. */
function write({ make, modifiedAt }: Content, [first, ...twins]: readonly Move[]): number | null {
  const content = make();
  if (content === null || first === undefined) return null;
  const { size } = writeStaged(
    first.from,
    content,
    modifiedAt,
    twins.map(({ from }) => from),
  );
  return Number(size);
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

/** Removes a file, then the folders above it that are empty. Reports whether there was a file. */
function remove(path: OutputPath, { published }: OutputFolder): boolean {
  const place = join(published, path);
  const stats = lstatSync(place, { throwIfNoEntry: false });
  if (stats?.isDirectory()) return false;
  if (stats !== undefined) rmSync(place);
  // A build that was killed can have made the folders without the file, or removed it without them.
  for (let folder = dirname(path); folder !== '.'; folder = dirname(folder)) {
    try {
      rmdirSync(join(published, folder));
    } catch {
      break; // It is gone already, or somebody else's file is in it.
    }
  }
  return stats !== undefined;
}
