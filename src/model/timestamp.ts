import * as z from 'zod';
import { checked } from './problem.ts';

/** RFC 3339 §5.6 in UTC, written with an upper-case T and Z. Kept as written. */
export const timestamp = checked(z.string(), (value) => {
  const problem = timestampProblem(value);
  return problem === null ? null : { rule: 'timestamp', problem };
}).brand<'Timestamp'>();
export type Timestamp = z.output<typeof timestamp>;

function timestampProblem(value: string): string | null {
  if (/^\d{4}-\d\d-\d\d$/.test(value)) return 'a date alone does not say the time';
  if (/^\d{4}-\d\d-\d\d[Tt ]\d\d:\d\d:\d\d(\.\d+)?[+-]\d\d:?\d\d$/.test(value)) {
    return 'a timestamp is written in UTC, with Z at its end';
  }
  const parts = /^(\d{4})-(\d\d)-(\d\d)T(\d\d):(\d\d):(\d\d)(?:\.\d+)?Z$/.exec(value);
  if (parts === null) return 'that is not a date and a time';
  const [, year = 0, month = 0, day = 0, hour = 0, minute = 0, second = 0] = parts.map(Number);
  const isTime = hour < 24 && minute < 60 && second < 60;
  // Date rolls 31 February over into March; a day that does not come back does not exist.
  const date = new Date(Date.UTC(year, month - 1, day));
  const isDate = date.getUTCMonth() === month - 1 && date.getUTCDate() === day;
  return isTime && isDate ? null : 'there is no such moment';
}

/** The moment of a timestamp, in milliseconds since 1970; comparable where the texts may not be. */
export function momentOf(value: Timestamp): number {
  return Date.parse(value);
}

/** A moment as the API writes it: whole seconds, UTC. */
export function toTimestamp(milliseconds: number): Timestamp {
  return new Date(milliseconds).toISOString().replace(/\.\d+Z$/, 'Z') as Timestamp;
}
