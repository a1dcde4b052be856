export { toDataset, valuesOf } from './dataset.ts';
export { holdAgainstRegistry } from './hold-against-registry.ts';
export { readSources } from './read-sources.ts';
export { rules } from './rules/index.ts';
