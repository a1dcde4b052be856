export {
  type Answer,
  evaluate,
  type FindFile,
  type Request,
  respond,
  type StoredFile,
} from './evaluate.ts';
export { commonHeaders, type Headers } from './headers.ts';
export { negotiate } from './negotiate.ts';
export { type Candidate, type Plan, plan, type Question } from './plan.ts';
export { toPathname } from './request-target.ts';
export { DEFAULT_SERVING, type Serving } from './serving.ts';
