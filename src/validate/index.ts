export { holdAgainstRegistry } from './hold-against-registry.ts';
export { keepAsJson, MOST_SOURCES_AS_VALUES } from './keep-as-json.ts';
export { sourceNames } from './layout.ts';
export { readAlone } from './read-dossiers.ts';
export { NO_RECALL, type Recall } from './recall.ts';
export { type RecalledTexts, type RecalledValues, recalledValues } from './recalled-values.ts';
export { validate } from './validate.ts';
export { operatorOfSource, valueOfSource } from './value-of-source.ts';
