import {
  ANSWERS,
  type AnswerRecords,
  type Change,
  type ChangeKind,
  claimPath,
  type LoggedChange,
  operatorPath,
  type Row,
  rankingPath,
} from '../resources/index.ts';

/** The columns of the log. */
export const COLUMNS = Object.keys(ANSWERS.changes.fields);

/** A change without any fields; keys in the order of the columns. */
const NOTHING = Object.fromEntries(
  COLUMNS.filter((column) => column !== 'changed_at').map((column) => [column, null]),
) as Omit<Change, 'kind'>;

/** A change of a kind, with the fields that apply; keys in the order of the columns. */
export function change(kind: ChangeKind, what: Partial<Change>): Change {
  return { ...NOTHING, ...what, kind };
}

/** Whether a change says only that a claim was seen again. */
export function isConfirmation({ kind }: Change): boolean {
  return kind === 'claim_confirmed';
}

/** A logged change as a record, keys in the order of the columns. */
export function toRow(change: LoggedChange): AnswerRecords['changes'] {
  const values = COLUMNS.map((column) => [column, change[column as keyof LoggedChange]]);
  return Object.fromEntries(values) as AnswerRecords['changes']; // texts that were published
}

/** Whether two published values are the same; an absent value is null. */
function isEqual(one: unknown, other: unknown): boolean {
  return JSON.stringify(one ?? null) === JSON.stringify(other ?? null);
}

/**
 * A change of a kind for each of some fields that has another value than before. A field that the old
 * record lacks is one that an earlier version of this program did not publish.
 */
export function changesOf(
  kind: ChangeKind,
  what: Partial<Change>,
  fields: readonly string[],
  old: Row,
  now: Row,
): Change[] {
  return fields
    .filter((field) => Object.hasOwn(old, field) && !isEqual(old[field], now[field]))
    .map((field) =>
      change(kind, { ...what, field, old: old[field] ?? null, new: now[field] ?? null }),
    );
}

/** Whether two records are the same; an earlier version of this program may have had fewer fields. */
export function isSameRecord(one: unknown, other: unknown): boolean {
  return writeRecord(one) === writeRecord(other);
}

/** A record or a list of records as text, without fields that are null. */
export function writeRecord(value: unknown): string {
  return JSON.stringify(value, (_, part: unknown) => part ?? undefined);
}

/** The URLs that exist now. */
export interface Present {
  readonly baseUrl: string;
  /** Ids of operators. */
  readonly operators: Names<number>;
  /** Ids of the claims that have a page. */
  readonly claimPages: Names<string>;
  /** Keys of metrics. */
  readonly metrics: Names<string>;
  /** Slugs and aliases of categories. */
  readonly rankings: Names<string>;
}

type Names<T> = Pick<ReadonlySet<T>, 'has'>;

/**
 * Adds the URLs of the present state to changes. The log keeps changes for long, and their subjects can
 * move or be removed in the meantime.
 */
export function withAddresses<C extends Change>(
  changes: readonly C[],
  present: Present,
): readonly C[] {
  return changes.map((change) => ({ ...change, api_url: addressOf(change, present) }));
}

function addressOf(
  { operator_id, claim_id, category, metric }: Change,
  { baseUrl, operators, claimPages, metrics, rankings }: Present,
): string | null {
  const at = (path: string) => `${baseUrl}/${path}`;
  if (operator_id !== null) {
    if (!operators.has(operator_id)) return null;
    const isPage = claim_id !== null && claimPages.has(claim_id);
    // A slug may change, so the address has the id.
    return at(isPage ? claimPath(claim_id) : operatorPath(operator_id));
  }
  if (category !== null) return rankings.has(category) ? at(rankingPath(category)) : null;
  if (metric !== null) return metrics.has(metric) ? at(ANSWERS.metrics.path) : null;
  return baseUrl;
}
