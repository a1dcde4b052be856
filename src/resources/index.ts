export { ADDRESSES, type Address } from './addresses.ts';
export { type IndexLink, type ParameterName, type Tag, toTable } from './answer.ts';
export type { CategoryRecord } from './answers/categories.ts';
export { type Change, type ChangeKind, type LoggedChange, yearPath } from './answers/changes.ts';
export { claimPath, fateOf } from './answers/claim.ts';
export { distributionOf, metricPath } from './answers/metric.ts';
export { operatorPath } from './answers/operator.ts';
export { effectiveAmount, effectiveAmountOf } from './answers/operator-lists.ts';
export { summaryRecord } from './answers/operators.ts';
export { deciding, rankingPath } from './answers/ranking.ts';
export { snapshotPath } from './answers/snapshots.ts';
export { metricColumns } from './answers/table.ts';
export {
  ANSWERS,
  type AnswerKind,
  type AnswerMetas,
  type AnswerRecords,
  linkTo,
} from './answers.ts';
export { type ChangeInWords, changeInWords, newsOf } from './change-in-words.ts';
export { citationsOf, cite, operatorCitations } from './citation.ts';
export { type Coverage, countCoverage } from './coverage.ts';
export { planResources } from './plan-resources.ts';
export { asSentence } from './problem-documents.ts';
export { type LeftOut, rankByMetric, rankOperators } from './rank-operators.ts';
export {
  ALLOWED_METHODS,
  type Document,
  INDEX_PATH,
  isTable,
  operatorOf,
  type ProblemDocument,
  type ProblemName,
  problemPath,
  type Resource,
  type ResourcePath,
  type Row,
  removedCategoryPath,
  type Table,
} from './resource.ts';
export { ruleInWords } from './rule-in-words.ts';
export {
  assetInWords,
  capitalise,
  chargeInWords,
  feeInWords,
  fieldName,
  leftOutInWords,
  limitInWords,
  UNKNOWN,
  verificationInWords,
  withUnit,
  yesOrNo,
} from './words.ts';
