export { type BuildCache, openBuildCache } from './build-cache.ts';
export { type BuildMemory, createBuildMemory } from './build-memory.ts';
export { DIGEST_LENGTH, ObservedFile } from './observed-file.ts';
export { type RememberedFiles, rememberedPaths } from './remembered-files.ts';
export type { KnownOfSources, RememberedSources } from './remembered-sources.ts';
export { type Stamp, type StampTable, stampOf, toStampTable } from './stamp.ts';
