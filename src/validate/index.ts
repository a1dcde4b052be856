export { toDataset, valuesOf } from './dataset.ts';
export { type FindPlace, findPlaces } from './find-places.ts';
export { findRestatements, holdAgainstRegistry } from './hold-against-registry.ts';
export { readSources } from './read-sources.ts';
export type { Holding } from './restatements.ts';
export { rules } from './rules/index.ts';
