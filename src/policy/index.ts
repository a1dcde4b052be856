export {
  evaluate,
  type FindFile,
  type Request,
  respond,
  type StoredFile,
} from './evaluate.ts';
export { commonHeaders, type Headers } from './headers.ts';
export { alternate, commonLinks, describedBy } from './links.ts';
export { type Candidate, plan } from './plan.ts';
export { servingOfIndex } from './published-serving.ts';
export { toPathname } from './request-target.ts';
export { API_CATALOG } from './routes.ts';
export { DEFAULT_SERVING, isDefaultServing, type Serving, servingOf } from './serving.ts';
export { unpublishedProblem } from './unpublished-problem.ts';
