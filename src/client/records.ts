/**
 * What the answers hold, taken from what writes them. In the package these types stand written out,
 * without the model and its libraries behind them: `scripts/flatten-types.mjs`.
 */
import type { Service } from '../model/index.ts';
import type { EmittedRecords, ProblemDetails } from '../resources/index.ts';

export type ServiceLink = EmittedRecords['index'];
export type OperatorSummary = EmittedRecords['list'];
export type OperatorDetail = EmittedRecords['detail'];
export type Fact = EmittedRecords['facts'];
export type RankedOperator = EmittedRecords['best'];
export type Metric = EmittedRecords['metrics'];
export type Category = EmittedRecords['categories'];
export type OperatorFact = EmittedRecords['all-facts'];
export type Claim = EmittedRecords['claim'];
export type RegisteredClaim = EmittedRecords['claims'];

/** A value that is not what it was in the publication before. */
export interface Change {
  changed_at: string;
  kind: string;
  operator_id: number | null;
  operator_slug: string | null;
  operator: string | null;
  metric: string | null;
  category: string | null;
  claim_id: string | null;
  replaced_claim_id: string | null;
  field: string | null;
  item: string | null;
  old: unknown;
  new: unknown;
  reason: string | null;
  evidence_url: string | null;
  observed_at: string | null;
  api_url: string | null;
}

interface Meta {
  generated_at: string;
  version: 'v1';
}

export interface ListMeta extends Meta {
  total: number;
}

export interface ServiceMeta extends ListMeta {
  name: Service['name'];
  notice: Service['notice'];
  license: Service['license'];
  attribution: Service['attribution'];
  contact: Service['contact'];
  site_url: string;
  base_url: string;
  claim_pages: Service['claim_pages'];
  deprecation: Service['deprecation'];
  operators: number;
  claims: number;
  current_claims: number;
  metrics: number;
  categories: number;
  removed_categories: number;
  newest_observed_at: string | null;
}

export interface OperatorMeta extends Meta {
  operator: string;
}

export interface FactsMeta {
  operator: string;
  total_facts: number;
  generated_at: string;
}

export interface RankingMeta extends ListMeta {
  category: string;
  alias: string;
  title: string;
  description: string;
}

export interface MetricsMeta extends ListMeta {
  operators: number;
}

export interface CategoriesMeta extends ListMeta {
  active: number;
  removed: number;
}

export interface ClaimMeta extends OperatorMeta {
  claim_id: string;
  status: Claim['status'];
}

export interface ChangesMeta extends ListMeta {
  limit: number;
}

/** Why there is no answer (RFC 9457). */
export interface Problem extends Pick<ProblemDetails, 'type' | 'title'> {
  status: 404 | 410;
  detail?: string;
  [extension: string]: unknown;
}
