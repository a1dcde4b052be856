import { isTimestamp, type Service } from '../model/index.ts';
import {
  ANSWERS,
  type LoggedChange,
  type Row,
  type Table,
  toTable,
  yearPath,
} from '../resources/index.ts';
import { COLUMNS, toRow } from './change.ts';
import { readBody } from './release.ts';

/** How many changes are published; older ones are dropped. */
const MOST_CHANGES = 1000;

/**
 * `/changes`: what changed from publication to publication, newest first.
 *
 * @param log Called once everything else is rendered.
 */
export function changesTable(service: Service, log: () => readonly LoggedChange[]): Table {
  const meta = () => ({ total: log().length, limit: MOST_CHANGES });
  return toTable(ANSWERS.changes, { meta, rows: () => log().map(toRow) }, service);
}

/** `/changes/{year}`: everything that changed in one year, newest first. */
export function yearTable(service: Service, year: string, changes: readonly LoggedChange[]): Table {
  const meta = () => ({ year: Number(year), total: changes.length });
  const draft = { paths: [yearPath(year)], meta, rows: () => changes.map(toRow) } as const;
  return toTable(ANSWERS['changes-of-year'], draft, service);
}

/** The year (UTC) in which a change was published. */
export function yearOf({ changed_at }: LoggedChange): string {
  return changed_at.slice(0, 4);
}

/**
 * The newest changes of a log. It is not cut within the changes of one publication to one operator,
 * unless these alone are more than the log can hold.
 */
export function cutLog(log: readonly LoggedChange[]): readonly LoggedChange[] {
  if (log.length <= MOST_CHANGES) return log;
  let end = MOST_CHANGES;
  while (end > 0 && isAboutOneOperator(log[end - 1], log[end])) end -= 1;
  return log.slice(0, end || MOST_CHANGES);
}

function isAboutOneOperator(one?: LoggedChange, other?: LoggedChange): boolean {
  return isOneStory(one, other) && other?.operator_id !== null;
}

/** Whether two changes were made by one publication to one operator, or both to no operator. */
export function isOneStory(one?: LoggedChange, other?: LoggedChange): boolean {
  return one?.changed_at === other?.changed_at && one?.operator_id === other?.operator_id;
}

/**
 * Reads the log of a publication, its `changes.json`.
 *
 * @returns null when it is not a log
 */
export function readLog(bytes: Uint8Array): readonly LoggedChange[] | null {
  const rows = readBody(bytes)?.data.map(readChange);
  return rows?.every((row) => row !== null) ? rows : null;
}

const ANYTHING: ReadonlySet<string> = new Set(['old', 'new']);

function readChange(row: Row): LoggedChange | null {
  if (!isTimestamp(row['changed_at']) || typeof row['kind'] !== 'string') return null;
  const values = COLUMNS.map((column) => [column, row[column] ?? null] as const);
  const isSound = values.every(
    ([column, value]) =>
      value === null ||
      ANYTHING.has(column) ||
      typeof value === (column === 'operator_id' ? 'number' : 'string'),
  );
  // Kinds that only a later version of this program knows are kept.
  return isSound ? (Object.fromEntries(values) as unknown as LoggedChange) : null;
}
