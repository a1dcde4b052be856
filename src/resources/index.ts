export {
  type Aggregates,
  aggregate,
  amendAggregates,
  type ChangedOperator,
} from './aggregates.ts';
export { asSentence } from './as-sentence.ts';
export { CATEGORY_STATUSES } from './categories.ts';
export { CHANGE_KINDS, type ChangeKind } from './change-kinds.ts';
export type { Change, LoggedChange } from './change-record.ts';
export { CLAIM_STATUSES, statusOf } from './claim-record.ts';
export { type Coverage, type Span, spanOf } from './coverage.ts';
export type { AnswerKind, EmittedMetas, EmittedRecords } from './emitted-records.ts';
export type { Ingredients } from './ingredients.ts';
export { META_MEANINGS, RECORD_MEANINGS } from './meanings.ts';
export { planResources, type ResourceGroup, resourcesOfOperator } from './plan-resources.ts';
export { ALLOWED_METHODS, problemDocuments } from './problem-documents.ts';
export { type Contender, citedClaim, operatorOf, rankingBasis, rankOperators } from './ranking.ts';
export type {
  Document,
  ProblemDetails,
  ProblemDocument,
  Resource,
  Row,
  Table,
} from './resource.ts';
export {
  allFactsPath,
  bestPath,
  categoriesPath,
  changesPath,
  claimPath,
  claimsPath,
  detailPath,
  factsPath,
  feedPath,
  indexPath,
  listPath,
  metricsPath,
  type ProblemName,
  problemPath,
  type ResourcePath,
  removedCategoryPath,
  snapshotPath,
  snapshotsPath,
} from './resource-path.ts';
export type { Roll, RollEntry } from './roll.ts';
export { ruleInWords } from './rule-in-words.ts';
export type { IndexLink } from './service-index.ts';
export { type DownloadRecord, SNAPSHOTS_LINK, snapshotsTable } from './snapshots.ts';
export { summaryRecord } from './summary-record.ts';
