export {
  API_PATH,
  API_VERSION,
  CREDENTIALS_PROBLEM,
  parseUrl,
  percentEncoded,
  withoutCredentials,
} from './address.ts';
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
export type {
  Dataset,
  RegisteredClaim,
  RegisteredOperator,
  RegisteredRanking,
  Registry,
} from './dataset.ts';
export {
  allowsNull,
  allowsNumber,
  choicesOf,
  declaredAt,
  isMoment,
  keysOf,
  keywordsOf,
  typeOf,
  unwrap,
} from './introspect.ts';
export { hasMetricType, type Metric, metric } from './metric.ts';
export {
  isSummaryColumn,
  OPERATOR_LISTS,
  type Operator,
  type OperatorRecord,
  OWN_FIELDS,
  operatorLists,
  operatorRecord,
  STATED_FIELDS,
  SUMMARY_COLUMNS,
  type SummaryColumn,
  summaryFields,
  THRESHOLD_BELONGS_TO_LEVEL,
} from './operator.ts';
export { type Problem, problemOf } from './problem.ts';
export {
  CLAIM_PAGES,
  type ClaimPages,
  type Deprecation,
  type Service,
  service,
} from './service.ts';
export { looksOf, slugProblem, toBytes } from './text.ts';
export {
  type Clock,
  dayOf,
  isLater,
  isTimestamp,
  momentOf,
  systemClock,
  type Timestamp,
  timeAfter,
  toOrdered,
  toTimestamp,
} from './time.ts';
export {
  baseUrl,
  claimId,
  email,
  metricKey,
  operatorId,
  type Slug,
  siteUrl,
  slug,
  text,
  timestamp,
  url,
} from './values.ts';
