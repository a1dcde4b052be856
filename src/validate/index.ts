export { holdAgainstRegistry } from './hold-against-registry.ts';
export { keepAsJson, MOST_SOURCES_AS_VALUES } from './keep-as-json.ts';
export { sourceNames } from './layout.ts';
export { NO_RECALL, type Recall, readAlone } from './read-sources.ts';
export { type RecalledValues, recalledValues } from './recalled-values.ts';
export type { Rule } from './rule.ts';
export { rules } from './rules/index.ts';
export { validate } from './validate.ts';
export { valueOfSource } from './value-of-source.ts';
