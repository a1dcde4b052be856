import { API_VERSION } from '../model/index.ts';
import {
  DOCUMENT_TYPES,
  documentType,
  essenceOf,
  inMarkdown,
  MEDIA_TYPES,
} from '../represent/index.ts';
import { problemPath, removedCategoryPath } from '../resources/index.ts';
import { type Examples, NO_DIGEST, SOME_TIME } from './examples.ts';
import { headersOf, otherResponses, type Part, ref } from './open-api-parts.ts';
import type { Outline } from './outline.ts';
import { DIALECT, schemaPath } from './schema-documents.ts';

/**
 * The paths of resources with a single form: descriptions, the manifest, error documents. Examples show
 * how they begin, with made-up numbers.
 */
export function documentPaths(
  { service, removedCategories: [removed], kinds, names, metrics }: Outline,
  { problems }: Examples,
): readonly (readonly [string, Part])[] {
  const { name, base_url } = service;
  const { slug: operator } = names.operator;
  const overview = `# ${inMarkdown(name)}\n`;
  const catalogue = { linkset: [{ anchor: base_url, item: [{ href: base_url }] }] };
  const [, wellKnown] = one('api-catalog.json', 'getWellKnownApiCatalog', CATALOGUE, catalogue);
  return [
    one('openapi.json', 'getOpenApi', 'The OpenAPI description', {
      openapi: '3.1.0',
      info: { title: name, version: API_VERSION },
      paths: {},
    }),
    one(
      'schemas/{schema}.json',
      'getSchema',
      'The JSON Schema of an answer or a source',
      { $schema: DIALECT, $id: `${base_url}/${schemaPath('operators')}`, type: 'object' },
      'operators',
    ),
    one(
      'csvw/{table}.json',
      'getCsvMetadata',
      'What the columns of CSV answers mean (CSVW)',
      {
        '@context': 'http://www.w3.org/ns/csvw',
        url: '../operators.csv',
        tableSchema: { columns: [{ name: 'id', datatype: 'integer' }] },
      },
      'operators',
    ),
    one('dataset.jsonld', 'getDatasetJsonLd', 'The dataset as schema.org describes it', {
      '@context': 'https://schema.org',
      '@type': 'Dataset',
      '@id': base_url,
      name,
    }),
    one(
      'api-catalog.json',
      'getApiCatalog',
      'Links to what describes the API (RFC 9727)',
      catalogue,
    ),
    one('llms.txt', 'getLlmsTxt', 'The way for language models', overview),
    one('llms-full.txt', 'getLlmsFullTxt', 'What the data means', overview),
    one('index.md', 'getPageOfIndex', 'The service in Markdown', overview),
    ...(service.operator_markdown
      ? [
          one(
            'operators/{operator}.md',
            'getPageOfOperator',
            'One operator in Markdown, by slug',
            overview,
            `${names.operator['slug'] ?? 'harbour-nine'}`,
          ),
        ]
      : []),
    one(
      'best/{category}.md',
      'getPageOfRanking',
      'The ranking of one category in Markdown, by slug',
      overview,
      `${names.category['slug'] ?? 'usdt-trc20'}`,
    ),
    one(
      'metrics/{metric}.md',
      'getPageOfMetric',
      'The operators of one metric in Markdown',
      overview,
      [...metrics.keys()][0] ?? 'withdrawal_fee_usd',
    ),
    one('manifest.json', 'getManifest', 'Everything that is published', {
      generated_at: SOME_TIME,
      version: API_VERSION,
      base_url,
      precompressed: false,
      resources: [MANIFEST_ENTRY],
    }),
    one(
      'problems/{problem}.json',
      'getProblem',
      'What an error means',
      problems.get(problemPath('unknown-operator')),
      'unknown-operator',
    ),
    ...(removed === undefined
      ? []
      : [
          one(
            'problems/removed-category/{category}.json',
            'getRemovedCategory',
            'When and why a category was removed',
            problems.get(removedCategoryPath(removed.slug)),
            removed.slug,
          ),
        ]),
    ...(kinds.includes('changes')
      ? [
          one('changes.atom', 'getFeedOfChanges', 'What changed, as an Atom feed', FEED),
          one('feed.json', 'getJsonFeedOfChanges', 'What changed, as a JSON Feed', JSON_FEED),
          ...(service.operator_feeds && operator !== undefined
            ? [
                one(
                  'operators/{operator}/changes.atom',
                  'getFeedOfOperator',
                  'What changed about one operator, as an Atom feed',
                  FEED,
                  String(operator),
                ),
              ]
            : []),
        ]
      : []),
    one('client.js', 'getClient', 'A JavaScript client for web pages', CLIENT),
    ...(kinds.includes('snapshots')
      ? [one('snapshots/{file}', 'getSnapshot', 'A download', undefined, 'operator-api.zip')]
      : []),
    [
      '/.well-known/api-catalog',
      {
        servers: [{ url: new URL(base_url).origin, description: 'The origin of the API.' }],
        ...wellKnown,
      },
    ],
  ];
}

const CATALOGUE = 'The catalogue of APIs at this origin (RFC 9727)';

const CLIENT = 'export function createClient(baseUrl) { /* … */ }\n';

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

/** @param named An example of the parameter of the path, if it has one. */
function one(
  path: string,
  operationId: string,
  summary: string,
  example: unknown,
  named?: string,
): readonly [string, Part] {
  const isDownload = path.startsWith('snapshots/');
  const conditions = [
    'ifNoneMatch',
    'ifModifiedSince',
    ...(isDownload ? ['range', 'ifRange'] : []),
  ];
  const content = contentOf(path, example);
  const answer = (headers: 'suffixed' | 'suffixedRange', description: string) => ({
    description,
    headers: headersOf(headers),
    content,
  });
  const get = {
    operationId,
    summary,
    description: `Has one form; what it is, its media type says. The manifest lists it with size and SHA-256.`,
    tags: ['Descriptions'],
    parameters: [
      ...(named === undefined ? [] : [nameParameter(path, named)]),
      ...conditions.map((name) => ref('parameters', name)),
    ],
    responses: {
      200: answer('suffixed', summary),
      ...(isDownload && { 206: answer('suffixedRange', `${summary}, a part of it`) }),
      404: ref('responses', 'UnknownPath'),
      ...otherResponses('File'),
    },
  };
  return [`/${path}`, { get }];
}

function nameParameter(path: string, example: string): Part {
  return {
    name: /(?<=\{)\w+/.exec(path)?.[0],
    in: 'path',
    required: true,
    description: 'The name of one of them; the manifest lists all.',
    schema: { type: 'string' },
    example,
  };
}

/** The content of a response, by the media type of the path. */
function contentOf(path: string, example: unknown): Part {
  if (path.startsWith('snapshots/')) return DOWNLOADS;
  const type = essenceOf(documentType(path));
  return { [type]: { schema: schemaOf(path, type), example } };
}

function schemaOf(path: string, type: string): Part {
  if (type === MEDIA_TYPES.problem) return ref('schemas', 'Problem');
  if (path === 'manifest.json') return ref('schemas', 'Manifest');
  // Without this, type generators assume an object without members.
  return /json/.test(type) ? { type: 'object', additionalProperties: true } : { type: 'string' };
}

/** Any of the media types of downloads. */
const DOWNLOADS: Part = {
  [DOCUMENT_TYPES['*.zip']]: {},
  [DOCUMENT_TYPES['*.tar.gz']]: {},
  [DOCUMENT_TYPES['*.sqlite']]: {},
  [DOCUMENT_TYPES['*.parquet']]: {},
  [MEDIA_TYPES.json]: { example: { name: 'operator-api', resources: [] } },
  'text/plain': { example: `${NO_DIGEST}  operator-api.zip\n` },
};
