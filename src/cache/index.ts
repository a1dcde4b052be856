export {
  type BuildCache,
  digestSource,
  type KnownOfSources,
  openBuildCache,
} from './build-cache.ts';
export { type BuildMemory, createBuildMemory } from './build-memory.ts';
export { type Stamp, type StampTable, stampOf, toStampTable } from './stamp.ts';
