export { DESCRIPTION_LINKS, describeApi } from './describe-api.ts';
export type { Described } from './described.ts';
export { editorSchemas } from './schema-documents.ts';
