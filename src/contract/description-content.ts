// What descriptions say. `scripts/bundle.mjs` puts it into a file of its own, which is opened when
// somebody asks for content: in most builds hardly any description is not what it was.

export { apiCatalog } from './api-catalog.ts';
export { csvwMetadata } from './csvw.ts';
export { llmsFullTxt } from './llms-full-txt.ts';
export { llmsTxt } from './llms-txt.ts';
export { openApi } from './open-api.ts';
export { editorSchemas, schemaDocument } from './schema-documents.ts';
