import { API_VERSION, type Timestamp } from '../model/index.ts';
import {
  DOCUMENT_TYPES,
  documentType,
  essenceOf,
  inMarkdown,
  MEDIA_TYPES,
} from '../represent/index.ts';
import { ANSWERS, type AnswerKind, type Tag } from '../resources/index.ts';
import { endInWords, withEnd } from './deprecation.ts';
import { documentExamples, takeExamples } from './examples.ts';
import { NO_QUERIES } from './llms-txt.ts';
import {
  answerComponent,
  componentName,
  exampleComponents,
  type FormOfAnswer,
  HEADERS,
  headersOf,
  PARAMETERS_IN_PATHS,
  type Part,
  parameterComponents,
  problemComponent,
  ref,
  responseComponents,
  schemaComponents,
} from './open-api-parts.ts';
import { type Frame, hasCsv, NO_DIGEST, type Outline } from './outline.ts';

type Material = Pick<Outline, 'frame' | 'names' | 'samples'>;

/**
 * The description of the API as OpenAPI 3.1, with examples: see `Samples`. Only the examples contain a
 * time, so everything else is computed once.
 */
export function openApi(outline: Material): (generatedAt: Timestamp) => object {
  const { description, examples } = describeUndated(outline);
  const { components } = description;
  return (generatedAt) => {
    const shown = exampleComponents(outline.frame, examples, generatedAt);
    return { ...description, components: { ...components, examples: shown } };
  };
}

function describeUndated(outline: Material) {
  const { frame, names } = outline;
  const { service, kinds } = frame;
  const { name, contact, license, notice, deprecation } = service;
  const paragraphs = [notice === null ? null : inMarkdown(notice), endInWords(deprecation), ABOUT];
  const examples = takeExamples(outline);
  const description = {
    openapi: '3.1.0',
    info: {
      title: name,
      summary: 'Comparison data about crypto bookmakers, as JSON and CSV.',
      description: paragraphs.filter((paragraph) => paragraph !== null).join('\n\n'),
      version: API_VERSION,
      contact: {
        name: contact.name,
        ...(contact.url !== null && { url: asUri(contact.url) }),
        ...(contact.email !== null && { email: contact.email }),
      },
      license: { name: license.name, url: asUri(license.url) },
    },
    servers: [{ url: service.base_url, description: 'The published API.' }],
    security: [],
    tags: Object.entries(TAGS).map(([tag, description]) => ({ name: tag, description })),
    paths: {
      ...Object.fromEntries(kinds.flatMap((kind) => tablePaths(kind, frame))),
      ...Object.fromEntries(documentPaths(frame, documentExamples(frame, examples))),
    },
    components: {
      schemas: schemaComponents(frame),
      parameters: parameterComponents(frame, names),
      headers: HEADERS,
      responses: responseComponents(frame, examples),
    },
  };
  return { description: withEnd(description, deprecation), examples };
}

/** OpenAPI requires a URI (RFC 3986). The service may have an IRI. */
function asUri(address: string): string {
  return new URL(address).href.replace(/[^\w\-.~:/?#[\]@!$&'()*+,;=%]/g, encodeURIComponent);
}

const ABOUT = `Read-only, free, no authentication; every page may read it (CORS).

Addresses with .json or .csv at the end answer in that form on any host. Without it, the Accept header chooses between application/json and text/csv (RFC 9110, section 12.5.1), and JSON is the default: there is no 406. CSV is RFC 4180 in UTF-8 with a header line; null is an empty cell, and nested values are JSON text. ${NO_QUERIES}

Every address answers GET, HEAD and OPTIONS, also where only GET is listed. A range of its bytes may be asked for and is answered with 206, which is described for downloads alone: a part of JSON or CSV is neither. Fields may be added to records and answers at any time; none is renamed or taken away.

Examples are what a publication of a few of the operators answers, long lists cut short. Those of headers, descriptions, changes and downloads are made up.`;

const TAGS: { readonly [K in Tag | 'Descriptions']: string } = {
  Operators: 'The bookmakers, in brief and in full.',
  Claims: 'What is claimed about operators: one datum each, with evidence.',
  Rankings: 'The best operators for a purpose, by a published rule.',
  Service: 'What there is, what changed, and downloads.',
  Descriptions: 'The contract for machines: schemas, metadata, the manifest.',
};

/** The addresses of one kind of answer: negotiated, and one for each form. */
function tablePaths(kind: AnswerKind, frame: Frame): readonly [string, Part][] {
  const { path } = ANSWERS[kind];
  const forms: readonly FormOfAnswer[] = hasCsv(kind, frame)
    ? ['negotiated', 'json', 'csv']
    : ['negotiated', 'json'];
  return forms.map((form) => [pathOf(path, form), pathItem(kind, form)]);
}

function pathOf(path: string, form: FormOfAnswer): string {
  if (form !== 'negotiated') return `/${path}.${form}`;
  return path === ANSWERS.index.path ? '/' : `/${path}`;
}

function pathItem(kind: AnswerKind, form: FormOfAnswer): Part {
  const name = componentName(kind, form);
  // ng-openapi-gen adds the form to the id of an operation that has several.
  if (form !== 'negotiated') return { get: operation(kind, form, `get${name}File`) };
  const get = operation(kind, form, `get${name}`);
  return {
    get,
    head: { ...headOf(get), operationId: `head${name}` },
    options: {
      operationId: `options${name}`,
      summary: 'What a script of another origin may send',
      description: 'The answer to the preflight that browsers send (Fetch Standard).',
      tags: [ANSWERS[kind].tag],
      parameters: pathParameters(kind),
      responses: { 204: ref('responses', 'Preflight'), ...OTHER },
    },
  };
}

/** Each operation has its own, because Swagger UI does not resolve references of a path. */
function pathParameters(kind: AnswerKind): readonly Part[] {
  const { parameter } = ANSWERS[kind];
  return parameter === null ? [] : [ref('parameters', PARAMETERS_IN_PATHS[parameter])];
}

/** The response to any other method. */
const OTHER = { '4XX': ref('responses', 'MethodNotAllowed') } as const;

function operation(kind: AnswerKind, form: FormOfAnswer, operationId: string): Part {
  const { title, description, tag, errors } = ANSWERS[kind];
  const suffix = { negotiated: '', json: ', as JSON', csv: ', as CSV' }[form];
  const isNegotiated = form === 'negotiated';
  const missing = errors.filter((name) => name !== 'removed-category');
  return {
    operationId,
    summary: `${title}${suffix}`,
    description,
    tags: [tag],
    parameters: [
      ...pathParameters(kind),
      ref('parameters', 'ifNoneMatch'),
      ref('parameters', 'ifModifiedSince'),
    ],
    responses: {
      200: ref('responses', answerComponent(kind, form)),
      304: ref('responses', isNegotiated ? 'NotModified' : 'NotModifiedFile'),
      412: ref('responses', isNegotiated ? 'ConditionFailed' : 'ConditionFailedFile'),
      416: ref('responses', isNegotiated ? 'RangeBeyondEnd' : 'RangeBeyondEndFile'),
      ...Object.fromEntries(missing.map((name) => [404, ref('responses', problemComponent(name))])),
      ...(errors.includes('removed-category') && { 410: ref('responses', 'RemovedCategory') }),
      ...OTHER,
    },
  };
}

/** RFC 9110: HEAD ignores ranges (§14.2), and no answer to it has content (§9.3.2). */
function headOf(get: Part): Part {
  const { 416: _, ...responses } = get['responses'] as Part;
  const error = ref('responses', 'HeadersOfErrorAlone');
  const success = ref('responses', 'HeadersAlone');
  const alone: Part = { 200: success, 404: error, 410: error, '4XX': error };
  const withoutContent = Object.entries(responses).map(([status, response]) => [
    status,
    alone[status] ?? response,
  ]);
  return {
    ...get,
    responses: Object.fromEntries(withoutContent),
    summary: `${get['summary']}: headers alone`,
    description: 'The headers that GET gives, without the body.',
  };
}

/** Resources with a single form: descriptions, the manifest, error documents. */
function documentPaths(
  { service, removedCategories, kinds }: Frame,
  examples: Part,
): readonly [string, Part][] {
  const one = (path: string, operationId: string, summary: string, more: More = {}) =>
    [`/${path}`, documentItem(path, operationId, summary, examples[path], more)] as const;
  const named = (name: string, example: string) => ({
    parameters: [nameParameter(name, example)],
  });
  const paths = [
    one('openapi.json', 'getOpenApi', 'The OpenAPI description'),
    one(
      'schemas/{schema}.json',
      'getSchema',
      'The JSON Schema of an answer or a source',
      named('schema', 'operators'),
    ),
    one(
      'csvw/{table}.json',
      'getCsvMetadata',
      'What the columns of CSV answers mean (CSVW)',
      named('table', 'operators'),
    ),
    one('dataset.jsonld', 'getDatasetJsonLd', 'The dataset as schema.org describes it'),
    one('api-catalog.json', 'getApiCatalog', 'Links to what describes the API (RFC 9727)'),
    one('llms.txt', 'getLlmsTxt', 'The way for language models'),
    one('llms-full.txt', 'getLlmsFullTxt', 'What the data means'),
    one('manifest.json', 'getManifest', 'Everything that is published'),
    one(
      'problems/{problem}.json',
      'getProblem',
      'What an error means',
      named('problem', 'unknown-operator'),
    ),
    ...removedCategories
      .slice(0, 1)
      .map(({ slug }) =>
        one(
          'problems/removed-category/{category}.json',
          'getRemovedCategory',
          'When and why a category was removed',
          named('category', slug),
        ),
      ),
    ...(kinds.includes('changes')
      ? [one('changes.atom', 'getChangesFeed', 'What changed, as an Atom feed')]
      : []),
    ...(kinds.includes('snapshots')
      ? [one('snapshots/{file}', 'getSnapshot', 'A download', named('file', 'operator-api.zip'))]
      : []),
  ];
  const [, wellKnown] = one('api-catalog.json', 'getWellKnownApiCatalog', CATALOGUE, {
    servers: [{ url: new URL(service.base_url).origin, description: 'The origin of the API.' }],
  });
  return [...paths, ['/.well-known/api-catalog', wellKnown]] as [string, Part][];
}

const CATALOGUE = 'The catalogue of APIs at this origin (RFC 9727)';

function nameParameter(name: string, example: string): Part {
  return {
    name,
    in: 'path',
    required: true,
    description: 'The name of one of them; the manifest lists all.',
    schema: { type: 'string' },
    example,
  };
}

/** The parameters of an operation, and what else its path has. */
interface More {
  readonly parameters?: readonly Part[];
  readonly servers?: readonly Part[];
}

function documentItem(
  path: string,
  operationId: string,
  summary: string,
  example: unknown,
  { parameters = [], ...more }: More,
): Part {
  const isDownload = path.startsWith('snapshots/');
  const conditions = [
    'ifNoneMatch',
    'ifModifiedSince',
    ...(isDownload ? ['range', 'ifRange'] : []),
  ];
  const content = contentOf(path, example);
  return {
    ...more,
    get: {
      operationId,
      summary,
      description: `Has one form; what it is, its media type says. The manifest lists it with size and SHA-256.`,
      tags: ['Descriptions'],
      parameters: [...parameters, ...conditions.map((name) => ref('parameters', name))],
      responses: {
        200: { description: summary, headers: headersOf('suffixed'), content },
        ...(isDownload && {
          206: {
            description: `${summary}, a part of it`,
            headers: headersOf('suffixedRange'),
            content,
          },
        }),
        304: ref('responses', 'NotModifiedFile'),
        404: ref('responses', 'UnknownPath'),
        412: ref('responses', 'ConditionFailedFile'),
        416: ref('responses', 'RangeBeyondEndFile'),
        ...OTHER,
      },
    },
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
