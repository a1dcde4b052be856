import type { Row } from '../resources/index.ts';

/** What can have happened between two publications, in the order in which it is told. */
export const CHANGE_KINDS = [
  'operator_added',
  'operator_removed',
  'operator_renamed',
  'field_changed',
  'item_added',
  'item_changed',
  'item_removed',
  'claim_added',
  'claim_changed',
  'claim_superseded',
  'claim_retracted',
  'claim_removed',
  'metric_added',
  'metric_changed',
  'metric_removed',
  'category_added',
  'category_changed',
  'category_removed',
] as const;
export type ChangeKind = (typeof CHANGE_KINDS)[number];

/** One value that is not what it was. What does not apply to a kind of change is null. */
export interface Change {
  readonly kind: ChangeKind;
  readonly operator_id: number | null;
  readonly operator_slug: string | null;
  /** The display name, as after the change. */
  readonly operator: string | null;
  readonly metric: string | null;
  /** The slug of a category. */
  readonly category: string | null;
  readonly claim_id: string | null;
  /** The claim that `claim_id` supersedes. */
  readonly replaced_claim_id: string | null;
  /** What of the operator, claim, metric or category changed: `kyc_level`, `fees`, `fees.amount`. */
  readonly field: string | null;
  /** Which item of a list: `withdrawal USDT TRC-20`. */
  readonly item: string | null;
  /** As the API writes it; null for what was not there. */
  readonly old: unknown;
  readonly new: unknown;
  /** Why a claim was retracted, or a category removed. */
  readonly reason: string | null;
  readonly evidence_url: string | null;
  readonly observed_at: string | null;
  /** Where the present state can be read; null for what is gone. */
  readonly api_url: string | null;
}

/** A change with the time of the publication that made it. */
export interface LoggedChange extends Change {
  readonly changed_at: string;
}

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
