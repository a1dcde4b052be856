import {
  accessSync,
  constants,
  renameSync,
  rmdirSync,
  rmSync,
  type Stats,
  statSync,
} from 'node:fs';
import { dirname, join } from 'node:path';
import { systemErrorCode } from '../diagnostics/index.ts';
import { CHANGE_LOG_PATH, MANIFEST_PATH, type OutputPath } from '../represent/index.ts';
import { makeFolder, statsIfThere } from './files.ts';

/** What makes the next publication of the one in place, once all of it is staged. */
export interface Transition {
  readonly moves: readonly Move[];
  /** What is published no more. */
  readonly obsolete: readonly OutputPath[];
}

/** A staged file and the path it will get. */
export interface Move {
  /** Its number, which is its name. */
  readonly from: number;
  readonly to: OutputPath;
}

/** Where a publication stands, and what waits for it. */
export interface Places {
  readonly published: string;
  readonly staging: string;
}

/** What says what was published comes after it. */
const LAST: readonly OutputPath[] = [CHANGE_LOG_PATH, MANIFEST_PATH];

/**
 * Makes sure that no folder will refuse what is to be moved or removed, while nothing has been yet.
 *
 * @throws the system's error where one does, or what it would be
 */
export function checkFolders(
  { moves, obsolete }: Transition,
  { published, staging }: Places,
): void {
  const paths = [...moves.map(({ to }) => to), ...obsolete];
  const { dev, uid } = statSync(staging);
  const sticky = new Set<string>();
  const needed = new Set(moves.map(({ to }) => dirname(to)));
  for (const folder of new Set(paths.map(dirname))) {
    const place = join(published, folder);
    let stats: Stats;
    try {
      stats = statSync(place);
      if (!stats.isDirectory()) throw refusal('ENOTDIR', place);
      accessSync(place, constants.W_OK | constants.X_OK);
    } catch (error) {
      const code = systemErrorCode(error);
      // It will be made, or there is nothing in it to be removed.
      if (code === 'ENOENT' || (code === 'ENOTDIR' && !needed.has(folder))) continue;
      throw error;
    }
    // A link to another disk, or one that is mounted here.
    if (stats.dev !== dev) throw refusal('EXDEV', place);
    if ((stats.mode & STICKY) !== 0 && ![0, stats.uid].includes(uid)) sticky.add(folder);
  }
  for (const path of sticky.size === 0 ? [] : paths) {
    const place = join(published, path);
    const owner = sticky.has(dirname(path)) ? statsIfThere(place)?.uid : uid;
    if (owner !== undefined && owner !== uid) throw refusal('EPERM', place);
  }
}

/** In a folder with this bit, files are for their owner to replace, for that of the folder, and for root. */
const STICKY = 0o1000;

/** What the system would say of a file or folder, had it been asked. */
function refusal(code: string, place: string): Error {
  return Object.assign(new Error(code), { code, dest: place });
}

/**
 * Moves staged files into place and removes what is obsolete.
 *
 * @returns How many files were removed.
 */
export function carryOut({ moves, obsolete }: Transition, { published, staging }: Places): number {
  makeFolder(published);
  for (const folder of new Set(moves.map(({ to }) => dirname(to)))) {
    makeFolder(join(published, folder));
  }
  const move = ({ from, to }: Move) =>
    insist(() => renameSync(stagedAt(staging, from), join(published, to)));
  moves.filter(({ to }) => !LAST.includes(to)).forEach(move);
  // Backwards, a compressed sibling goes before its file: some servers would answer with it alone.
  const removed = [...obsolete]
    .sort()
    .reverse()
    .filter((path) => insist(() => remove(path, published)));
  for (const last of LAST) moves.filter(({ to }) => to === last).forEach(move);
  return removed.length;
}

/** Tries what belongs to a publication that has begun a second time: half of it would be public. */
export function insist<T>(work: () => T): T {
  try {
    return work();
  } catch {
    return work();
  }
}

/** The file in which content waits. */
export function stagedAt(staging: string, number: number): string {
  return join(staging, String(number));
}

/** Removes a file, then the folders above it that are empty. Reports whether there was a file. */
function remove(path: OutputPath, published: string): boolean {
  const place = join(published, path);
  const stats = statsIfThere(place);
  if (stats?.isDirectory()) return false;
  if (stats !== null) rmSync(place);
  // A build that was killed can have removed it without them.
  removeEmptyFolders(path, published);
  return stats !== null;
}

/** Removes the folders above a path that are empty. */
export function removeEmptyFolders(path: OutputPath, published: string): void {
  for (let folder = dirname(path); folder !== '.'; folder = dirname(folder)) {
    try {
      rmdirSync(join(published, folder));
    } catch {
      break; // It is gone already, or somebody else's file is in it.
    }
  }
}
