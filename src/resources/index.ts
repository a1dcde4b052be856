export { asSentence } from './as-sentence.ts';
export { CATEGORY_STATUSES } from './categories.ts';
export { CHANGE_KINDS, type ChangeKind } from './change-kinds.ts';
export type { Change, LoggedChange } from './change-record.ts';
export { CLAIM_STATUSES, statusOf } from './claim-record.ts';
export { countCoverage, type Span, spanOf } from './coverage.ts';
export type { AnswerKind, EmittedMetas, EmittedRecords } from './emitted-records.ts';
export { META_MEANINGS, RECORD_MEANINGS } from './meanings.ts';
export { planResources } from './plan-resources.ts';
export { ALLOWED_METHODS, problemDocuments } from './problem-documents.ts';
export { rankOperators } from './ranking.ts';
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
export { ruleInWords } from './rule-in-words.ts';
export type { IndexLink } from './service-index.ts';
export { type DownloadRecord, SNAPSHOTS_LINK, snapshotsTable } from './snapshots.ts';
export { summaryRecord } from './summary-record.ts';
