import type { Counts } from '../build-terms.ts';
import { EnvironmentError, environmentError, environmentErrorOf } from '../diagnostics/index.ts';
import type { Holder } from '../emit/index.ts';
import type { SyncOptions } from '../sync/index.ts';

/** A failure for people: one line for a fault of the environment, the stack for a bug. */
export function describeFailure(failure: unknown): string {
  const error = environmentErrorOf(failure);
  if (error instanceof EnvironmentError) return `${error.message}.`;
  return `This is a bug, please report it. ${error instanceof Error ? error.stack : String(error)}`;
}

/** Why nothing more can be written to standard output. */
export function describeOutputFailure(error: Error): string {
  return describeFailure(environmentError(error, 'write to', 'standard output'));
}

/**
 * The process that a command waits for, and what to do if it runs elsewhere and may be gone.
 *
 * @param what As in "another build".
 */
export function describeWait(what: string, { pid, host, lock }: Holder, folder: string): string {
  const process = host === null ? `process ${pid}` : `process ${pid} on ${host}`;
  const advice =
    host === null
      ? ''
      : `; if that process is gone, delete ${lock}, or wait: its lock is taken over after ten minutes`;
  return `Waiting for another ${what} (${process}) to finish with ${folder}${advice}.`;
}

type Pause = Parameters<SyncOptions['watcher']['onPause']>[0];

/** Why nothing happens for a while. */
export function describePause({ seconds, isAskedFor }: Pause): string {
  return isAskedFor
    ? `The host asks for a pause of ${count(seconds, 'second')}.`
    : `The host is too busy and sends no Retry-After; trying again in ${count(seconds, 'second')}.`;
}

/** "1 operator", "2 operators"; thousands set apart, the same in every locale. */
export function count(number: number, noun: string): string {
  const plural = noun.endsWith('y') ? `${noun.slice(0, -1)}ies` : `${noun}s`;
  return `${groupThousands(number)} ${number === 1 ? noun : plural}`;
}

/** "17 operators, 126 claims, 15 metrics, 2 categories" */
export function describeCounts({ operators, claims, metrics, categories }: Counts): string {
  return [
    count(operators, 'operator'),
    count(claims, 'claim'),
    count(metrics, 'metric'),
    count(categories, 'category'),
  ].join(', ');
}

/** "298.5 kB": powers of a thousand. */
export function describeBytes(bytes: number): string {
  const units = ['B', 'kB', 'MB', 'GB', 'TB'];
  let power = 0;
  let value = bytes;
  while (value >= 999.95 && power < units.length - 1) {
    value /= 1000;
    power += 1;
  }
  return `${power === 0 ? value : value.toFixed(1)} ${units[power]}`;
}

/** "0.42 s": how long it is since a moment that `performance` gave. */
export function describeTimeSince(started: number): string {
  return `${((performance.now() - started) / 1000).toFixed(2)} s`;
}

export function groupThousands(number: number): string {
  return String(number).replace(/\B(?=(\d{3})+$)/g, ',');
}
