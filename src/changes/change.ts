import type { Change, ChangeKind, LoggedChange, Row } from '../resources/index.ts';

export const CHANGE_COLUMNS = [
  'changed_at',
  'kind',
  'operator_id',
  'operator_slug',
  'operator',
  'metric',
  'category',
  'claim_id',
  'replaced_claim_id',
  'field',
  'item',
  'old',
  'new',
  'reason',
  'evidence_url',
  'observed_at',
  'api_url',
] as const satisfies readonly (keyof LoggedChange)[];

const NOTHING: Omit<Change, 'kind'> = {
  operator_id: null,
  operator_slug: null,
  operator: null,
  metric: null,
  category: null,
  claim_id: null,
  replaced_claim_id: null,
  field: null,
  item: null,
  old: null,
  new: null,
  reason: null,
  evidence_url: null,
  observed_at: null,
  api_url: null,
};

/** A change of a kind, with what applies to it; keys in the order of the columns. */
export function change(kind: ChangeKind, what: Partial<Change>): Change {
  return { kind, ...NOTHING, ...what };
}

/** A logged change as a record, keys in the order of the columns. */
export function toRow(change: LoggedChange): Row {
  return Object.fromEntries(CHANGE_COLUMNS.map((column) => [column, change[column]]));
}
