export {
  evaluate,
  type FindFile,
  type Request,
  respond,
  type StoredFile,
} from './evaluate.ts';
export { commonHeaders, type Headers, PREFLIGHT_HEADERS, VARY } from './headers.ts';
export { alternate, commonLinks, describedBy, problemLinks } from './links.ts';
export { type Candidate, plan } from './plan.ts';
export { servingOfIndex } from './published-serving.ts';
export { toPathname } from './request-target.ts';
export { API_CATALOG, SINGLE_TABLES } from './routes.ts';
export { DEFAULT_SERVING, isDefaultServing, type Serving, servingOf } from './serving.ts';
export { unpublishedProblem } from './unpublished-problem.ts';
