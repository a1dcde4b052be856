import { lstatSync } from 'node:fs';
import { join } from 'node:path';
import {
  type OutputPath,
  SIBLING_SUFFIXES,
  siblingPath,
  toWrittenPath,
} from '../represent/index.ts';
import { compareWithDisk } from './compare-with-disk.ts';
import type { Content } from './content.ts';
import type { Ledger } from './ledger.ts';
import type { OutputFolder } from './output-folder.ts';
import type { Publishing } from './publishing.ts';
import { linkOrCopy, setTime, writeStaged } from './staged-file.ts';
import { carryOut, type Move } from './transition.ts';

/**
 * Publishes over an earlier publication: all contents are compared and staged first, and only then
 * moved into place, each by one rename. A file that is right already is not touched, and not
 * compressed again. Files of earlier builds that are no longer published are removed; files of
 * others stay.
 *
 * Killed at any moment, this leaves every file whole, old or new, and what is left to do in a journal.
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
  /** Files with the right bytes and another time: the build gave them one, or a copy has lost it. */
  const mistimed: { readonly path: OutputPath; readonly modifiedAt: number }[] = [];
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
      const { modifiedAt } = content;
      for (const { path, stats } of right) {
        const isMistimed = stats.mtimeMs !== BigInt(modifiedAt);
        if (isMistimed) mistimed.push({ path, modifiedAt });
        if (isMistimed || wrong.length > 0) touched.push(path);
        else ledger.note(path, stats);
      }
      touched.push(...wrong);
      return size;
    },
    finish() {
      // A compressed form that is out of date would be sent in place of its file.
      const siblings = written.size === 0 ? siblingsOf(planned) : [];
      const obsolete = [...new Set([...written, ...siblings])].filter((path) => !planned.has(path));
      const transition = { moves, obsolete };
      if (moves.length > 0) folder.announce(transition);
      const removed = carryOut(transition, published);
      for (const { path, modifiedAt } of mistimed) setTime(join(published, path), modifiedAt);
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
