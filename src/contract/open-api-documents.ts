import { API_VERSION } from '../model/index.ts';
import { documentType, essenceOf, inMarkdown, MEDIA_TYPES } from '../represent/index.ts';
import { problemPath } from '../resources/index.ts';
import { type Examples, NO_DIGEST, SOME_TIME } from './examples.ts';
import { headersOf, type Part, parametersOf, ref, responsesOf } from './open-api-parts.ts';
import type { Outline } from './outline.ts';
import { DIALECT, schemaPath } from './schema-documents.ts';

/** A template of documents with one form. */
interface Described {
  /** Below the base address; what is in braces is a name. */
  readonly path: string;
  readonly operationId: string;
  readonly summary: string;
  /** What such a document contains. */
  readonly example: unknown;
  /** An example of the name, unless paths of answers have it, too. */
  readonly named?: string;
}

/**
 * The paths of what has one form: descriptions, the manifest, downloads. Examples show how they begin,
 * with made-up numbers.
 */
export function documentPaths(outline: Outline, examples: Examples): readonly [string, Part][] {
  return documentsOf(outline, examples).map((one) => [
    `/${one.path}`,
    { get: operation(one, examples) },
  ]);
}

function documentsOf({ service, kinds }: Outline, { problems }: Examples): readonly Described[] {
  const { name, base_url } = service;
  const overview = `# ${inMarkdown(name)}\n`;
  const feeds: readonly Described[] = [
    {
      path: 'changes.atom',
      operationId: 'getFeedOfChanges',
      summary: 'What changed, as an Atom feed',
      example: FEED,
    },
    {
      path: 'feed.json',
      operationId: 'getJsonFeedOfChanges',
      summary: 'What changed, as a JSON Feed',
      example: JSON_FEED,
    },
  ];
  const feedOfOperator: Described = {
    path: 'operators/{operator}/changes.atom',
    operationId: 'getFeedOfOperator',
    summary: 'What changed about one operator, as an Atom feed',
    example: FEED,
  };
  const download: Described = {
    path: 'snapshots/{file}',
    operationId: 'getSnapshot',
    summary: 'A download',
    example: `${NO_DIGEST}  operator-api.zip\n`,
    named: 'SHA256SUMS',
  };
  return [
    {
      path: 'openapi.json',
      operationId: 'getOpenApi',
      summary: 'The OpenAPI description',
      example: { openapi: '3.1.0', info: { title: name, version: API_VERSION }, paths: {} },
    },
    {
      path: 'schemas/{schema}.json',
      operationId: 'getSchema',
      summary: 'The JSON Schema of an answer or a source',
      example: {
        $schema: DIALECT,
        $id: `${base_url}/${schemaPath('operators')}`,
        type: 'object',
      },
      named: 'operators',
    },
    {
      path: 'csvw/{table}.json',
      operationId: 'getCsvMetadata',
      summary: 'What the columns of CSV answers mean (CSVW)',
      example: {
        '@context': 'http://www.w3.org/ns/csvw',
        url: '../operators.csv',
        tableSchema: { columns: [{ name: 'id', datatype: 'integer' }] },
      },
      named: 'operators',
    },
    {
      path: 'dataset.jsonld',
      operationId: 'getDatasetJsonLd',
      summary: 'The dataset as schema.org describes it',
      example: {
        '@context': 'https://schema.org',
        '@type': 'Dataset',
        '@id': base_url,
        name,
      },
    },
    {
      path: 'api-catalog.json',
      operationId: 'getApiCatalog',
      summary: 'Links to what describes the API, also at /.well-known/api-catalog (RFC 9727)',
      example: { linkset: [{ anchor: base_url, item: [{ href: base_url }] }] },
    },
    {
      path: 'llms.txt',
      operationId: 'getLlmsTxt',
      summary: 'The way for language models',
      example: overview,
    },
    {
      path: 'llms-full.txt',
      operationId: 'getLlmsFullTxt',
      summary: 'What the data means',
      example: overview,
    },
    {
      path: 'index.md',
      operationId: 'getPageOfIndex',
      summary: 'The service in Markdown',
      example: overview,
    },
    ...(service.operator_markdown
      ? [
          {
            path: 'operators/{operator}.md',
            operationId: 'getPageOfOperator',
            summary: 'One operator in Markdown, by slug',
            example: overview,
          },
        ]
      : []),
    {
      path: 'best/{category}.md',
      operationId: 'getPageOfRanking',
      summary: 'The ranking of one category in Markdown, by slug',
      example: overview,
    },
    {
      path: 'metrics/{metric}.md',
      operationId: 'getPageOfMetric',
      summary: 'The operators of one metric in Markdown',
      example: overview,
    },
    {
      path: 'manifest.json',
      operationId: 'getManifest',
      summary: 'Everything that is published',
      example: {
        generated_at: SOME_TIME,
        version: API_VERSION,
        base_url,
        precompressed: false,
        resources: [MANIFEST_ENTRY],
      },
    },
    {
      path: 'problems/{problem}.json',
      operationId: 'getProblem',
      summary: 'What an error means',
      example: problems.get(problemPath('unknown-operator')),
      named: 'unknown-operator',
    },
    ...(kinds.includes('changes') ? feeds : []),
    ...(kinds.includes('changes') && service.operator_feeds ? [feedOfOperator] : []),
    {
      path: 'client.js',
      operationId: 'getClient',
      summary: 'A JavaScript client for web pages',
      example: 'export function createClient(baseUrl) { /* … */ }\n',
    },
    ...(kinds.includes('snapshots') ? [download] : []),
  ];
}

const JSON_FEED = {
  version: 'https://jsonfeed.org/version/1.1',
  title: 'Changes',
  items: [],
};

const FEED = `<feed xmlns="http://www.w3.org/2005/Atom"><id>tag:compare.example,2026:changes</id><title>Changes</title><updated>${SOME_TIME}</updated></feed>\n`;

const MANIFEST_ENTRY = {
  kind: 'list',
  path: '/operators',
  aliases: [],
  rows: 17,
  files: [
    {
      path: 'operators.json',
      media_type: MEDIA_TYPES.json,
      bytes: 48_213,
      sha256: NO_DIGEST,
      generated_at: SOME_TIME,
    },
  ],
};

function operation(
  { path, operationId, summary, example, named }: Described,
  examples: Examples,
): Part {
  const success = {
    description: `${summary}.`,
    headers: headersOf(),
    content: contentOf(path, example),
  };
  return {
    operationId,
    summary,
    description: 'Has one form. The manifest lists it with its size and SHA-256.',
    tags: ['Descriptions'],
    parameters: parametersOf(path, named),
    responses: responsesOf(success, [], examples),
  };
}

/** The content of a response, by the media type of the path. */
function contentOf(path: string, example: unknown): Part {
  const type = path.startsWith('snapshots/') ? '*/*' : essenceOf(documentType(path));
  return { [type]: { schema: schemaOf(path, type), example } };
}

function schemaOf(path: string, type: string): Part {
  if (type === MEDIA_TYPES.problem) return ref('schemas', 'Problem');
  if (path === 'manifest.json') return ref('schemas', 'Manifest');
  if (type === '*/*') return { type: 'string', format: 'binary' };
  // Without this, type generators assume an object without members.
  return /json/.test(type) ? { type: 'object', additionalProperties: true } : { type: 'string' };
}
