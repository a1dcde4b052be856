/**
 * What the answers hold, taken from what writes them. In the package these types stand written out,
 * without the model and its libraries behind them: `scripts/flatten-types.mjs`.
 */
import type {
  AnswerMetas,
  AnswerRecords,
  CategoryRecord,
  LoggedChange,
  ProblemDetails,
} from '../resources/index.ts';

export type ServiceLink = AnswerRecords['index'];
export type OperatorSummary = AnswerRecords['operators'];
export type OperatorDetail = AnswerRecords['operator'];
export type Fact = AnswerRecords['facts'];
export type RankedOperator = AnswerRecords['ranking'];
export type Metric = AnswerRecords['metrics'];
export type Category = CategoryRecord;
export type OperatorFact = AnswerRecords['all-facts'];
export type Claim = AnswerRecords['claim'];
export type RegisteredClaim = AnswerRecords['claims'];
export type Download = AnswerRecords['snapshots'];

export type ServiceMeta = AnswerMetas['index'];
export type ListMeta = AnswerMetas['operators'];
export type OperatorMeta = AnswerMetas['operator'];
export type FactsMeta = AnswerMetas['facts'];
export type RankingMeta = AnswerMetas['ranking'];
export type MetricsMeta = AnswerMetas['metrics'];
export type CategoriesMeta = AnswerMetas['categories'];
export type ClaimMeta = AnswerMetas['claim'];

/** A value that is not what it was in the publication before. */
export type Change = LoggedChange;

export interface ChangesMeta extends ListMeta {
  readonly limit: number;
}

/** Why there is no answer (RFC 9457). */
export interface Problem extends Pick<ProblemDetails, 'type' | 'title'> {
  status: 404 | 410;
  detail?: string;
  [extension: string]: unknown;
}
