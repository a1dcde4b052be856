import { MEDIA_TYPES } from '../represent/index.ts';
import {
  ADDRESSES,
  type ParameterName,
  type ProblemDocument,
  type ProblemName,
  problemPath,
  removedCategoryPath,
} from '../resources/index.ts';
import type { Examples } from './examples.ts';
import { type JsonSchema, recordOf } from './json-schema.ts';
import { type Outline, PARAMETER_MEANINGS } from './outline.ts';
import { ANSWER_SCHEMAS } from './schemas.ts';

export type Part = { readonly [key: string]: unknown };

/** A reference to a component. */
export function ref(section: string, name: string): Part {
  return { $ref: `#/components/${section}/${name}` };
}

/** RFC 9110 §5.6.7. */
export const HTTP_DATE = '^[A-Z][a-z]{2}, \\d\\d [A-Z][a-z]{2} \\d{4} \\d\\d:\\d\\d:\\d\\d GMT$';

/** A date for examples. */
export const SOME_DATE = 'Mon, 05 Jan 2026 09:30:00 GMT';

/** The header components, by the fields they describe. */
export const HEADERS = {
  'Cache-Control': header(
    'How long any cache may keep the response.',
    'public, max-age=300',
    '^public, max-age=\\d+$',
  ),
  ETag: header(
    'Changes exactly when the bytes do, and differs between JSON and CSV.',
    '"5d41402abc4b2a76"',
    '^(?:W/)?"[^"]*"$',
  ),
  'Last-Modified': {
    ...header('When these bytes came to be; not every host sends it.', SOME_DATE, HTTP_DATE),
    required: false,
  },
  Link: header(
    'The licence, the descriptions, and the other form (RFC 8288).',
    '</api/v1/openapi.json>; rel="service-desc"',
    '^<[^>]*>',
  ),
  Vary: header('Accept, and what else the host names.', 'Accept', '^Accept(?:, *[\\w-]+)*$'),
  'Content-Location': header(
    'The address of the form that was chosen.',
    '/api/v1/index.json',
    '\\.(?:json|csv)$',
  ),
} as const;

/** A header that a response always has. */
export function header(description: string, example: string, pattern: string): Part {
  return { description, required: true, schema: { type: 'string', pattern }, example };
}

/** The headers of every response that are described, and more of them, as references. */
export function headersOf(...more: readonly (keyof typeof HEADERS)[]): Part {
  const fields = ['Cache-Control', 'ETag', 'Last-Modified', 'Link', ...more];
  return Object.fromEntries(fields.map((field) => [field, ref('headers', field)]));
}

/**
 * The names in braces of a path, as parameters of an operation. Each operation has its own, because
 * Swagger UI does not resolve references of a path.
 *
 * @param example For a name that no answer has in its path.
 */
export function parametersOf(path: string, example?: string): readonly Part[] {
  return Array.from(path.matchAll(/\{(\w+)\}/g), ([, name = '']) =>
    name in PARAMETER_MEANINGS
      ? ref('parameters', parameterComponent(name))
      : inPath(name, 'The name of one of them; /manifest.json lists all.', {}, example),
  );
}

/** No component has a name that another one has, in whatever section: generators make a file of each. */
function parameterComponent(name: string): string {
  return `${name.replace(/_(.)/g, (_, letter: string) => letter.toUpperCase())}InPath`;
}

/** The components of the parameters of paths. */
export function parameterComponents(outline: Outline): Part {
  const names = Object.keys(PARAMETER_MEANINGS) as ParameterName[];
  return Object.fromEntries(
    names.map((name) => [
      parameterComponent(name),
      inPath(
        name,
        `${PARAMETER_MEANINGS[name]}.`,
        valuesOf(name, outline),
        // Which years have changes is known later.
        name === 'year' ? 2027 : Object.values(outline.names[name])[0],
      ),
    ]),
  );
}

function inPath(
  name: string,
  description: string,
  values: JsonSchema,
  example: string | number | undefined,
): Part {
  return {
    name,
    in: 'path',
    required: true,
    description,
    schema: { type: 'string', ...values },
    ...(example !== undefined && { example: `${example}` }),
  };
}

/** What a parameter can be: the values if they are few, otherwise their form. */
function valuesOf(name: ParameterName, { activeCategories, metrics }: Outline): JsonSchema {
  switch (name) {
    case 'category':
      return oneOf(
        activeCategories.flatMap(({ slug, alias }) => [slug, ...(alias ? [alias] : [])]),
      );
    case 'metric':
      return oneOf([...metrics.keys()]);
    case 'year':
      return { pattern: '^[0-9]{4}$' };
    case 'claim_id': {
      const { properties } = recordOf(ANSWER_SCHEMAS.claim.schema);
      return { pattern: properties['claim_id']?.['pattern'] };
    }
    default:
      return { pattern: '^[a-z0-9]+(?:-[a-z0-9]+)*$' };
  }
}

/** JSON Schema allows no enum without values. */
function oneOf(values: readonly string[]): JsonSchema {
  return values.length === 0 ? {} : { enum: values };
}

/**
 * What an operation is answered with. Without another reason, it is answered with 404 where a host does
 * not have it. There is no `default`: generators add the type of an error to that of the success.
 *
 * @param errors Those of its answer.
 */
export function responsesOf(
  success: Part,
  errors: readonly ProblemName[],
  { problems }: Examples,
): Part {
  const names: readonly ProblemName[] = errors.length === 0 ? ['unknown-path'] : errors;
  const responses = names.map((name) => [
    problems.get(problemPath(name))?.status,
    ref('responses', problemComponent(name)),
  ]);
  return {
    200: success,
    304: ref('responses', 'NotModified'),
    ...Object.fromEntries(responses),
  };
}

/** The responses that operations share. */
export function responseComponents(
  { removedCategories: [removed] }: Outline,
  { problems }: Examples,
): Part {
  const shown = (name: ProblemName) =>
    problems.get(
      name === 'removed-category' && removed !== undefined
        ? removedCategoryPath(removed.slug)
        : problemPath(name),
    );
  const names = new Set(ADDRESSES.flatMap(({ errors }) => errors)).add('unknown-path');
  const errors = [...names].map((name) => [problemComponent(name), problem(shown(name))]);
  return {
    NotModified: {
      description:
        'What If-None-Match or If-Modified-Since names is still the same: the headers of 200, without a body.',
      headers: headersOf(),
    },
    ...Object.fromEntries(errors),
  };
}

function problemComponent(name: ProblemName): string {
  return name.replace(/(?:^|-)(.)/g, (_, letter: string) => letter.toUpperCase());
}

function problem(body: ProblemDocument['body'] | undefined): Part {
  if (body === undefined) throw new Error('Broken invariant: every error has a document');
  return {
    description: `${body.title}.`,
    headers: headersOf('Vary'),
    content: {
      [MEDIA_TYPES.problem]: { schema: ref('schemas', 'Problem'), example: body },
    },
  };
}
