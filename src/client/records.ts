/**
 * What the answers hold, taken from what writes them. In the package these types stand written out,
 * without the model and its libraries behind them: `scripts/flatten-types.mjs`.
 */
import type { EmittedMetas, EmittedRecords, ProblemDetails } from '../resources/index.ts';

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
export type Download = EmittedRecords['snapshots'];

export type ServiceMeta = EmittedMetas['index'];
export type ListMeta = EmittedMetas['list'];
export type OperatorMeta = EmittedMetas['detail'];
export type FactsMeta = EmittedMetas['facts'];
export type RankingMeta = EmittedMetas['best'];
export type MetricsMeta = EmittedMetas['metrics'];
export type CategoriesMeta = EmittedMetas['categories'];
export type ClaimMeta = EmittedMetas['claim'];

/** A value that is not what it was in the publication before. */
export type Change = EmittedRecords['changes'];

export interface ChangesMeta extends ListMeta {
  readonly limit: number;
}

/** Why there is no answer (RFC 9457). */
export interface Problem extends Pick<ProblemDetails, 'type' | 'title'> {
  status: 404 | 410;
  detail?: string;
  [extension: string]: unknown;
}
