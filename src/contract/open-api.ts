import { API_VERSION, type Timestamp } from '../model/index.ts';
import { inMarkdown } from '../represent/index.ts';
import { ANSWERS, type AnswerKind, type Tag } from '../resources/index.ts';
import { endInWords, withEnd } from './deprecation.ts';
import { type Examples, takeExamples } from './examples.ts';
import { NO_QUERIES } from './llms-txt.ts';
import { answerComponents } from './metric-columns.ts';
import { documentPaths } from './open-api-documents.ts';
import {
  answerComponent,
  componentName,
  exampleComponents,
  type FormOfAnswer,
  formsOf,
  HEADERS,
  otherResponses,
  PARAMETERS_IN_PATHS,
  type Part,
  parameterComponents,
  problemComponent,
  ref,
  responseComponents,
  UNKNOWN_METHOD,
} from './open-api-parts.ts';
import type { Described, Outline } from './outline.ts';
import { SHARED_COMPONENTS } from './schemas.ts';

/**
 * The description of the API as OpenAPI 3.1, with examples. Only the examples contain a time, so
 * everything else is computed once.
 */
export function openApi(
  described: Described,
  outline: Outline,
): (generatedAt: Timestamp) => object {
  const examples = takeExamples(described, outline);
  const description = withEnd(describeUndated(outline, examples), outline.service.deprecation);
  const { components } = description;
  return (generatedAt) => {
    const shown = exampleComponents(outline, examples, generatedAt);
    return { ...description, components: { ...components, examples: shown } };
  };
}

function describeUndated(outline: Outline, examples: Examples) {
  const { service, kinds } = outline;
  const { name, contact, license, notice, deprecation } = service;
  const answers = kinds.map((kind) => answerComponents(kind, outline));
  const paragraphs = [notice === null ? null : inMarkdown(notice), endInWords(deprecation), ABOUT];
  return {
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
      ...Object.fromEntries(kinds.flatMap((kind) => tablePaths(kind, outline))),
      ...Object.fromEntries(documentPaths(outline, examples)),
    },
    components: {
      schemas: Object.assign({}, ...answers, SHARED_COMPONENTS),
      parameters: parameterComponents(outline),
      headers: HEADERS,
      responses: responseComponents(outline, examples),
    },
  };
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
function tablePaths(kind: AnswerKind, outline: Outline): readonly [string, Part][] {
  const { path } = ANSWERS[kind];
  return formsOf(kind, outline).map((form) => [pathOf(path, form), pathItem(kind, form)]);
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
      responses: { 204: ref('responses', 'Preflight'), ...UNKNOWN_METHOD },
    },
  };
}

/** Each operation has its own, because Swagger UI does not resolve references of a path. */
function pathParameters(kind: AnswerKind): readonly Part[] {
  const { parameter } = ANSWERS[kind];
  return parameter === null ? [] : [ref('parameters', PARAMETERS_IN_PATHS[parameter])];
}

function operation(kind: AnswerKind, form: FormOfAnswer, operationId: string): Part {
  const { title, description, tag, errors } = ANSWERS[kind];
  const suffix = { negotiated: '', json: ', as JSON', csv: ', as CSV' }[form];
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
      ...Object.fromEntries(missing.map((name) => [404, ref('responses', problemComponent(name))])),
      ...(errors.includes('removed-category') && { 410: ref('responses', 'RemovedCategory') }),
      ...otherResponses(form === 'negotiated' ? '' : 'File'),
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
