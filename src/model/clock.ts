import { momentOf, toTimestamp } from './moment.ts';
import type { Timestamp } from './timestamp.ts';

/** The time a build takes for now: the system's, or the one SOURCE_DATE_EPOCH pins. */
export interface Clock {
  /** Milliseconds since 1970. */
  readonly now: number;
  readonly isPinned: boolean;
}

/** The clock at a moment nobody pinned. */
export function systemClock(): Clock {
  return { now: Date.now(), isPinned: false };
}

/**
 * The time for bytes that replace others: later than theirs, whole seconds, also where several builds
 * fall into one second or the clock was set back. Hosts that make validators of time and size could
 * not tell two bodies of one time apart. A pinned clock says its own time all the same.
 */
export function timeAfter(replaced: Timestamp | undefined, clock: Clock): Timestamp {
  if (replaced === undefined || clock.isPinned) return timeOf(clock);
  const earliest = momentOf(replaced) + 1000;
  return clock.now >= earliest ? timeOf(clock) : toTimestamp(earliest);
}

const times = new WeakMap<Clock, Timestamp>();

/** The time of a clock as text, which every response of a build asks for. */
function timeOf(clock: Clock): Timestamp {
  const time = times.get(clock) ?? toTimestamp(clock.now);
  times.set(clock, time);
  return time;
}
