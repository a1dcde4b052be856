export { DESCRIPTION_LINKS, describeApi } from './describe-api.ts';
export { editorSchemas } from './description-content.ts';
