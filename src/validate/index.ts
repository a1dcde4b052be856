export { toDataset, valuesOf } from './dataset.ts';
export { explainValue } from './explain-value.ts';
export { type FindPlace, findPlaces } from './find-places.ts';
export { type FreeNumbers, freeNumbers } from './free-numbers.ts';
export { findBrokenClaims, holdAgainstRegistry } from './hold-against-registry.ts';
export { sourceNames, suggestSlug } from './layout.ts';
export { nearest } from './nearest.ts';
export { readSources } from './read-sources.ts';
export { rules } from './rules/index.ts';
