import {
  DOCUMENT_TYPES,
  documentType,
  essenceOf,
  MANIFEST_PATH,
  MEDIA_TYPES,
} from '../represent/index.ts';
import { ADDRESSES, type AnswerKind, type Document, type IndexLink } from '../resources/index.ts';
import { csvwMetadata } from './csvw.ts';
import { dataSetJsonLd } from './data-set-json-ld.ts';
import { csvwPath, datedDocument, jsonDocument, schemaPath, textDocument } from './document.ts';
import { llmsFullTxt } from './llms-full-txt.ts';
import { llmsTxt } from './llms-txt.ts';
import { openApi } from './open-api.ts';
import { type Described, hasCsv, type Outline, outline } from './outline.ts';
import { schemaDocument } from './schema-documents.ts';
import { ANSWER_SCHEMAS, MANIFEST_SCHEMA, PROBLEM_SCHEMA, SOURCE_SCHEMAS } from './schemas.ts';

/**
 * Every description of a publication, derived from the schemas of the model and from the list of
 * resources. Each is rendered on demand.
 */
export function describeApi(described: Described): readonly Document[] {
  const publication = outline(described);
  const { frame, addresses } = publication;
  const { kinds } = frame;
  const answers = kinds.map((kind) => ANSWER_SCHEMAS[kind]);
  const schemas = [...answers, PROBLEM_SCHEMA, MANIFEST_SCHEMA, ...SOURCE_SCHEMAS];
  // Metadata applies only to files that it names.
  const isThere = (kind: AnswerKind) => {
    const [first] = addresses(kind);
    return first !== undefined;
  };
  const tables = kinds.filter((kind) => hasCsv(kind, frame) && isThere(kind));
  return [
    datedDocument('openapi.json', () => openApi(publication)),
    ...schemas.map((schema) =>
      jsonDocument(namesOf(schema.name, schemaPath), () =>
        schemaDocument(schema, frame.service.base_url),
      ),
    ),
    ...tables.map((kind) =>
      textDocument(namesOf(kind, csvwPath), () => csvwMetadata(kind, addresses(kind), publication)),
    ),
    // It can be embedded in a script element of a page, which `</script>` would end.
    textDocument(
      'dataset.jsonld',
      () => `${JSON.stringify(dataSetJsonLd(publication)).replaceAll('<', '\\u003c')}\n`,
    ),
    jsonDocument('api-catalog.json', () => apiCatalog(publication)),
    textDocument('llms.txt', () => llmsTxt(publication)),
    textDocument('llms-full.txt', () => llmsFullTxt(publication)),
  ];
}

/** The path of a description, and its former path, which used the name in manifests. */
function namesOf(name: string, toPath: (name: string) => string): readonly [string, ...string[]] {
  const former = ADDRESSES.find(({ kind, listedAs }) => kind === name && listedAs !== name);
  return former === undefined ? [toPath(name)] : [toPath(name), toPath(former.listedAs)];
}

/** The catalogue of APIs at an origin (RFC 9727), as a set of links (RFC 9264). */
function apiCatalog({ frame: { service } }: Pick<Outline, 'frame'>): object {
  const { base_url: baseUrl, license, site_url, deprecation } = service;
  const link = (path: string, type: string) => ({ href: `${baseUrl}/${path}`, type });
  return {
    linkset: [
      { anchor: `${new URL(baseUrl).origin}/.well-known/api-catalog`, item: [{ href: baseUrl }] },
      {
        anchor: baseUrl,
        'service-desc': [link('openapi.json', MEDIA_TYPES.json)],
        'service-doc': [link('llms-full.txt', essenceOf(DOCUMENT_TYPES['*.txt']))],
        'service-meta': [
          link('dataset.jsonld', DOCUMENT_TYPES['*.jsonld']),
          link(MANIFEST_PATH, MEDIA_TYPES.json),
        ],
        license: [{ href: license.url }],
        about: [{ href: site_url }],
        ...(deprecation !== null && { deprecation: [{ href: deprecation.details }] }),
      },
    ],
  };
}

/** The links from the service index to the descriptions. */
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
