import { documentType, essenceOf, MANIFEST_PATH } from '../represent/index.ts';
import type { AnswerKind, Document, IndexLink } from '../resources/index.ts';
import { ANSWERS } from './answers.ts';
import { apiCatalog } from './api-catalog.ts';
import { csvwMetadata } from './csvw.ts';
import { dataSetJsonLd } from './data-set-json-ld.ts';
import { type Described, outline } from './described.ts';
import { csvwPath, datedDocument, jsonDocument, schemaPath, textDocument } from './document.ts';
import { llmsFullTxt } from './llms-full-txt.ts';
import { llmsTxt } from './llms-txt.ts';
import { openApi } from './open-api.ts';
import { schemaDocuments } from './schema-documents.ts';

/**
 * Every description of a publication, derived from the schemas of the model and from the list of
 * what is published. Each is made when its content is asked for.
 */
export function describeApi(described: Described): readonly Document[] {
  const publication = outline(described);
  const { kinds, tables, hasCsv } = publication;
  // Metadata holds for the files that it names, and an address with a part in braces is none.
  const hasFiles = (kind: AnswerKind) => tables.has(kind) || ANSWERS[kind].parameter === null;
  return [
    datedDocument('openapi.json', openApi(publication)),
    ...schemaDocuments(publication),
    ...kinds
      .filter((kind) => hasCsv(kind) && hasFiles(kind))
      .map((kind) => textDocument(csvwPath(kind), () => csvwMetadata(kind, publication))),
    // Stands in pages as well, where a script element must not end early.
    textDocument(
      'dataset.jsonld',
      () => `${JSON.stringify(dataSetJsonLd(publication)).replaceAll('<', '\\u003c')}\n`,
    ),
    jsonDocument('api-catalog.json', () => apiCatalog(publication)),
    textDocument('llms.txt', () => llmsTxt(publication)),
    textDocument('llms-full.txt', () => llmsFullTxt(publication)),
  ];
}

/** What the index says of the descriptions. */
export const DESCRIPTION_LINKS: readonly IndexLink[] = [
  link('openapi', 'service-desc', 'openapi.json', 'The API as OpenAPI 3.1'),
  link('schema', 'describedby', schemaPath('{name}'), 'The JSON Schema of an answer or a source'),
  link('csv_metadata', 'describedby', csvwPath('{name}'), 'What the columns of CSV answers mean'),
  link('dataset', 'service-meta', 'dataset.jsonld', 'The dataset as schema.org describes it'),
  link('api_catalog', 'api-catalog', 'api-catalog.json', 'Links to what describes the API'),
  link('llms', 'service-doc', 'llms.txt', 'The way for language models'),
  link('llms_full', 'service-doc', 'llms-full.txt', 'What the data means'),
  link('manifest', 'service-meta', MANIFEST_PATH, 'Every file with its size and SHA-256'),
];

function link(name: string, rel: string, path: string, title: string): IndexLink {
  return { name, rel, path, media_types: [essenceOf(documentType(path))], title, total: null };
}
