import type { Counts } from '../build-terms.ts';
import { EnvironmentError, environmentError } from '../diagnostics/index.ts';
import type { Holder } from '../emit/index.ts';
import type { SyncOptions } from '../sync/index.ts';

/** A failure for people: one line for the world's fault, all there is for a fault of this program. */
export function describeFailure(error: unknown): string {
  if (error instanceof EnvironmentError) return `${error.message}.`;
  return `This is a bug, please report it. ${error instanceof Error ? error.stack : String(error)}`;
}

/** Why nothing more can be written to standard output. */
export function describeOutputFailure(error: Error): string {
  return describeFailure(environmentError(error, 'write to', 'standard output'));
}

/**
 * Whom a command waits for, and what to do where nobody here can tell whether it is still there.
 *
 * @param what As in "another build".
 */
export function describeWait(what: string, { pid, host, lock }: Holder, folder: string): string {
  const process = host === null ? `process ${pid}` : `process ${pid} on ${host}`;
  const advice = host === null ? '' : `; if that one is gone, delete ${lock}`;
  return `Waiting for another ${what} (${process}) to finish with ${folder}${advice}.`;
}

type Pause = Parameters<SyncOptions['watcher']['onPause']>[0];

/** Why nothing happens for a while: a host that is too busy need not say for how long. */
export function describePause({ seconds, isAskedFor }: Pause): string {
  return isAskedFor
    ? `The host asks for a pause of ${count(seconds, 'second')}.`
    : `The host is too busy and does not say for how long; asking again in ${count(seconds, 'second')}.`;
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
