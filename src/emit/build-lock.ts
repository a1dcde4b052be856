import {
  closeSync,
  linkSync,
  openSync,
  readdirSync,
  readFileSync,
  readlinkSync,
  renameSync,
  rmSync,
  statSync,
  writeSync,
} from 'node:fs';
import { hostname } from 'node:os';
import { dirname, join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { EnvironmentError, environmentError, systemErrorCode } from '../diagnostics/index.ts';
import { makeFolder } from './make-folder.ts';

const POLL_MILLISECONDS = 50;
const PATIENCE_MILLISECONDS = 10 * 60 * 1000;
/** A lock without an owner is being written, or its writer was killed between two calls. */
const UNSIGNED_MILLISECONDS = 2000;

/** The process that holds a lock. `started` tells it from a later one with the same number. */
interface Owner {
  readonly pid: number;
  readonly host: string;
  /** Where its number counts: a container has its own. */
  readonly namespace: string | null;
  readonly started: string | null;
}

/** Whom a build waits for. */
export interface Holder {
  readonly pid: number;
  /** Where it runs, if nothing here tells whether it still does; null otherwise. */
  readonly host: string | null;
  /** The file that is its lock. */
  readonly lock: string;
}

/**
 * Takes the lock of an output folder, waiting for a build that is at work and taking over from
 * one that was killed.
 *
 * @param folder Exists already; the lock is one file in it.
 * @param onWait Called once, when it is known whom to wait for.
 * @returns A function that gives the lock back, or throws an EnvironmentError.
 * @throws EnvironmentError when the other build does not end in ten minutes
 */
export async function takeBuildLock(
  folder: string,
  onWait: (holder: Holder) => void,
): Promise<() => void> {
  const lock = join(folder, 'lock');
  const deadline = Date.now() + PATIENCE_MILLISECONDS;
  let hasSaid = false;
  while (!tryToLock(lock)) {
    const text = readLock(lock);
    const owner = text === null ? null : parseOwner(text);
    if (text !== null && isAbandoned(lock, owner)) {
      removeAbandoned(lock, text);
      continue;
    }
    if (!hasSaid && owner !== null) {
      onWait({ pid: owner.pid, host: isElsewhere(owner) ? owner.host : null, lock });
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
  return () => removeLock(lock);
}

function tryToLock(lock: string): boolean {
  const file = openNew(lock);
  if (file === null) return false;
  const { pid } = process;
  const owner: Owner = { pid, host: hostname(), namespace: namespace(), started: startOf(pid) };
  try {
    writeSync(file, JSON.stringify(owner));
    return true;
  } catch (error) {
    rmSync(lock, { force: true });
    throw error;
  } finally {
    closeSync(file);
  }
}

/** Opens a lock that nobody holds; null where that has to be tried again. */
function openNew(lock: string): number | null {
  try {
    return openSync(lock, 'wx');
  } catch (error) {
    const code = systemErrorCode(error);
    if (code === 'EEXIST') return null;
    if (code !== 'ENOENT') throw error;
    // The build that held the lock tidied the folder away in between.
    makeFolder(dirname(lock));
    return null;
  }
}

function readLock(lock: string): string | null {
  try {
    return readFileSync(lock, 'utf8');
  } catch (error) {
    if (systemErrorCode(error) === 'ENOENT') return null;
    throw error;
  }
}

function parseOwner(text: string): Owner | null {
  try {
    const owner = JSON.parse(text) as Partial<Owner>;
    const { pid, host, namespace: known = namespace(), started = null } = owner;
    return Number.isInteger(pid) && typeof host === 'string'
      ? { pid: Number(pid), host, namespace: known, started }
      : null;
  } catch {
    return null;
  }
}

function isAbandoned(lock: string, owner: Owner | null): boolean {
  if (owner === null) return ageOf(lock) > UNSIGNED_MILLISECONDS;
  if (isElsewhere(owner)) return false;
  return !isRunning(owner.pid) || startOf(owner.pid) !== owner.started || hasEnded(owner.pid);
}

/** Whether nothing here tells if a process is still running. */
function isElsewhere(owner: Owner): boolean {
  return owner.host !== hostname() || owner.namespace !== namespace();
}

function ageOf(path: string): number {
  const modified = statSync(path, { throwIfNoEntry: false })?.mtimeMs;
  return modified === undefined ? 0 : Date.now() - modified;
}

function isRunning(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return systemErrorCode(error) === 'EPERM';
  }
}

/** The namespace of process numbers that this process is in (pid_namespaces(7)); null off Linux. */
function namespace(): string | null {
  try {
    return readlinkSync('/proc/self/ns/pid');
  } catch {
    return null;
  }
}

/** When a process started, in clock ticks since boot; null off Linux. */
function startOf(pid: number): string | null {
  return statusOf(pid)?.[19] ?? null;
}

/**
 * Whether a process has ended and waits for its parent to look, which where the first process of a
 * container is no init may be for good.
 */
function hasEnded(pid: number): boolean {
  const state = statusOf(pid)?.[0];
  return state === 'Z' || state === 'X';
}

/** What Linux says of a process from its state on (proc(5), field 3 of stat); null off Linux. */
function statusOf(pid: number): readonly string[] | null {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
    // The second field is a name in parentheses that may hold spaces and parentheses itself.
    return stat.slice(stat.lastIndexOf(')') + 2).split(' ');
  } catch {
    return null;
  }
}

function removeLock(lock: string): void {
  try {
    rmSync(lock, { force: true });
  } catch (error) {
    throw environmentError(error, 'remove', lock);
  }
}

/** Removes a lock that was judged by its text; if another build was quicker, its lock goes back. */
function removeAbandoned(lock: string, judged: string): void {
  const aside = `${lock}.${process.pid}`;
  try {
    renameSync(lock, aside);
    if (readFileSync(aside, 'utf8') !== judged) linkSync(aside, lock);
  } catch (error) {
    const code = systemErrorCode(error);
    if (code !== 'ENOENT' && code !== 'EEXIST') throw error;
  } finally {
    rmSync(aside, { force: true });
  }
}

/** Removes what builds left that were killed between the two steps of `removeAbandoned`. */
function removeAsides(folder: string): void {
  for (const name of readdirSync(folder)) {
    if (/^lock\.\d+$/.test(name)) rmSync(join(folder, name), { force: true });
  }
}
