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

/** The steps from one publication to the next, once everything is staged. */
export interface Transition {
  readonly moves: readonly Move[];
  /** Files that are no longer published. */
  readonly obsolete: readonly OutputPath[];
}

/** A staged file and the path it will get. */
export interface Move {
  /** Its number, which is its name. */
  readonly from: number;
  readonly to: OutputPath;
}

/** The folders of published and of staged files. */
export interface Places {
  readonly published: string;
  readonly staging: string;
}

/** The files that describe all others are moved last. */
const LAST: readonly OutputPath[] = [CHANGE_LOG_PATH, MANIFEST_PATH];

/**
 * Checks that every folder allows the moves and removals, before the first of them.
 *
 * @throws the error that the system would report
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
      // It will be created, or nothing has to be removed from it.
      if (code === 'ENOENT' || (code === 'ENOTDIR' && !needed.has(folder))) continue;
      throw error;
    }
    // A link to another file system, or a mount.
    if (stats.dev !== dev) throw refusal('EXDEV', place);
    if ((stats.mode & STICKY) !== 0 && ![0, stats.uid].includes(uid)) sticky.add(folder);
  }
  for (const path of sticky.size === 0 ? [] : paths) {
    const place = join(published, path);
    const owner = sticky.has(dirname(path)) ? statsIfThere(place)?.uid : uid;
    if (owner !== undefined && owner !== uid) throw refusal('EPERM', place);
  }
}

/** In a folder with this bit, only the owner of a file, the owner of the folder and root can replace it. */
const STICKY = 0o1000;

/** The error that the system would report for a file or folder. */
function refusal(code: string, place: string): Error {
  return Object.assign(new Error(code), { code, dest: place });
}

/**
 * Moves staged files into place, and removes obsolete files.
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
  // In reverse, a compressed sibling is removed before its file: some servers would send it alone.
  const removed = [...obsolete]
    .sort()
    .reverse()
    .filter((path) => insist(() => remove(path, published)));
  for (const last of LAST) moves.filter(({ to }) => to === last).forEach(move);
  return removed.length;
}

/** Tries twice: if a step fails after the first move, the publication stays incomplete. */
export function insist<T>(work: () => T): T {
  try {
    return work();
  } catch {
    return work();
  }
}

/** The path of a staged file. */
export function stagedAt(staging: string, number: number): string {
  return join(staging, String(number));
}

/** Removes a file, and the empty folders above it. Returns whether there was a file. */
function remove(path: OutputPath, published: string): boolean {
  const place = join(published, path);
  const stats = statsIfThere(place);
  if (stats?.isDirectory()) return false;
  if (stats !== null) rmSync(place);
  // A killed build may have removed the file, but not the folders.
  removeEmptyFolders(path, published);
  return stats !== null;
}

/** Removes the folders above a path that are empty. */
export function removeEmptyFolders(path: OutputPath, published: string): void {
  for (let folder = dirname(path); folder !== '.'; folder = dirname(folder)) {
    try {
      rmdirSync(join(published, folder));
    } catch {
      break; // It is already removed, or contains other files.
    }
  }
}
