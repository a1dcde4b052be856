import {
  closeSync,
  openSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { hostname } from 'node:os';
import { dirname, join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { EnvironmentError, systemErrorCode } from '../diagnostics/index.ts';
import { discard, makeFolder, readIfThere } from './files.ts';

const POLL_MILLISECONDS = 50;
const PATIENCE_MILLISECONDS = 10 * 60 * 1000;
/** How often a holder touches its lock. A build that computes may be late by seconds. */
const REFRESH_MILLISECONDS = 30 * 1000;
/** A lock that was not touched for so long belongs to a process that is gone, wherever it ran. */
const STALE_MILLISECONDS = 10 * 60 * 1000;

/** The locks that this process holds, by their texts. */
const held = new Set<string>();

/** The process that holds a lock, as the lock names it. */
interface Owner {
  readonly pid: number;
  readonly host: string;
}

/** Whom a build waits for. */
export interface Holder {
  readonly pid: number;
  /** Another host, where nothing here tells whether the process still runs; null on this one. */
  readonly host: string | null;
  /** The file that is its lock. */
  readonly lock: string;
}

/**
 * Takes the lock of an output folder. Waits for a build that is at work, and takes over from one that
 * was killed: at once if it ran on this host, otherwise when its lock has not been touched for long.
 *
 * @param folder Exists already; the lock is one file in it.
 * @param onWait Called once, when it is known whom to wait for.
 * @returns A function that gives the lock back.
 * @throws EnvironmentError when the other build does not end in ten minutes
 */
export async function takeBuildLock(
  folder: string,
  onWait: (holder: Holder) => void,
): Promise<() => void> {
  const lock = join(folder, 'lock');
  const { pid } = process;
  const owner = JSON.stringify({ pid, host: hostname(), since: new Date().toISOString() });
  const deadline = Date.now() + PATIENCE_MILLISECONDS;
  let hasSaid = false;
  while (!tryToLock(lock, owner)) {
    const text = readIfThere(lock)?.toString() ?? null;
    const holder = parseOwner(text ?? '');
    if (text !== null && isAbandoned(lock, text, holder)) {
      removeAbandoned(lock, text);
      continue;
    }
    if (!hasSaid && holder !== null) {
      onWait({ pid: holder.pid, host: holder.host === hostname() ? null : holder.host, lock });
      hasSaid = true;
    }
    if (Date.now() > deadline) {
      throw new EnvironmentError(
        `Another build holds ${lock}; if none is running, delete that file`,
      );
    }
    await sleep(POLL_MILLISECONDS);
  }
  removeAsides(folder);
  const refresh = setInterval(() => touch(lock), REFRESH_MILLISECONDS).unref();
  return () => {
    clearInterval(refresh);
    held.delete(owner);
    removeLock(lock, owner);
  };
}

function tryToLock(lock: string, owner: string): boolean {
  const file = openNew(lock);
  if (file === null) return false;
  try {
    try {
      writeFileSync(file, owner);
    } finally {
      closeSync(file);
    }
  } catch (error) {
    discard(lock);
    throw error;
  }
  held.add(owner);
  return true;
}

/** Opens a lock that nobody holds; null where that has to be tried again. */
function openNew(lock: string): number | null {
  try {
    return openSync(lock, 'wx');
  } catch (error) {
    const code = systemErrorCode(error);
    if (code === 'EEXIST') return null;
    if (code !== 'ENOENT') throw error;
    // The build that held the lock removed the folder in between.
    makeFolder(dirname(lock));
    return null;
  }
}

/** Null where a lock names nobody, as while it is being written. */
function parseOwner(text: string): Owner | null {
  try {
    const { pid, host } = JSON.parse(text) as Partial<Owner>;
    return Number.isInteger(pid) && typeof host === 'string' ? { pid: Number(pid), host } : null;
  } catch {
    return null;
  }
}

function isAbandoned(lock: string, text: string, owner: Owner | null): boolean {
  const touched = statSync(lock, { throwIfNoEntry: false })?.mtimeMs ?? Number.POSITIVE_INFINITY;
  if (Date.now() - touched > STALE_MILLISECONDS) return true;
  if (owner === null || owner.host !== hostname()) return false;
  // A container that was killed and started again has the same name and the same process numbers.
  return owner.pid === process.pid ? !held.has(text) : !isRunning(owner.pid);
}

function isRunning(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return systemErrorCode(error) === 'EPERM';
  }
}

function touch(lock: string): void {
  try {
    utimesSync(lock, new Date(), new Date());
  } catch {
    // Whatever keeps the lock from being touched keeps the build from publishing, which reports it.
  }
}

function removeLock(lock: string, owner: string): void {
  try {
    // A process that was stopped for long may have lost the lock to another.
    if (readIfThere(lock)?.toString() === owner) rmSync(lock, { force: true });
  } catch {
    // What was published stays so. Others take the lock over: it is touched no more.
  }
}

/** Removes a lock that was judged by its text; if another build was quicker, its lock goes back. */
function removeAbandoned(lock: string, judged: string): void {
  const aside = `${lock}.${process.pid}`;
  try {
    renameSync(lock, aside);
    const found = readFileSync(aside, 'utf8');
    if (found !== judged) writeFileSync(lock, found, { flag: 'wx' });
  } catch (error) {
    const code = systemErrorCode(error);
    if (code !== 'ENOENT' && code !== 'EEXIST') throw error;
  } finally {
    discard(aside);
  }
}

/** Removes what builds left that were killed between the two steps of `removeAbandoned`. */
function removeAsides(folder: string): void {
  try {
    for (const name of readdirSync(folder)) {
      if (/^lock\.\d+$/.test(name)) rmSync(join(folder, name), { force: true });
    }
  } catch {
    // The next build tries again.
  }
}
