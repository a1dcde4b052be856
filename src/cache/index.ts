export { type BuildCache, openBuildCache } from './build-cache.ts';
