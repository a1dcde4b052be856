export { readSources } from './read-sources.ts';
export type { Rule } from './rule.ts';
export { rules } from './rules/index.ts';
export type { Sources } from './sources.ts';
export { validate } from './validate.ts';
