export { type Answer, evaluate, type FindFile, type Request, type StoredFile } from './evaluate.ts';
export { COMMON_HEADERS, type Headers } from './headers.ts';
export { negotiate } from './negotiate.ts';
