export { asSentence } from './as-sentence.ts';
export type { CategoryRecord } from './categories.ts';
export { statusOf } from './claim-record.ts';
export { countCoverage, type Span, spanOf } from './coverage.ts';
export { planResources } from './plan-resources.ts';
export { ALLOWED_METHODS, problemDocuments } from './problem-documents.ts';
export { rankOperators } from './ranking.ts';
export {
  type AnswerKind,
  type AnswerMetas,
  type AnswerRecords,
  type Change,
  type ChangeKind,
  COLUMNS,
  type LoggedChange,
  META_FIELDS,
  RECORD_FIELDS,
} from './records.ts';
export type {
  Document,
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
