/**
 * The types of the responses, written by hand so that the declarations of the client have no imports.
 * `test/client/records.test-d.ts` does not compile if they differ from what a build publishes.
 */

/** A timestamp in UTC: `2026-10-01T08:00:00Z`. */
type Timestamp = string;

export interface OperatorSummary {
  readonly id: number;
  readonly slug: string;
  readonly name: string;
  readonly license_jurisdiction: string | null;
  readonly kyc_level: 'none' | 'discretionary' | 'threshold' | 'required' | null;
  readonly kyc_threshold_usd: number | null;
  readonly accepts_vpn: boolean | null;
  readonly has_mobile_app: boolean | null;
  readonly url: string;
  readonly api_url: string;
  readonly updated_at: Timestamp;
}

export interface OperatorDetail extends OperatorSummary {
  readonly website: string | null;
  readonly status: OperatorStatus;
  readonly ended_at: Timestamp | null;
  readonly ended_reason: string | null;
  readonly merged_into: string | null;
  readonly former_slugs: readonly string[];
  readonly payment_options: readonly PaymentOption[];
  readonly fees: readonly Fee[];
  readonly limits: readonly Limit[];
  readonly pros: readonly string[];
  readonly cons: readonly string[];
  readonly sources: readonly Source[];
}

export interface PaymentOption {
  readonly asset: string;
  readonly network: string | null;
  readonly deposit: boolean;
  readonly withdrawal: boolean;
  readonly note: string | null;
}

export interface Fee {
  readonly type: 'deposit' | 'withdrawal' | 'betting' | 'conversion' | 'inactivity';
  readonly asset: string | null;
  readonly network: string | null;
  readonly model: 'free' | 'flat' | 'percent' | 'flat_and_percent' | 'network' | 'unknown';
  readonly amount: number | null;
  readonly currency: string | null;
  readonly percent: number | null;
  readonly note: string | null;
  /** The claim that states the figure; null where none does. */
  readonly claim_id: string | null;
}

export interface Limit {
  readonly type:
    | 'deposit_min'
    | 'deposit_max'
    | 'withdrawal_min'
    | 'withdrawal_max'
    | 'stake_min'
    | 'stake_max';
  readonly amount: number | null;
  readonly currency: string | null;
  readonly asset: string | null;
  readonly network: string | null;
  readonly period: 'transaction' | 'day' | 'week' | 'month';
  readonly tier: string | null;
  readonly note: string | null;
  /** The claim that states the amount; null where none does. */
  readonly claim_id: string | null;
}

export interface Source {
  readonly title: string;
  readonly url: string;
  readonly accessed_at: Timestamp;
}

/** A current claim about an operator. */
export interface Fact extends Datum, Evidence {
  readonly claim_id: string;
  readonly operator: string;
}

/** A current claim, with its operator. */
export interface OperatorFact extends Fact, OperatorReference {}

/** The value of a metric. */
interface Datum {
  readonly metric: string;
  readonly metric_name: string;
  readonly value: number | boolean | string;
  readonly unit: string | null;
}

interface Evidence {
  readonly evidence_url: string;
  readonly observed_at: Timestamp;
}

interface OperatorReference {
  readonly operator_id: number;
  readonly operator_slug: string;
}

/** The status of a claim. */
interface Fate {
  readonly status: 'current' | 'superseded' | 'retracted';
  readonly superseded_by: string | null;
  readonly retracted_at: Timestamp | null;
  readonly retracted_reason: string | null;
}

export interface RankedOperator extends OperatorSummary, Datum {
  /** Equal operators share a rank, and the next one counts them all: 1, 1, 3. */
  readonly rank: number;
  /** Null, as the next two, if the category cites a summary field. */
  readonly claim_id: string | null;
  readonly evidence_url: string | null;
  readonly observed_at: Timestamp | null;
  /** The rank before the order last changed; null if it was not in the ranking, or is not known. */
  readonly previous_rank: number | null;
}

export interface Claim extends OperatorReference, Datum, Evidence, Fate, Observation {
  readonly claim_id: string;
  readonly operator: string;
  readonly citation: string;
  readonly content_hash: string;
  readonly api_url: string;
  /** CSL-JSON. */
  readonly csl: {
    readonly id: string;
    readonly type: 'dataset';
    readonly title: string;
    readonly author: readonly { readonly literal: string }[];
    readonly publisher: string;
    readonly issued: { readonly 'date-parts': readonly (readonly number[])[] };
    readonly URL: string;
    readonly note: string;
  };
  readonly bibtex: string;
}

/** How a claim was observed, and what lasts of its evidence. */
interface Observation {
  readonly first_observed_at: Timestamp;
  readonly observations: number;
  readonly archive_url: string | null;
  readonly quote: string | null;
  readonly corrections: readonly Correction[];
  readonly operator_status: OperatorStatus;
}

/** A mistake in a published claim that was mended in place. */
export interface Correction {
  readonly at: Timestamp;
  readonly field: 'operator' | 'metric' | 'value' | 'unit' | 'evidence_url' | 'observed_at';
  readonly was: string | number | boolean | null;
  readonly reason: string;
}

type OperatorStatus = 'active' | 'closed' | 'merged';

/** A claim in the list of all claims. */
export interface RegisteredClaim extends OperatorReference, Fate, Observation {
  readonly claim_id: string;
  readonly metric: string;
  readonly value: number | boolean | string;
  readonly observed_at: Timestamp;
  /** Null if claims have no pages. */
  readonly api_url: string | null;
  readonly evidence_url: string;
  readonly unit: string | null;
}

export interface Metric {
  readonly key: string;
  readonly name: string;
  readonly description: string;
  readonly type: 'number' | 'integer' | 'boolean' | 'string';
  readonly unit: string | null;
  readonly better: 'lower' | 'higher' | 'none';
  readonly operators_with_current_claim: number;
  readonly newest_observed_at: Timestamp | null;
  readonly oldest_observed_at: Timestamp | null;
  readonly min: number | null;
  readonly max: number | null;
  readonly retired_at: Timestamp | null;
  readonly replaced_by: string | null;
}

/** The current value of one metric for one operator. */
export interface MetricValue extends OperatorReference, Evidence {
  readonly rank: number | null;
  readonly operator: string;
  readonly value: number | boolean | string;
  readonly unit: string | null;
  readonly claim_id: string;
  readonly age_days: number;
}

/** A claim of any status, with the time that it held. */
export interface HistoricClaim extends Fact, Fate {
  readonly valid_from: Timestamp;
  readonly valid_to: Timestamp | null;
  readonly observations: number;
}

/** An operator with a column for each metric: its current value, or null. */
export interface TableRow extends OperatorSummary {
  readonly [metric: string]: string | number | boolean | null;
}

/** An entry of a list in the records of operators. */
interface Entry extends OperatorReference {
  readonly operator: string;
  readonly position: number;
}

export interface PaymentOptionOfOperator extends Entry, PaymentOption {}
export interface FeeOfOperator extends Entry, Fee {
  /** To compare and sort by: 0 if the fee is free, the amount if it is flat, otherwise null. */
  readonly effective_amount: number | null;
}
export interface LimitOfOperator extends Entry, Limit {}
export interface SourceOfOperator extends Entry, Source {}
export interface ProOrCon extends Entry {
  readonly kind: 'pro' | 'con';
  readonly text: string;
}

/** A published ranking with its rule, or a removed ranking. */
export type Category = ActiveCategory | RemovedCategory;

export interface ActiveCategory {
  readonly slug: string;
  readonly alias: string | null;
  readonly title: string;
  readonly description: string;
  readonly status: 'active';
  readonly rule: string;
  readonly where: { readonly [field: string]: Scalar | readonly Scalar[] };
  readonly cite: string;
  readonly rank_by: readonly {
    readonly by: string;
    readonly order: 'ascending' | 'descending';
  }[];
  readonly removed_at: null;
  readonly reason: null;
  readonly see: null;
  readonly api_url: string;
}

type Scalar = string | number | boolean | null;

export interface RemovedCategory {
  readonly slug: string;
  readonly alias: null;
  readonly title: null;
  readonly description: null;
  readonly status: 'removed';
  readonly rule: null;
  readonly where: null;
  readonly cite: null;
  readonly rank_by: null;
  readonly removed_at: Timestamp;
  readonly reason: string;
  readonly see: string | null;
  readonly api_url: string;
}

/** A value that changed since the publication before. */
export interface Change {
  readonly changed_at: Timestamp;
  readonly kind:
    | 'operator_added'
    | 'operator_removed'
    | 'operator_renamed'
    | 'operator_ended'
    | 'field_changed'
    | 'item_added'
    | 'item_changed'
    | 'item_removed'
    | 'claim_added'
    | 'claim_changed'
    | 'claim_confirmed'
    | 'claim_corrected'
    | 'claim_superseded'
    | 'claim_retracted'
    | 'claim_removed'
    | 'metric_added'
    | 'metric_changed'
    | 'metric_retired'
    | 'metric_removed'
    | 'category_added'
    | 'category_changed'
    | 'category_removed'
    | 'service_changed';
  readonly operator_id: number | null;
  readonly operator_slug: string | null;
  readonly operator: string | null;
  readonly metric: string | null;
  readonly category: string | null;
  readonly claim_id: string | null;
  readonly replaced_claim_id: string | null;
  readonly field: string | null;
  readonly item: string | null;
  readonly old: unknown;
  readonly new: unknown;
  readonly reason: string | null;
  readonly evidence_url: string | null;
  readonly observed_at: Timestamp | null;
  readonly api_url: string | null;
}

export interface Download {
  readonly file: string;
  readonly media_type: string;
  readonly bytes: number;
  readonly sha256: string;
  readonly description: string;
  readonly url: string;
}

export interface ServiceLink {
  readonly name: string;
  readonly rel: string;
  /** If is_template is true, this is a URI template: replace the part in braces by a name (RFC 6570). */
  readonly href: string;
  readonly is_template: boolean;
  readonly media_types: readonly string[];
  readonly title: string;
  readonly total: number | null;
  /** The hash of a script, for the integrity attribute of HTML. */
  readonly integrity: string | null;
}

/** How to credit the service. */
interface Credit {
  readonly service: string;
  readonly license: string;
  readonly license_url: string;
  readonly attribution: string;
}

interface Meta extends Credit {
  /** When the bytes of the response were first built. */
  readonly generated_at: Timestamp;
  readonly version: 'v1';
}

export interface ListMeta extends Meta {
  readonly total: number;
}

export interface ServiceMeta extends Omit<ListMeta, 'license'> {
  readonly name: string;
  readonly notice: string | null;
  readonly license: { readonly name: string; readonly url: string };
  readonly attribution: string;
  readonly contact: {
    readonly name: string;
    readonly email: string | null;
    readonly url: string | null;
  };
  readonly site_url: string;
  readonly operator_url: string | null;
  readonly base_url: string;
  readonly claim_pages: 'json_and_csv' | 'json' | 'none';
  /** Whether there are pages for people beside the API. */
  readonly pages: boolean;
  readonly deprecation: {
    readonly since: Timestamp;
    readonly sunset: Timestamp | null;
    readonly details: string;
  } | null;
  readonly operators: number;
  readonly ended_operators: number;
  readonly claims: number;
  readonly current_claims: number;
  readonly metrics: number;
  readonly categories: number;
  readonly removed_categories: number;
  readonly newest_observed_at: Timestamp | null;
}

export interface OperatorMeta extends Meta {
  readonly operator: string;
}

export interface FactsMeta extends Credit {
  readonly operator: string;
  readonly operator_status: OperatorStatus;
  readonly total_facts: number;
  readonly generated_at: Timestamp;
}

export interface RankingMeta extends ListMeta {
  readonly category: string;
  readonly alias: string | null;
  readonly title: string;
  readonly description: string;
  /** How many operators are not in the ranking, by the first reason that applies. */
  readonly left_out: readonly {
    readonly reason: 'ended' | 'condition' | 'unknown';
    readonly field: string | null;
    readonly operators: number;
  }[];
}

export interface OneMetricMeta extends ListMeta {
  readonly metric: Omit<
    Metric,
    'operators_with_current_claim' | 'newest_observed_at' | 'oldest_observed_at'
  >;
  readonly operators: number;
  /** The time that ages count from. */
  readonly as_of: Timestamp | null;
  readonly distribution: {
    readonly count: number;
    readonly min: number | null;
    readonly lower_quartile: number | null;
    readonly median: number | null;
    readonly upper_quartile: number | null;
    readonly max: number | null;
    /** Null for numbers. */
    readonly values:
      | readonly { readonly value: number | boolean | string; readonly operators: number }[]
      | null;
  };
}

export interface OperatorClaimsMeta extends ListMeta {
  readonly operator: string;
  readonly operator_status: OperatorStatus;
}

export interface YearMeta extends ListMeta {
  readonly year: number;
}

export interface MetricsMeta extends ListMeta {
  readonly operators: number;
}

export interface CategoriesMeta extends ListMeta {
  readonly active: number;
  readonly removed: number;
}

export interface ClaimMeta extends Meta {
  readonly claim_id: string;
  readonly operator: string;
  readonly status: Claim['status'];
}

export interface ChangesMeta extends ListMeta {
  readonly limit: number;
}

/** A problem document (RFC 9457). */
export interface Problem {
  readonly type: string;
  readonly title: string;
  readonly status: 404 | 410;
  readonly detail?: string;
  readonly [extension: string]: unknown;
}
