import {
  type Change,
  type ChangeKind,
  COLUMNS,
  type LoggedChange,
  type Row,
} from '../resources/index.ts';

/** A change to which nothing but its kind applies; keys in the order of the columns. */
const NOTHING = Object.fromEntries(
  COLUMNS.changes.filter((column) => column !== 'changed_at').map((column) => [column, null]),
) as Omit<Change, 'kind'>;

/** A change of a kind, with what applies to it; keys in the order of the columns. */
export function change(kind: ChangeKind, what: Partial<Change>): Change {
  return { ...NOTHING, ...what, kind };
}

/** A logged change as a record, keys in the order of the columns. */
export function toRow(change: LoggedChange): Row {
  return Object.fromEntries(
    COLUMNS.changes.map((column) => [column, change[column as keyof LoggedChange]]),
  );
}
