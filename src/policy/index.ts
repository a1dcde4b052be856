export {
  evaluate,
  type FindFile,
  type Request,
  respond,
  type StoredFile,
} from './evaluate.ts';
export { commonHeaders, type Headers, PREFLIGHT_HEADERS } from './headers.ts';
export {
  alternate,
  CATALOG_LINK,
  commonLinks,
  describedBy,
  documentLinks,
  problemLinks,
  tableLinks,
} from './links.ts';
export { type Candidate, plan, unpublishedProblem } from './plan.ts';
export { API_CATALOG, ORIGIN_DOCUMENTS, toPathname } from './routes.ts';
export {
  DEFAULT_SERVING,
  isDefaultServing,
  type Serving,
  servingOf,
  servingOfIndex,
} from './serving.ts';
