import type { Timestamp } from '../model/index.ts';
import { toCsv } from '../represent/index.ts';
import {
  ALLOWED_METHODS,
  ANSWERS,
  type AnswerKind,
  type ParameterName,
  type ProblemName,
  problemPath,
  removedCategoryPath,
} from '../resources/index.ts';
import type { Examples } from './examples.ts';
import { type JsonSchema, recordOf } from './json-schema.ts';
import type { Outline } from './outline.ts';
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
export const HEADERS: { readonly [field: string]: Part } = {
  'Cache-Control': header('How long any cache may keep the answer.', 'public, max-age=300', {
    pattern: '^public, max-age=\\d+$',
  }),
  'Access-Control-Allow-Origin': header('Every page may read the answer.', '*'),
  'Access-Control-Expose-Headers': header(
    'What scripts may read besides.',
    'ETag, Link, Last-Modified',
    {},
  ),
  'X-Content-Type-Options': header('The media type is what it says.', 'nosniff'),
  ETag: header(
    'Changes exactly when the bytes do, and differs between JSON and CSV.',
    '"5d41402abc4b2a76"',
    { pattern: '^(?:W/)?"[^"]*"$' },
  ),
  'Last-Modified': {
    ...header('When these bytes came to be; not every host can say.', SOME_DATE, {
      pattern: HTTP_DATE,
    }),
    required: false,
  },
  Link: header(
    'The licence, the description of the answer, and its other form (RFC 8288).',
    '</api/v1/openapi.json>; rel="service-desc"',
    { pattern: '^<[^>]*>' },
  ),
  Vary: header(
    'The answer depends on the Accept header, and on what else the host names.',
    'Accept',
    { pattern: '^Accept(?:, *[\\w-]+)*$' },
  ),
  'Content-Location': header('The address of the form that was chosen.', '/api/v1/index.json', {
    pattern: '\\.(?:json|csv)$',
  }),
  'Content-Range': header(
    'Which bytes of how many are sent; an asterisk where none are.',
    'bytes 0-1023/48213',
    { pattern: '^bytes (?:\\d+-\\d+|\\*)/\\d+$' },
  ),
  Allow: header('The methods there are.', ALLOWED_METHODS.join(', ')),
  'Access-Control-Allow-Methods': header(
    'The methods that scripts may use.',
    ALLOWED_METHODS.join(', '),
  ),
  'Access-Control-Allow-Headers': header('The headers that scripts may send.', '*'),
  'Access-Control-Max-Age': header('How long a browser may remember this, in seconds.', '86400', {
    pattern: '^\\d+$',
  }),
};

/**
 * A header that an answer always has.
 *
 * @param example The only value that it has, if there is no schema.
 */
export function header(
  description: string,
  example: string,
  schema: JsonSchema = { const: example },
): Part {
  return { description, required: true, schema: { type: 'string', ...schema }, example };
}

const COMMON = [
  'Cache-Control',
  'Access-Control-Allow-Origin',
  'Access-Control-Expose-Headers',
  'X-Content-Type-Options',
] as const;

const SUFFIXED = [...COMMON, 'Link', 'ETag', 'Last-Modified'] as const;
const NEGOTIATED = [...SUFFIXED, 'Vary', 'Content-Location'] as const;

/** The header fields of each kind of response. */
const HEADER_FIELDS = {
  suffixed: SUFFIXED,
  negotiated: NEGOTIATED,
  suffixedRange: [...SUFFIXED, 'Content-Range'],
  negotiatedRange: [...NEGOTIATED, 'Content-Range'],
  problem: [...SUFFIXED, 'Vary'],
  preflight: [
    ...COMMON,
    'Allow',
    'Access-Control-Allow-Methods',
    'Access-Control-Allow-Headers',
    'Access-Control-Max-Age',
  ],
} as const;

/** The headers of an answer, as references. */
export function headersOf(answer: keyof typeof HEADER_FIELDS): Part {
  return Object.fromEntries(HEADER_FIELDS[answer].map((field) => [field, ref('headers', field)]));
}

/**
 * The components of the parameters of paths. No two components have names that differ by case only, in
 * whatever section: generators make a file of each.
 */
export const PARAMETERS_IN_PATHS: { readonly [K in ParameterName]: string } = {
  operator: 'operatorName',
  category: 'categoryName',
  metric: 'metricName',
  claim_id: 'claimName',
  year: 'yearName',
};

/** The parameters of paths and requests. */
export function parameterComponents({ kinds, names }: Outline): Part {
  const inPath = (name: ParameterName, description: string, schema: JsonSchema): Part => {
    const examples = Object.entries(names[name]).map(([key, value]) => [
      key,
      { value: `${value}` },
    ]);
    return {
      name,
      in: 'path',
      required: true,
      description,
      schema: { type: 'string', ...schema },
      ...(examples.length > 0 && { examples: Object.fromEntries(examples) }),
    };
  };
  const inHeader = (name: string, description: string): Part => ({
    name,
    in: 'header',
    required: false,
    description,
    schema: { type: 'string' },
  });
  const claimId = inPath('claim_id', 'The id of a claim.', {
    pattern: recordOf(ANSWER_SCHEMAS.claim.schema).properties['claim_id']?.['pattern'],
  });
  return {
    [PARAMETERS_IN_PATHS.operator]: inPath('operator', 'The slug or the id of an operator.', {
      pattern: '^[a-z0-9]+(?:-[a-z0-9]+)*$',
    }),
    [PARAMETERS_IN_PATHS.category]: inPath('category', 'The slug or the alias of a category.', {
      pattern: '^[a-z0-9]+(?:-[a-z0-9]+)*$',
    }),
    [PARAMETERS_IN_PATHS.metric]: inPath('metric', 'The key of a metric.', {
      pattern: '^[a-z0-9]+(?:_[a-z0-9]+)*$',
    }),
    [PARAMETERS_IN_PATHS.year]: {
      ...inPath('year', 'A year (UTC).', { pattern: '^[0-9]{4}$' }),
      example: '2027',
    },
    ...(kinds.includes('claim') && { [PARAMETERS_IN_PATHS.claim_id]: claimId }),
    ifNoneMatch: inHeader(
      'If-None-Match',
      'Entity tags of what is known already: answered with 304 if one still holds.',
    ),
    ifModifiedSince: inHeader(
      'If-Modified-Since',
      'When what is known came to be: answered with 304 if nothing changed since.',
    ),
    ...(kinds.includes('snapshots') && {
      range: inHeader('Range', 'One stretch of bytes to send: answered with 206.'),
      ifRange: inHeader(
        'If-Range',
        'The ETag or Last-Modified of what the stretch is wanted of: of anything else, all is sent.',
      ),
    }),
  };
}

/** The example answers, by component name. */
export function exampleComponents(
  { service }: Outline,
  { samples }: Examples,
  at: Timestamp,
): Part {
  const shown = [...samples].flatMap(([kind, { columns, meta, rows }]) => {
    const { title: summary } = ANSWERS[kind];
    const value = { meta: meta(at), data: rows() };
    const json = [componentName(kind, 'json'), { summary, value }];
    if (!ANSWERS[kind].hasCsv(service)) return [json];
    const csv = { summary, value: toCsv(columns, rows()) };
    return [json, [componentName(kind, 'csv'), csv]];
  });
  return Object.fromEntries(shown);
}

/** The responses that paths refer to. */
export function responseComponents(outline: Outline, examples: Examples): Part {
  const { kinds, removedCategories } = outline;
  const names: readonly ProblemName[] = [
    'unknown-operator',
    'unknown-category',
    'unknown-metric',
    ...(kinds.includes('claim') ? (['unknown-claim'] as const) : []),
    'unknown-path',
  ];
  const [removed] = removedCategories;
  const gone =
    removed === undefined ? problemPath('removed-category') : removedCategoryPath(removed.slug);
  return {
    ...Object.fromEntries(
      kinds.flatMap((kind) =>
        formsOf(kind, outline).map((form) => [
          answerComponent(kind, form),
          tableResponse(kind, form, outline, examples),
        ]),
      ),
    ),
    HeadersAlone: bodiless('The headers that GET gives; there is no body.', 'negotiated'),
    HeadersOfErrorAlone: bodiless(
      'The headers that GET gives with the same error; there is no body.',
      'problem',
    ),
    NotModified: bodiless(UNCHANGED, 'negotiated'),
    NotModifiedFile: bodiless(UNCHANGED, 'suffixed'),
    ConditionFailed: bodiless(FAILED, 'negotiated'),
    ConditionFailedFile: bodiless(FAILED, 'suffixed'),
    RangeBeyondEnd: bodiless(BEYOND_END, 'negotiatedRange'),
    RangeBeyondEndFile: bodiless(BEYOND_END, 'suffixedRange'),
    Preflight: bodiless('What a script of another origin may send.', 'preflight'),
    ...Object.fromEntries(names.map((name) => [problemComponent(name), problem(name, examples)])),
    RemovedCategory: problem('removed-category', examples, gone),
    MethodNotAllowed: problem('method-not-allowed', examples),
  };
}

function bodiless(description: string, headers: keyof typeof HEADER_FIELDS): Part {
  return { description, headers: headersOf(headers) };
}

const UNCHANGED = 'What is known already still holds.';
const FAILED = 'If-Match or If-Unmodified-Since does not hold; there is no body.';
const BEYOND_END = 'Range starts where the answer has ended already; there is no body.';

/** The response to a method that an address does not have. */
export const UNKNOWN_METHOD = { '4XX': ref('responses', 'MethodNotAllowed') } as const;

/** What GET answers besides the body and 404, at a negotiated address or at that of one file. */
export function otherResponses(suffix: '' | 'File'): Part {
  return {
    304: ref('responses', `NotModified${suffix}`),
    412: ref('responses', `ConditionFailed${suffix}`),
    416: ref('responses', `RangeBeyondEnd${suffix}`),
    ...UNKNOWN_METHOD,
  };
}

export type FormOfAnswer = 'negotiated' | 'json' | 'csv';

/** The forms of the answers of a kind, each with an address of its own. */
export function formsOf(kind: AnswerKind, { service }: Outline): readonly FormOfAnswer[] {
  return ANSWERS[kind].hasCsv(service) ? ['negotiated', 'json', 'csv'] : ['negotiated', 'json'];
}

export function componentName(kind: AnswerKind, form: FormOfAnswer): string {
  return ANSWERS[kind].name + { negotiated: '', json: 'Json', csv: 'Csv' }[form];
}

/** The component of a whole answer. */
export function answerComponent(kind: AnswerKind, form: FormOfAnswer): string {
  return `${componentName(kind, form)}Answer`;
}

function tableResponse(
  kind: AnswerKind,
  form: FormOfAnswer,
  { service }: Outline,
  { samples }: Examples,
): Part {
  const contentIn = (format: 'json' | 'csv', schema: Part): Part => ({
    schema,
    ...(samples.has(kind) && {
      examples: { of_a_few: ref('examples', componentName(kind, format)) },
    }),
  });
  const content = {
    ...(form !== 'csv' && {
      'application/json': contentIn('json', ref('schemas', ANSWERS[kind].name)),
    }),
    ...(form !== 'json' &&
      ANSWERS[kind].hasCsv(service) && { 'text/csv': contentIn('csv', { type: 'string' }) }),
  };
  return {
    description: `${ANSWERS[kind].title}. In the example, long lists are cut short.`,
    headers: headersOf(form === 'negotiated' ? 'negotiated' : 'suffixed'),
    content,
  };
}

export function problemComponent(name: ProblemName): string {
  return name.replace(/(?:^|-)(.)/g, (_, letter: string) => letter.toUpperCase());
}

function problem(name: ProblemName, { problems }: Examples, path = problemPath(name)): Part {
  const body = problems.get(path);
  const headers = headersOf('problem');
  return {
    description: DESCRIPTIONS[name],
    headers:
      name === 'method-not-allowed' ? { ...headers, Allow: ref('headers', 'Allow') } : headers,
    content: {
      'application/problem+json': {
        schema: ref('schemas', 'Problem'),
        ...(body !== undefined && { example: body }),
      },
    },
  };
}

const DESCRIPTIONS: { readonly [K in ProblemName]: string } = {
  'unknown-operator': 'No operator has this slug or id.',
  'unknown-category': 'No category has this name.',
  'unknown-metric': 'No metric has this key.',
  'unknown-claim': 'No claim has this id.',
  'unknown-path': 'Nothing has this address.',
  'removed-category': 'The category was removed: when, why, and what there is instead.',
  'method-not-allowed':
    'Any other error, such as a method that is none of those that there are (405).',
};
