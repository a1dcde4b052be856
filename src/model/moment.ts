import type { Timestamp } from './timestamp.ts';

/** The moment of a timestamp, in milliseconds since 1970; comparable where the texts may not be. */
export function momentOf(value: Timestamp): number {
  return Date.parse(value);
}

/** A moment as the API writes it: whole seconds, UTC. */
export function toTimestamp(milliseconds: number): Timestamp {
  return new Date(milliseconds).toISOString().replace(/\.\d+Z$/, 'Z') as Timestamp;
}
