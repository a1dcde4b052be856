export {
  evaluate,
  type FindFile,
  type Request,
  respond,
  type StoredFile,
} from './evaluate.ts';
export {
  CONTENT_SECURITY_POLICIES,
  commonHeaders,
  type Headers,
  PREFLIGHT_HEADERS,
  pageHeaders,
} from './headers.ts';
export {
  alternate,
  CATALOG_LINK,
  commonLinks,
  describedBy,
  documentLinks,
  problemLinks,
  tableLinks,
} from './links.ts';
export { NAMES_HTML, REFUSES_HTML } from './negotiate.ts';
export { type Candidate, plan, unpublishedProblem } from './plan.ts';
export {
  API_CATALOG,
  NOT_FOUND_PAGE,
  ORIGIN_DOCUMENTS,
  removedPage,
  toPathname,
} from './routes.ts';
export {
  DEFAULT_SERVING,
  isDefaultServing,
  type Serving,
  servingOf,
  servingOfIndex,
} from './serving.ts';
