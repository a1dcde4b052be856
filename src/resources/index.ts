export { planResources } from './plan-resources.ts';
export { ALLOWED_METHODS } from './problem-documents.ts';
export type {
  Document,
  ProblemDetails,
  ProblemDocument,
  Resource,
  Row,
  Table,
} from './resource.ts';
export {
  bestPath,
  detailPath,
  factsPath,
  listPath,
  type ProblemName,
  problemPath,
  type ResourcePath,
  removedCategoryPath,
} from './resource-path.ts';
