import {
  DOCUMENT_TYPES,
  documentType,
  essenceOf,
  MANIFEST_PATH,
  MEDIA_TYPES,
} from '../represent/index.ts';
import {
  ADDRESSES,
  ANSWERS,
  type AnswerKind,
  type Document,
  type IndexLink,
  isTable,
} from '../resources/index.ts';
import { csvwMetadata, csvwPath } from './csvw.ts';
import { dataSetJsonLd } from './data-set-json-ld.ts';
import { llmsFullTxt } from './llms-full-txt.ts';
import { llmsTxt } from './llms-txt.ts';
import { answerSchema } from './metric-columns.ts';
import { openApi } from './open-api.ts';
import { type Described, isAnswered, type Outline, outline } from './outline.ts';
import { schemaDocument, schemaPath } from './schema-documents.ts';
import { MANIFEST_SCHEMA, PROBLEM_SCHEMA, SOURCE_SCHEMAS } from './schemas.ts';

interface Descriptions {
  readonly documents: readonly Document[];
  /** The metadata of the CSV files of a kind whose paths are only known later. */
  readonly describeTables: (kind: AnswerKind, paths: readonly string[]) => Document;
}

/**
 * Every description of a publication, derived from the schemas of the model and from the list of
 * resources. Each is rendered on demand.
 */
export function describeApi(described: Described): Descriptions {
  const { dataset, answers } = described;
  const publication = outline(described);
  const { kinds, service } = publication;
  const openApiAt = lazily(() => openApi(described, publication));
  const answerSchemas = kinds.map((kind) => answerSchema(kind, publication));
  const schemas = [...answerSchemas, PROBLEM_SCHEMA, MANIFEST_SCHEMA, ...SOURCE_SCHEMAS];
  // Metadata applies only to files that it names.
  const tables = kinds.filter(
    (kind) => ANSWERS[kind].hasCsv(service) && isAnswered(kind, publication),
  );
  const pathsOf = (kind: AnswerKind) => {
    const planned = answers.filter((answer) => isTable(answer) && answer.answer === kind);
    // What cannot be planned yet has one address.
    return planned.length > 0 ? planned.flatMap(({ paths }) => paths) : [ANSWERS[kind].path];
  };
  const describeTables = (kind: AnswerKind, paths: readonly string[]) =>
    undated(namesOf(kind, csvwPath), () => csvwMetadata(kind, paths, publication));
  const documents = [
    document(['openapi.json'], (generatedAt) => toJson(openApiAt()(generatedAt))),
    ...schemas.map((schema) =>
      undated(namesOf(schema.name, schemaPath), () =>
        toJson(schemaDocument(schema, service.base_url)),
      ),
    ),
    ...tables.map((kind) => describeTables(kind, pathsOf(kind))),
    // It can be embedded in a script element of a page, which `</script>` would end.
    undated(['dataset.jsonld'], () =>
      toJson(dataSetJsonLd(publication, dataset.operators)).replaceAll('<', '\\u003c'),
    ),
    undated(['api-catalog.json'], () => toJson(apiCatalog(publication))),
    undated(['llms.txt'], () => llmsTxt(publication)),
    undated(['llms-full.txt'], () => llmsFullTxt(publication)),
  ];
  return { documents, describeTables };
}

/** A description that does not depend on the time. It is made once, on demand. */
function undated(paths: Paths, make: () => string): Document {
  return document(paths, lazily(make));
}

/** The first is canonical; others have the same bytes. */
type Paths = readonly [string, ...string[]];

function document(paths: Paths, contentAt: Document['contentAt']): Document {
  const mediaType = documentType(paths[0]);
  return { kind: 'document', paths: paths as unknown as Document['paths'], mediaType, contentAt };
}

/** A function that computes a value on the first call, and returns it on every call. */
function lazily<T extends object | string>(make: () => T): () => T {
  let made: T | null = null;
  return () => {
    made ??= make();
    return made;
  };
}

function toJson(value: object): string {
  return `${JSON.stringify(value)}\n`;
}

/** The path of a description, and its former path, which used the name in manifests. */
function namesOf(name: string, toPath: (name: string) => string): Paths {
  const former = ADDRESSES.find(({ kind, listedAs }) => kind === name && listedAs !== name);
  return former === undefined ? [toPath(name)] : [toPath(name), toPath(former.listedAs)];
}

/** The catalogue of APIs at an origin (RFC 9727), as a set of links (RFC 9264). */
function apiCatalog({ service }: Outline): object {
  const { base_url: baseUrl, license, site_url, deprecation } = service;
  const link = (path: string, type: string) => ({ href: `${baseUrl}/${path}`, type });
  const docs = {
    href: new URL('../docs', baseUrl).href,
    type: essenceOf(DOCUMENT_TYPES['*.html']),
  };
  return {
    linkset: [
      { anchor: `${new URL(baseUrl).origin}/.well-known/api-catalog`, item: [{ href: baseUrl }] },
      {
        anchor: baseUrl,
        'service-desc': [link('openapi.json', MEDIA_TYPES.json)],
        'service-doc': [
          ...(service.pages ? [docs] : []),
          link('llms-full.txt', essenceOf(DOCUMENT_TYPES['*.txt'])),
        ],
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
