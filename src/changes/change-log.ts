import { isTimestamp, type Timestamp } from '../model/index.ts';
import type { Change, LoggedChange, Row } from '../resources/index.ts';
import { COLUMNS } from './change.ts';
import { readBody } from './read-body.ts';

/** How many changes are published; older ones make way. */
export const MOST_CHANGES = 1000;

/**
 * Puts the changes of a publication before those of the earlier ones. The log is not cut within what
 * one publication changed about one operator, so that this is told whole, unless that alone is more
 * than the log holds.
 */
export function prependChanges(
  changes: readonly Change[],
  changedAt: Timestamp,
  log: readonly LoggedChange[],
): readonly LoggedChange[] {
  const all = [...changes.map((change) => ({ changed_at: changedAt, ...change })), ...log];
  if (all.length <= MOST_CHANGES) return all;
  let end = MOST_CHANGES;
  while (end > 0 && isAboutOneOperator(all[end - 1], all[end])) end -= 1;
  return all.slice(0, end || MOST_CHANGES);
}

function isAboutOneOperator(one?: LoggedChange, other?: LoggedChange): boolean {
  return isOneStory(one, other) && other?.operator_id !== null;
}

/** Whether two changes of the log were made by one publication to one operator, or both to none. */
export function isOneStory(one?: LoggedChange, other?: LoggedChange): boolean {
  return one?.changed_at === other?.changed_at && one?.operator_id === other?.operator_id;
}

/**
 * Reads the log that a publication has in its `changes.json`.
 *
 * @returns null when it is none
 */
export function readLog(bytes: Uint8Array): readonly LoggedChange[] | null {
  const rows = readBody(bytes)?.data.map(readChange);
  return rows?.every((row) => row !== null) ? rows : null;
}

const NUMBERS: ReadonlySet<string> = new Set(['operator_id']);
const ANYTHING: ReadonlySet<string> = new Set(['old', 'new']);

function readChange(row: Row): LoggedChange | null {
  if (!isTimestamp(row['changed_at']) || typeof row['kind'] !== 'string') return null;
  const values = COLUMNS.map((column) => [column, row[column] ?? null] as const);
  const isSound = values.every(
    ([column, value]) =>
      value === null ||
      ANYTHING.has(column) ||
      typeof value === (NUMBERS.has(column) ? 'number' : 'string'),
  );
  // Later releases of this program may know more kinds; what they wrote is kept.
  return isSound ? (Object.fromEntries(values) as unknown as LoggedChange) : null;
}
