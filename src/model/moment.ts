import type { Timestamp } from './timestamp.ts';

/** The moment of a timestamp, in milliseconds since 1970; what is finer is cut off. */
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
  return a.length === b.length ? a > b : toOrdered(a) > toOrdered(b);
}

/** A text that is in the order of the moments, and the same for the same one, however finely it is told. */
export function toOrdered(value: Timestamp): string {
  return value.replace(/(?:\.0*|(\.\d*[1-9])0*)?Z$/, '$1');
}

/** The day of a moment, as YYYY-MM-DD. */
export function dayOf(timestamp: Timestamp): string {
  return timestamp.slice(0, 'YYYY-MM-DD'.length);
}
