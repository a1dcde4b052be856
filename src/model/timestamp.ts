import { checked, type Shape, string } from './shape.ts';

/** When the first cryptocurrency began: nobody can have observed before what bets in one cost. */
const EARLIEST = '2009-01-03';

/**
 * RFC 3339 §5.6 in UTC, written with an upper-case T and Z. Kept as written. Sources say nothing of
 * the time before cryptocurrencies; a date there is a slip, such as 0026 for 2026.
 */
export const timestamp = checked(string(), (value) => {
  const problem =
    timestampProblem(value) ?? (value < EARLIEST ? 'there were no cryptocurrencies then' : null);
  return problem === null ? null : { rule: 'timestamp', problem };
}) as Shape<Timestamp>;
export type Timestamp = string & { readonly __brand: 'Timestamp' };

/** Whether a value is a timestamp, for who has many to look at and nothing to say about them. */
export function isTimestamp(value: unknown): value is Timestamp {
  return typeof value === 'string' && timestampProblem(value) === null;
}

/** Most timestamps: every month has the days 1 to 28. */
const SURE = /^\d{4}-(?:0[1-9]|1[0-2])-(?:0[1-9]|1\d|2[0-8])T(?:[01]\d|2[0-3]):[0-5]\d:[0-5]\dZ$/;

function timestampProblem(value: string): string | null {
  if (SURE.test(value)) return null;
  if (/^\d{4}-\d\d-\d\d$/.test(value)) return 'a date alone does not say the time';
  if (/^\d{4}-\d\d-\d\d[Tt ]\d\d:\d\d(:\d\d(\.\d+)?)? ?[+-]\d\d(:?\d\d)?$/.test(value)) {
    return 'a timestamp is written in UTC, with Z at its end';
  }
  const parts = /^(\d{4})-(\d\d)-(\d\d)T(\d\d):(\d\d):(\d\d)(?:\.\d+)?Z$/.exec(value);
  if (parts === null) return formProblem(value);
  const [, year = 0, month = 0, day = 0, hour = 0, minute = 0, second = 0] = parts.map(Number);
  const isTime = hour < 24 && minute < 60 && second < 60;
  // Date rolls 31 February over into March; a day that does not come back does not exist.
  const date = new Date(0);
  // Date.UTC would take the first hundred years for those from 1900 on.
  date.setUTCFullYear(year, month - 1, day);
  const isDate = date.getUTCMonth() === month - 1 && date.getUTCDate() === day;
  return isTime && isDate ? null : 'there is no such moment';
}

/** What keeps a date and a time from being a timestamp. */
function formProblem(value: string): string {
  const parts = /^\d{4}-\d\d-\d\d([Tt ])\d\d:\d\d(:\d\d(?:\.\d+)?)? ?(Z|z|UTC|GMT)?$/.exec(value);
  if (parts === null) return 'that is not a date and a time';
  const [, between, seconds, zone] = parts;
  if (between !== 'T') return 'an upper-case T stands between date and time';
  if (seconds === undefined) return 'the seconds are missing';
  return zone === undefined
    ? 'a timestamp is written in UTC, with Z at its end'
    : 'a timestamp ends with an upper-case Z, without a space before it';
}
