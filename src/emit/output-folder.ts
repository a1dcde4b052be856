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
import { isThere, makeFolder, readIfThere } from './files.ts';
import { type JournalPlaces, settleJournal, writeJournal } from './journal.ts';
import type { Transition } from './transition.ts';

/**
 * The folder below the output folder that contains the lock, the staged files and the journal. It exists
 * while a build is running, or after it was killed.
 */
export const STATE_DIR = '.operator-api';

/** An output folder that this process has locked. */
export interface OutputFolder {
  /** Where files are published: `<out>/api/v1`. */
  readonly published: string;
  /** The folder for staged files, on the same file system; empty at the start. */
  readonly staging: string;
  /** The folder in which a first publication is staged. */
  readonly tree: string;
  /** Whether nothing is published: the folder is empty or missing. */
  readonly isEmpty: boolean;
  /** Writes the journal, so that the next build can complete the transition. */
  readonly announce: (transition: Transition) => void;
  /** The bytes of a published file; null if it is missing. */
  readonly read: (path: OutputPath) => Buffer | null;
  /** The content that an unfinished mirror has downloaded. */
  readonly downloads: Downloads;
}

/**
 * Locks an output folder, completes an unfinished transition, and calls `work`. Then removes the staged
 * files and releases the lock, even if `work` fails.
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

/** The published file that an error is about; null if it is about another file. */
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
 * The last publication, as its manifest lists it.
 *
 * @param isKept See `readPrevious`.
 */
export function previousIn({ read }: OutputFolder, isKept?: (path: string) => boolean): Previous {
  const manifest = read(MANIFEST_PATH);
  return (manifest && readPrevious(manifest, isKept)) ?? NOTHING_PUBLISHED;
}

/** Identifies the publication in an output folder, among those before and after it; null without one. */
export function publicationMark(out: string): string | null {
  try {
    const manifest = join(out, API_PATH, MANIFEST_PATH);
    const { ino, size, mtimeNs, ctimeNs } = lstatSync(manifest, { bigint: true });
    return [ino, size, mtimeNs, ctimeNs].join();
  } catch (error) {
    // A lasting failure gives the same mark each time, and is reported when the manifest is read.
    return isAbsence(error) ? null : String(systemErrorCode(error));
  }
}

/** Removes the staged files, unless a failed build may have begun to move them into place. */
function tidy({ staging, journal }: JournalPlaces, isDone: boolean): void {
  try {
    if (isDone) rmSync(journal, { force: true });
    if (!isThere(journal)) rmSync(staging, { recursive: true, force: true });
  } catch {
    // The next build tries again. An earlier error is more important.
  }
}

function removeIfEmpty(folder: string): void {
  try {
    rmdirSync(folder);
  } catch {
    // Another build waits in it, it contains a journal, or it is already removed.
  }
}
