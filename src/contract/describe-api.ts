import type { AnswerKind, Document, IndexLink } from '../resources/index.ts';
import { ANSWERS } from './answers.ts';
import { apiCatalog } from './api-catalog.ts';
import { csvwMetadata } from './csvw.ts';
import { dataSetJsonLd } from './data-set-json-ld.ts';
import { type Described, outline } from './described.ts';
import { csvwPath, datedDocument, jsonDocument, textDocument } from './document.ts';
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
  link('openapi', 'service-desc', 'openapi.json', 'application/json', 'The API as OpenAPI 3.1'),
  link(
    'schema',
    'describedby',
    'schemas/{name}.json',
    'application/schema+json',
    'The JSON Schema of an answer or a source',
  ),
  link(
    'csv_metadata',
    'describedby',
    'csvw/{name}.json',
    'application/csvm+json',
    'What the columns of CSV answers mean',
  ),
  link(
    'dataset',
    'service-meta',
    'dataset.jsonld',
    'application/ld+json',
    'The dataset as schema.org describes it',
  ),
  link(
    'api_catalog',
    'api-catalog',
    'api-catalog.json',
    'application/linkset+json',
    'Links to all descriptions',
  ),
  link('llms', 'service-doc', 'llms.txt', 'text/plain', 'The way for language models'),
  link('llms_full', 'service-doc', 'llms-full.txt', 'text/plain', 'What the data means'),
  link(
    'manifest',
    'service-meta',
    'manifest.json',
    'application/json',
    'Every file with its size and SHA-256',
  ),
];

function link(name: string, rel: string, path: string, type: string, title: string): IndexLink {
  return { name, rel, path, media_types: [type], title, total: null };
}
