import { lstatSync, mkdirSync, readdirSync, rmdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { environmentError, isAbsence, systemErrorCode } from '../diagnostics/index.ts';
import { API_PATH } from '../model/index.ts';
import {
  MANIFEST_PATH,
  NOTHING_PUBLISHED,
  type OutputPath,
  type Previous,
  readPrevious,
} from '../represent/index.ts';
import { type Holder, takeBuildLock } from './build-lock.ts';
import { type Downloads, openDownloads } from './downloads.ts';
import { type JournalPlaces, settleJournal, writeJournal } from './journal.ts';
import { makeFolder } from './make-folder.ts';
import { isThere, readIfThere } from './read-if-there.ts';
import type { Transition } from './transition.ts';

/**
 * The folder below the output folder that exists while a build is at work, or after it was killed:
 * lock, staged files, journal.
 */
export const STATE_DIR = '.operator-api';

/** An output folder that this process alone may write to. */
export interface OutputFolder {
  /** Where files are published: `<out>/api/v1`. */
  readonly published: string;
  /** Where files wait for their publication, on the same file system; empty at the start. */
  readonly staging: string;
  /** Where a whole publication is written while nothing is published. */
  readonly tree: string;
  /** Whether nothing is published: an empty folder, or none. */
  readonly isEmpty: boolean;
  /** Notes down what will be carried out, for whoever follows if this process is killed. */
  readonly announce: (transition: Transition) => void;
  /** A published file as it is; null where there is none. */
  readonly read: (path: OutputPath) => Buffer | null;
  /** What an unfinished mirror has fetched so far. */
  readonly downloads: Downloads;
}

/**
 * Locks an output folder, completes what was left undone in it, hands it to some work, and tidies up
 * behind it, whatever happens.
 *
 * @throws EnvironmentError when the folder cannot be written
 */
export async function withOutputFolder<T>(
  out: string,
  onWait: (holder: Holder) => void,
  work: (folder: OutputFolder) => Promise<T> | T,
): Promise<T> {
  const stateDir = join(out, STATE_DIR);
  const release = await enter(out, stateDir, onWait);
  const staging = join(stateDir, 'staging');
  const published = join(out, API_PATH);
  const places = { published, staging, journal: join(stateDir, 'journal') };
  let isDone = false;
  try {
    settleJournal(places);
    rmSync(staging, { recursive: true, force: true });
    mkdirSync(staging);
    const result = await work({
      published,
      staging,
      tree: join(staging, 'tree'),
      isEmpty: !isThere(published) || readdirSync(published).length === 0,
      announce: (transition) => writeJournal(transition, places),
      read: (path) => readIfThere(join(published, path)),
      downloads: openDownloads(join(stateDir, 'downloads'), staging),
    });
    isDone = true;
    return result;
  } catch (error) {
    throw environmentError(error, 'write to', placeOf(error, published) ?? out);
  } finally {
    tidy(places, isDone);
    release();
    removeIfEmpty(stateDir);
  }
}

/** What is in the way among published files; null where it is none of them. */
function placeOf(error: unknown, published: string): string | null {
  const { path, dest = path } = error as NodeJS.ErrnoException & { readonly dest?: string };
  return dest?.startsWith(published) ? dest : null;
}

async function enter(out: string, stateDir: string, onWait: (holder: Holder) => void) {
  try {
    makeFolder(stateDir);
    return await takeBuildLock(stateDir, onWait);
  } catch (error) {
    removeIfEmpty(stateDir);
    throw environmentError(error, 'write to', out);
  }
}

/**
 * What the manifest in place says was published.
 *
 * @param isKept See `readPrevious`.
 */
export function previousIn({ read }: OutputFolder, isKept?: (path: string) => boolean): Previous {
  const manifest = read(MANIFEST_PATH);
  return (manifest && readPrevious(manifest, isKept)) ?? NOTHING_PUBLISHED;
}

/** What tells the publication in an output folder from those before and after it; null for none. */
export function publicationMark(out: string): string | null {
  try {
    const manifest = join(out, API_PATH, MANIFEST_PATH);
    const { ino, size, mtimeNs, ctimeNs } = lstatSync(manifest, { bigint: true });
    return [ino, size, mtimeNs, ctimeNs].join();
  } catch (error) {
    // A code that stays the same is not another build's work: whoever reads the manifest reports it.
    return isAbsence(error) ? null : String(systemErrorCode(error));
  }
}

/** Leaves nothing, unless a build that failed may have begun to move files into place. */
function tidy({ staging, journal }: JournalPlaces, isDone: boolean): void {
  try {
    if (isDone) rmSync(journal, { force: true });
    if (!isThere(journal)) rmSync(staging, { recursive: true, force: true });
  } catch {
    // The next build tidies again; what went wrong before this is the news.
  }
}

function removeIfEmpty(folder: string): void {
  try {
    rmdirSync(folder);
  } catch {
    // Not empty: another build waits in it, or a journal stays. Gone: all the better.
  }
}
