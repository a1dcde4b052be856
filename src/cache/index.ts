export { type BuildCache, digestSource, openBuildCache } from './build-cache.ts';
export { type Stamp, type StampTable, stampOf, toStampTable } from './stamp.ts';
