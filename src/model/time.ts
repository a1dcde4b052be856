import type * as z from 'zod';

/** A timestamp (RFC 3339 §5.6) in UTC, with an upper-case T and Z. Kept as written. */
export type Timestamp = string & z.core.$brand<'Timestamp'>;

/** Whether a value is a timestamp, for callers that do not need the reason. */
export function isTimestamp(value: unknown): value is Timestamp {
  return typeof value === 'string' && timestampProblem(value) === null;
}

/** Matches most timestamps: every month has the days 1 to 28. */
const SURE = /^\d{4}-(?:0[1-9]|1[0-2])-(?:0[1-9]|1\d|2[0-8])T(?:[01]\d|2[0-3]):[0-5]\d:[0-5]\dZ$/;

/** The problem of a timestamp; null if it is valid. */
export function timestampProblem(value: string): string | null {
  if (SURE.test(value)) return null;
  if (/^\d{4}-\d\d-\d\d[Tt ]\d\d:\d\d(:\d\d(\.\d+)?)? ?[+-]\d\d(:?\d\d)?$/.test(value)) {
    return 'a timestamp is written in UTC, with Z at its end';
  }
  const parts = /^(\d{4})-(\d\d)-(\d\d)T(\d\d):(\d\d):(\d\d)(?:\.\d+)?Z$/.exec(value);
  if (parts === null) return formProblem(value);
  const [, year = 0, month = 0, day = 0, hour = 0, minute = 0, second = 0] = parts.map(Number);
  const isTime = hour < 24 && minute < 60 && second < 60;
  // Date turns 31 February into a day of March: a day that changes does not exist.
  const date = new Date(0);
  // Date.UTC reads the years 0 to 99 as 1900 to 1999.
  date.setUTCFullYear(year, month - 1, day);
  const isDate = date.getUTCMonth() === month - 1 && date.getUTCDate() === day;
  return isTime && isDate ? null : 'there is no such moment';
}

/** A date alone as the timestamp of its first second; any other text as it is. */
export function startOfDay(value: string): string {
  return /^\d{4}-\d\d-\d\d$/.test(value) ? `${value}T00:00:00Z` : value;
}

/** Why a date and a time are not a timestamp. */
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

/** A timestamp in milliseconds since 1970; smaller fractions are cut off. */
export function momentOf(value: Timestamp): number {
  return Date.parse(value);
}

/** A timestamp in the format of the API: whole seconds, UTC. */
export function toTimestamp(milliseconds: number): Timestamp {
  return new Date(milliseconds).toISOString().replace(/\.\d+Z$/, 'Z') as Timestamp;
}

/** The later of two timestamps. */
export function laterOf(a: Timestamp, b: Timestamp): Timestamp {
  return isLater(b, a) ? b : a;
}

/** Whether a timestamp is after another one. */
export function isLater(a: Timestamp, b: Timestamp): boolean {
  // Timestamps in whole seconds sort like their texts; those with fractions do not.
  return a.length === b.length ? a > b : toOrdered(a) > toOrdered(b);
}

/** A text that sorts by time. Equal times give the same text, with or without fractions. */
export function toOrdered(value: Timestamp): string {
  return value.replace(/(?:\.0*|(\.\d*[1-9])0*)?Z$/, '$1');
}

/** The day of a timestamp, as YYYY-MM-DD. */
export function dayOf(timestamp: Timestamp): string {
  return timestamp.slice(0, 'YYYY-MM-DD'.length);
}

/** The time of a build: that of the system, or SOURCE_DATE_EPOCH. */
export interface Clock {
  /** Milliseconds since 1970. */
  readonly now: number;
  readonly isPinned: boolean;
}

/** The clock of the system. */
export function systemClock(): Clock {
  return { now: Date.now(), isPinned: false };
}

/**
 * The time of bytes that replace others: in whole seconds, and later than the time of the replaced bytes,
 * even if builds follow within a second or the clock was set back. Some hosts make validators from time and
 * size, and two contents with the same time could have the same validator. A pinned clock keeps its time.
 */
export function timeAfter(replaced: Timestamp | undefined, clock: Clock): Timestamp {
  if (replaced === undefined || clock.isPinned) return timeOf(clock);
  const earliest = momentOf(replaced) + 1000;
  return clock.now >= earliest ? timeOf(clock) : toTimestamp(earliest);
}

const times = new WeakMap<Clock, Timestamp>();

/** The time of a clock as text. Every response of a build needs it. */
function timeOf(clock: Clock): Timestamp {
  const time = times.get(clock) ?? toTimestamp(clock.now);
  times.set(clock, time);
  return time;
}
