import { API_VERSION, type Timestamp } from '../model/index.ts';
import { essenceOf, inMarkdown, MEDIA_TYPES, toCsv } from '../represent/index.ts';
import { ANSWERS, type AnswerKind, type Tag } from '../resources/index.ts';
import { endInWords, withEnd } from './deprecation.ts';
import { type Examples, takeExamples } from './examples.ts';
import { NO_QUERIES } from './llms-txt.ts';
import { answerComponents } from './metric-columns.ts';
import { documentPaths } from './open-api-documents.ts';
import {
  HEADERS,
  headersOf,
  type Part,
  parameterComponents,
  parametersOf,
  ref,
  responseComponents,
  responsesOf,
} from './open-api-parts.ts';
import type { Described, Outline } from './outline.ts';
import { SHARED_COMPONENTS } from './schemas.ts';

/**
 * The description of the API as OpenAPI 3.1, with examples: one operation for each answer and form, and one for what the Accept
 * header does. Only the examples depend on the time.
 */
export function openApi(
  described: Described,
  outline: Outline,
): (generatedAt: Timestamp) => object {
  const examples = takeExamples(described, outline);
  const shared = sharedParts(outline, examples);
  return (generatedAt) => {
    const { kinds, service } = outline;
    const paths = Object.fromEntries([
      ...kinds.flatMap((kind) => answerPaths(kind, outline, examples, generatedAt)),
      ...documentPaths(outline, examples),
    ]);
    const components = usedBy(paths, shared.components);
    return withEnd({ ...shared, paths, components }, service.deprecation);
  };
}

function sharedParts(outline: Outline, examples: Examples) {
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
    components: {
      schemas: Object.assign({}, ...answers, SHARED_COMPONENTS) as Part,
      parameters: parameterComponents(outline),
      headers: HEADERS,
      responses: responseComponents(outline, examples),
    },
  };
}

/** The parameters and responses that operations refer to, and all other components. */
function usedBy<C extends { readonly parameters: Part; readonly responses: Part }>(
  paths: Part,
  components: C,
): C {
  const text = JSON.stringify(paths);
  const used = (section: 'parameters' | 'responses') =>
    Object.fromEntries(
      Object.entries(components[section]).filter(([name]) =>
        text.includes(JSON.stringify(ref(section, name))),
      ),
    );
  return { ...components, parameters: used('parameters'), responses: used('responses') };
}

/** OpenAPI requires a URI (RFC 3986). The service may have an IRI. */
function asUri(address: string): string {
  return new URL(address).href.replace(/[^\w\-.~:/?#[\]@!$&'()*+,;=%]/g, encodeURIComponent);
}

const ABOUT = `Read-only, free, no authentication.

**Forms.** An address that ends in .json or .csv answers in that form on any host. These addresses are described, each as one operation. Without the suffix, the Accept header chooses between application/json and text/csv (RFC 9110, section 12.5.1); JSON is the default, and there is no 406. \`GET /\` shows this for all answers: \`/operators\` is negotiated as \`/\` is. CSV is RFC 4180 in UTF-8 with a header line; null is an empty cell, and nested values are JSON text. ${NO_QUERIES}

**Methods.** Every address that answers GET also answers HEAD, with the same headers and no body, and OPTIONS, with 204 and what a preflight asks for. Any other method is 405.

**Headers.** Every page may read every response: Access-Control-Allow-Origin is *, and ETag, Link and Last-Modified are exposed. Requests may have If-None-Match or If-Modified-Since (304 if nothing changed), If-Match or If-Unmodified-Since (412 without a body if something did), and Range with If-Range (206 with a part, or 416). No operation lists these headers.

**Stability.** Fields may be added to records and answers at any time; none is renamed or removed.

Examples are what a publication of a few of the operators answers, long lists cut short. Those of headers, descriptions, changes and downloads are made up.`;

const TAGS: { readonly [K in Tag | 'Descriptions']: string } = {
  Operators: 'The bookmakers, in brief and in full.',
  Claims: 'What is claimed about operators: one datum each, with evidence.',
  Rankings: 'The best operators for a purpose, by a published rule.',
  Service: 'What there is, what changed, and downloads.',
  Descriptions: 'The contract for machines: schemas, metadata, the manifest.',
};

/** The paths of a kind of answer: one for each form. The index also has one that is negotiated. */
function answerPaths(
  kind: AnswerKind,
  { service }: Outline,
  examples: Examples,
  at: Timestamp,
): readonly [string, Part][] {
  const { path, name, title, description, tag, errors, hasCsv } = ANSWERS[kind];
  const { json, csv } = contentOf(kind, examples, at);
  const pathItem = (operationId: string, more: Part, content: Part, headers = headersOf()) => ({
    get: {
      operationId,
      ...more,
      tags: [tag],
      parameters: parametersOf(path),
      responses: responsesOf({ description: `${title}.`, headers, content }, errors, examples),
    },
  });
  const inJson = pathItem(`get${name}`, { summary: title, description }, json);
  const inCsv = pathItem(
    `get${name}Csv`,
    { summary: `${title}, as CSV`, description: `The records of /${path}.json, a line each.` },
    csv,
  );
  const negotiated = pathItem(
    `negotiate${name}`,
    { summary: `${title}, in the form that Accept names`, description: NEGOTIATION },
    { ...json, ...csv },
    headersOf('Vary', 'Content-Location'),
  );
  return [
    ...(path === ANSWERS.index.path ? [['/', negotiated] as const] : []),
    [`/${path}.json`, inJson] as const,
    ...(hasCsv(service) ? [[`/${path}.csv`, inCsv] as const] : []),
  ].map(([address, item]) => [address, item]);
}

const { path: LIST } = ANSWERS.operators;
const NEGOTIATION = `JSON, or CSV if Accept prefers it. Every other address of an answer without a suffix works like this one: /${LIST} answers as /${LIST}.json or as /${LIST}.csv.`;

/** Both forms of an answer, with their media types. */
function contentOf(kind: AnswerKind, { samples }: Examples, at: Timestamp) {
  const table = samples.get(kind);
  const [data, meta] = [table?.rows() ?? [], table?.meta(at)];
  const shown = (example: unknown) => table !== undefined && { example };
  return {
    json: {
      [MEDIA_TYPES.json]: {
        schema: ref('schemas', ANSWERS[kind].name),
        ...shown({ meta, data }),
      },
    },
    csv: {
      [essenceOf(MEDIA_TYPES.csv)]: {
        schema: { type: 'string' },
        ...shown(toCsv(table?.columns ?? [], data)),
      },
    },
  };
}
