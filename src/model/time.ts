import type * as z from 'zod';

/** A moment as RFC 3339 §5.6 writes it, in UTC, with an upper-case T and Z. Kept as written. */
export type Timestamp = string & z.core.$brand<'Timestamp'>;

/** Whether a value is a timestamp, for who has many to look at and nothing to say about them. */
export function isTimestamp(value: unknown): value is Timestamp {
  return typeof value === 'string' && timestampProblem(value) === null;
}

/** Most timestamps: every month has the days 1 to 28. */
const SURE = /^\d{4}-(?:0[1-9]|1[0-2])-(?:0[1-9]|1\d|2[0-8])T(?:[01]\d|2[0-3]):[0-5]\d:[0-5]\dZ$/;

/** What is wrong with a timestamp; null for nothing. */
export function timestampProblem(value: string): string | null {
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
  if (between !== 'T') return 'an upper-case T is between date and time';
  if (seconds === undefined) return 'the seconds are missing';
  return zone === undefined
    ? 'a timestamp is written in UTC, with Z at its end'
    : 'a timestamp ends with an upper-case Z, without a space before it';
}

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

/** A text that sorts by time. The same moment gives the same text, with or without fractions. */
export function toOrdered(value: Timestamp): string {
  return value.replace(/(?:\.0*|(\.\d*[1-9])0*)?Z$/, '$1');
}

/** The day of a moment, as YYYY-MM-DD. */
export function dayOf(timestamp: Timestamp): string {
  return timestamp.slice(0, 'YYYY-MM-DD'.length);
}

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
