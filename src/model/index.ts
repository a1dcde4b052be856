export { API_PATH, API_VERSION } from './api-path.ts';
export {
  type ActiveCategory,
  activeCategory,
  type ConditionValue,
  categories,
  categoryLists,
  type RemovedCategory,
  removedCategory,
} from './category.ts';
export { type Claim, claim, isCurrent } from './claim.ts';
export { claimId } from './claim-id.ts';
export { type Clock, systemClock, timeAfter } from './clock.ts';
export type { Dataset } from './dataset.ts';
export { email } from './email.ts';
export { MEANINGS } from './meanings.ts';
export {
  BETTER_VALUES,
  hasMetricType,
  METRIC_TYPES,
  type Metric,
  metric,
} from './metric.ts';
export { metricKey } from './metric-key.ts';
export { dayOf, isLater, momentOf, toOrdered, toTimestamp } from './moment.ts';
export { amount, operatorId, percent } from './numbers.ts';
export {
  FEE_FIGURES,
  FEE_MODELS,
  FEE_TYPES,
  KYC_LEVELS,
  LIMIT_PERIODS,
  LIMIT_TYPES,
  type Operator,
  type OperatorRecord,
  operatorRecord,
} from './operator.ts';
export type { Problem } from './problem.ts';
export { quickReader } from './quick-reader.ts';
export type {
  RegisteredClaim,
  RegisteredOperator,
  RegisteredRanking,
  Registry,
} from './registry.ts';
export { problemOf, schemaOf } from './schema-of.ts';
export {
  baseUrl,
  CLAIM_PAGES,
  type ClaimPages,
  type Deprecation,
  type Service,
  service,
  siteUrl,
} from './service.ts';
export {
  absent,
  anything,
  boolean,
  type FieldShapes,
  type FieldsReadAs,
  list,
  literal,
  nullable,
  number,
  oneOf,
  record,
  type Shape,
  string,
} from './shape.ts';
export { type Slug, slug, slugProblem } from './slug.ts';
export { SUMMARY_COLUMNS, SUMMARY_FIELDS } from './summary.ts';
export { text } from './text.ts';
export { isTimestamp, type Timestamp, timestamp } from './timestamp.ts';
export { CREDENTIALS_PROBLEM, parseUrl, url, withoutCredentials } from './url.ts';
