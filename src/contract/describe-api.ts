import type { Operator } from '../model/index.ts';
import { documentType, essenceOf, MANIFEST_PATH } from '../represent/index.ts';
import type { AnswerKind, Document, IndexLink } from '../resources/index.ts';
import { dataSetJsonLd } from './data-set-json-ld.ts';
import {
  apiCatalog,
  csvwMetadata,
  llmsFullTxt,
  llmsTxt,
  openApi,
  schemaDocument,
} from './description-content.ts';
import { csvwPath, documentsOf, schemaPath } from './document.ts';
import { type Described, hasCsv, outline } from './outline.ts';
import { SOURCE_KINDS, sourceSchemaName } from './source-kinds.ts';

/**
 * Every description of a publication, derived from the schemas of the model and from the list of
 * what is published. Each is made when its content is asked for.
 */
export function describeApi(described: Described): readonly Document[] {
  const publication = outline(described);
  const { frame, addresses } = publication;
  const { kinds } = frame;
  const { text, json, dated } = documentsOf(publication);
  const schemas = [...kinds, 'problem', 'manifest', ...SOURCE_KINDS.map(sourceSchemaName)];
  // Metadata holds for the files that it names.
  const isThere = (kind: AnswerKind) => {
    const [first] = addresses(kind);
    return first !== undefined;
  };
  const tables = kinds.filter((kind) => hasCsv(kind, frame) && isThere(kind));
  return [
    dated('openapi.json', { of: ['frame', 'names', 'samples'], make: openApi }),
    ...schemas.map((name) =>
      json(schemaPath(name), { of: ['frame'], make: (parts) => schemaDocument(name, parts) }),
    ),
    ...tables.map((kind) =>
      text(csvwPath(kind), {
        of: ['frame'],
        fields: ADDRESS_FIELDS[kind] ?? [],
        make: (parts) => csvwMetadata(kind, addresses(kind), parts),
      }),
    ),
    // Stands in pages as well, where a script element must not end early.
    text('dataset.jsonld', {
      of: ['frame', 'figures'],
      make: (parts) => `${JSON.stringify(dataSetJsonLd(parts)).replaceAll('<', '\\u003c')}\n`,
    }),
    json('api-catalog.json', { of: ['frame'], make: apiCatalog }),
    text('llms.txt', { of: ['frame', 'names'], make: llmsTxt }),
    text('llms-full.txt', { of: ['frame', 'names'], make: llmsFullTxt }),
  ];
}

/** What of an operator the addresses of answers about it are made of. */
const ADDRESS_FIELDS: { readonly [K in AnswerKind]?: readonly (keyof Operator)[] } = {
  detail: ['id', 'slug'],
  facts: ['id', 'slug'],
  // By id: in that order they stand.
  claim: ['id', 'claims'],
};

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
