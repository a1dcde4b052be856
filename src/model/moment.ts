import type { Timestamp } from './timestamp.ts';

/** The moment of a timestamp, in milliseconds since 1970; comparable where the texts may not be. */
export function momentOf(value: Timestamp): number {
  return Date.parse(value);
}

/** A moment as the API writes it: whole seconds, UTC. */
export function toTimestamp(milliseconds: number): Timestamp {
  return new Date(milliseconds).toISOString().replace(/\.\d+Z$/, 'Z') as Timestamp;
}

/** Whether a moment is after another one. */
export function isLater(a: Timestamp, b: Timestamp): boolean {
  // Most have whole seconds and are in the order of their texts; fractions are not.
  return a.length === b.length ? a > b : momentOf(a) > momentOf(b);
}

/** The day of a moment, as YYYY-MM-DD. */
export function dayOf(timestamp: Timestamp): string {
  return timestamp.slice(0, 'YYYY-MM-DD'.length);
}
