export { clientLink, clientModule } from './client-module.ts';
export { DESCRIPTION_LINKS, describeApi } from './describe-api.ts';
export { editorSchemas } from './schema-documents.ts';
