import type { DataFile } from '../source/index.ts';
import type { SharedTexts } from './shared-texts.ts';

/** How many things a thread takes on at a time. */
const STRETCH = 32;

/** Memory for which stretches of some things are taken: a number each, 0 for free. */
export function stretchesOf(amount: number): SharedArrayBuffer {
  return new SharedArrayBuffer(4 * Math.ceil(amount / STRETCH));
}

/**
 * Tells one thread, which asks about each thing in order, what is its own to do: it takes the next
 * stretch when it comes to it, unless another thread has.
 */
export function ownByOrder(taken: Int32Array): (index: number) => boolean {
  let own = -1;
  return (index) => {
    const stretch = Math.floor(index / STRETCH);
    if (stretch > own && take(taken, stretch)) own = stretch;
    return stretch === own;
  };
}

/**
 * Does some work for things, stretch by stretch, until it meets another thread that has taken the
 * rest.
 *
 * @param direction Two threads that come from both ends meet once.
 */
export function eachOfMine<T>(
  things: readonly T[],
  taken: Int32Array,
  direction: 'forwards' | 'backwards',
  work: (thing: T, index: number) => void,
): void {
  for (let turn = 0; turn < taken.length; turn += 1) {
    const stretch = direction === 'backwards' ? taken.length - 1 - turn : turn;
    if (!take(taken, stretch)) return;
    const end = Math.min(things.length, STRETCH * (stretch + 1));
    for (let index = STRETCH * stretch; index < end; index += 1) work(things[index] as T, index);
  }
}

/**
 * Keeps what a source holds, as JSON, if it is sound by itself; of anything else the one who reports
 * it makes more.
 */
export function keepSound(
  file: DataFile,
  index: number,
  texts: SharedTexts,
  readAlone: (file: DataFile) => unknown,
): unknown {
  const value = readAlone(file);
  if (value !== undefined) texts.set(index, JSON.stringify(value));
  return value;
}

/** Takes a stretch for the thread that asks; false if another one has it. */
function take(taken: Int32Array, stretch: number): boolean {
  return Atomics.compareExchange(taken, stretch, 0, 1) === 0;
}
