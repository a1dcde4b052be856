import { documentType, essenceOf, MANIFEST_PATH } from '../represent/index.ts';
import { ADDRESSES, type AnswerKind, type Document, type IndexLink } from '../resources/index.ts';
import { apiCatalog } from './api-catalog.ts';
import { csvwMetadata } from './csvw.ts';
import { dataSetJsonLd } from './data-set-json-ld.ts';
import { csvwPath, datedDocument, jsonDocument, schemaPath, textDocument } from './document.ts';
import { llmsFullTxt } from './llms-full-txt.ts';
import { llmsTxt } from './llms-txt.ts';
import { openApi } from './open-api.ts';
import { type Described, hasCsv, outline } from './outline.ts';
import { schemaDocument } from './schema-documents.ts';
import { SOURCE_KINDS, sourceSchemaName } from './source-kinds.ts';

/**
 * Every description of a publication, derived from the schemas of the model and from the list of
 * what is published. Each is made when its content is asked for.
 */
export function describeApi(described: Described): readonly Document[] {
  const publication = outline(described);
  const { frame, addresses } = publication;
  const { kinds } = frame;
  const schemas = [...kinds, 'problem', 'manifest', ...SOURCE_KINDS.map(sourceSchemaName)];
  // Metadata holds for the files that it names.
  const isThere = (kind: AnswerKind) => {
    const [first] = addresses(kind);
    return first !== undefined;
  };
  const tables = kinds.filter((kind) => hasCsv(kind, frame) && isThere(kind));
  return [
    datedDocument('openapi.json', () => openApi(publication)),
    ...schemas.map((name) =>
      jsonDocument(namesOf(name, schemaPath), () => schemaDocument(name, publication)),
    ),
    ...tables.map((kind) =>
      textDocument(namesOf(kind, csvwPath), () => csvwMetadata(kind, addresses(kind), publication)),
    ),
    // It is embedded in pages too, where a script element must not end early.
    textDocument(
      'dataset.jsonld',
      () => `${JSON.stringify(dataSetJsonLd(publication)).replaceAll('<', '\\u003c')}\n`,
    ),
    jsonDocument('api-catalog.json', () => apiCatalog(publication)),
    textDocument('llms.txt', () => llmsTxt(publication)),
    textDocument('llms-full.txt', () => llmsFullTxt(publication)),
  ];
}

/** The path of a description, and the one that it had when answers were called as in manifests. */
function namesOf(name: string, toPath: (name: string) => string): readonly [string, ...string[]] {
  const former = ADDRESSES.find(({ kind, listedAs }) => kind === name && listedAs !== name);
  return former === undefined ? [toPath(name)] : [toPath(name), toPath(former.listedAs)];
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
