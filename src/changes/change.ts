import {
  ANSWERS,
  type AnswerRecords,
  type Change,
  type ChangeKind,
  type LoggedChange,
} from '../resources/index.ts';

/** The columns of the log. */
export const COLUMNS = Object.keys(ANSWERS.changes.fields);

/** A change to which nothing but its kind applies; keys in the order of the columns. */
const NOTHING = Object.fromEntries(
  COLUMNS.filter((column) => column !== 'changed_at').map((column) => [column, null]),
) as Omit<Change, 'kind'>;

/** A change of a kind, with what applies to it; keys in the order of the columns. */
export function change(kind: ChangeKind, what: Partial<Change>): Change {
  return { ...NOTHING, ...what, kind };
}

/** A logged change as a record, keys in the order of the columns. */
export function toRow(change: LoggedChange): AnswerRecords['changes'] {
  const values = COLUMNS.map((column) => [column, change[column as keyof LoggedChange]]);
  return Object.fromEntries(values) as AnswerRecords['changes']; // texts that were published
}
