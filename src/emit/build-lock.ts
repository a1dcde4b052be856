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
/** How often a holder touches its lock. A busy build can be late by seconds. */
const REFRESH_MILLISECONDS = 30 * 1000;
/** A lock that was not touched for longer belongs to a process that has ended, on any machine. */
const STALE_MILLISECONDS = 10 * 60 * 1000;

/** The locks that this process holds, by their texts. */
const held = new Set<string>();

/** The process that holds a lock, as the lock names it. */
interface Owner {
  readonly pid: number;
  readonly host: string;
}

/** The process that a build waits for. */
export interface Holder {
  readonly pid: number;
  /** The name of another host, on which the process cannot be checked; null for this host. */
  readonly host: string | null;
  /** The path of its lock. */
  readonly lock: string;
}

/**
 * Takes the lock of an output folder. Waits for a running build. Takes over the lock of a killed build: at
 * once if it ran on this host, otherwise when the lock has not been touched for ten minutes.
 *
 * @param folder An existing folder; the lock is one file in it.
 * @param onWait Called once, when the holder is known.
 * @returns A function that releases the lock.
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

/** Creates the lock; null if another build holds it, or the attempt must be repeated. */
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

/** The owner that a lock names; null if it names none, as while it is being written. */
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
    // For the same reason publishing will fail, and report it.
  }
}

function removeLock(lock: string, owner: string): void {
  try {
    // A process that was suspended for long may have lost the lock to another.
    if (readIfThere(lock)?.toString() === owner) rmSync(lock, { force: true });
  } catch {
    // The publication is complete. Other builds take over the lock, because it is not touched any more.
  }
}

/** Removes a lock with this text. If another build has replaced it, the new lock is put back. */
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

/** Removes the files of builds that were killed in the middle of `removeAbandoned`. */
function removeAsides(folder: string): void {
  try {
    for (const name of readdirSync(folder)) {
      if (/^lock\.\d+$/.test(name)) rmSync(join(folder, name), { force: true });
    }
  } catch {
    // The next build tries again.
  }
}
