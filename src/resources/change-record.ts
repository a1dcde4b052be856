import type { ChangeKind } from './change-kinds.ts';

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
  /** The claim that `claim_id` replaces. */
  readonly replaced_claim_id: string | null;
  /**
   * What of the operator, claim, metric, category or service changed: `kyc_level`, `fees`,
   * `fees.amount`.
   */
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
