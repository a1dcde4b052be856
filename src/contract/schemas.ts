import { isDeepStrictEqual } from 'node:util';
import * as z from 'zod';
import {
  activeCategory,
  categories,
  claim,
  keywordsOf,
  metric,
  operatorRecord,
  service,
  slug,
  THRESHOLD_BELONGS_TO_LEVEL,
  text,
  timestamp,
  url,
} from '../model/index.ts';
import { isObject, type Manifest } from '../represent/index.ts';
import { ADDRESSES, ANSWERS, type AnswerKind } from '../resources/index.ts';
import { type JsonSchema, type NamedSchema, recordOf } from './json-schema.ts';

// This data depends only on the program. `scripts/bundle.mjs` computes it at compile time, because that
// takes longer than all other descriptions together.

/** The schema of each kind of source file, for completion and help in editors. */
export const SOURCE_SCHEMAS: readonly NamedSchema[] = [
  source('service', 'The service', 'Its name, its addresses and its terms.', service),
  source('metrics', 'The metrics dictionary', 'What claims can be about.', z.array(metric)),
  source('categories', 'The rankings', 'Their rules, and those removed.', categories),
  source(
    'operator',
    'An operator',
    'All that is known of one operator but the claims about it. The name of the file is the slug.',
    operatorRecord,
  ),
  source(
    'facts',
    'The claims about an operator',
    'A list of claims. The name of the file is the slug of the operator.',
    z.array(claim),
  ),
];

/** The schema of each kind of JSON answer. */
export const ANSWER_SCHEMAS = forEachAnswer(answerSchema);

/** The schema of every error answer. */
export const PROBLEM_SCHEMA = problemSchema();

/** The schema of the manifest. */
export const MANIFEST_SCHEMA = manifestSchema();

/** What most answers say about themselves, and no more. */
const META = metaOf(component(ANSWER_SCHEMAS.operators));

/** The OpenAPI components of each kind of answer, by type name. */
export const ANSWER_COMPONENTS = forEachAnswer(answerComponents);

/** The OpenAPI components that all kinds of answers share, by type name. */
export const SHARED_COMPONENTS = {
  Meta: META,
  Problem: component(PROBLEM_SCHEMA),
  Manifest: component(MANIFEST_SCHEMA),
};

function forEachAnswer<T>(make: (kind: AnswerKind) => T) {
  const kinds = Object.keys(ANSWERS) as AnswerKind[];
  return Object.fromEntries(kinds.map((kind) => [kind, make(kind)])) as {
    readonly [K in AnswerKind]: T;
  };
}

function source(kind: string, title: string, description: string, schema: z.ZodType): NamedSchema {
  return { name: `source-${kind}`, schema: convert(schema, 'input', title, description) };
}

/** The schema of a whole JSON answer of a kind. */
function answerSchema(kind: AnswerKind): NamedSchema {
  const { title, description, fields, meta, isSingle = false } = ANSWERS[kind];
  const record = z
    .strictObject(fields)
    .meta('kyc_level' in fields ? THRESHOLD_BELONGS_TO_LEVEL : {});
  const answer = z.strictObject({
    meta: z.strictObject(meta).describe('What the answer says about itself.'),
    data: z
      .array(record)
      .meta(isSingle ? { minItems: 1, maxItems: 1 } : {})
      .describe('The records.'),
  });
  return { name: kind, schema: convert(answer, 'output', title, description) };
}

/** The schema of problem details (RFC 9457) with the extensions of this API. */
function problemSchema(): NamedSchema {
  const address = z.string().meta({ pattern: '^[Hh][Tt][Tt][Pp][Ss]?://' });
  const removal = z.strictObject({
    category: slug.describe('Its slug.'),
    removed_at: timestamp.describe('When it was removed.'),
    reason: text.describe('Why it was removed.'),
    see: url.nullable().describe('Where to look instead, or null.'),
  });
  const { slug: name, alias, title } = activeCategory.shape;
  const category = z.strictObject({
    slug: name,
    alias,
    title,
    url: url.describe('Where its ranking is.'),
  });
  const problem = z.strictObject({
    type: z
      .string()
      .describe('The address of this problem document, which names the kind of problem.'),
    title: text.describe('The kind of problem in words; the same for every occurrence.'),
    status: z
      .number()
      .meta({ type: 'integer', minimum: 400, maximum: 599 })
      .describe('The HTTP status.'),
    detail: text.describe('How to put it right.'),
    operators: url.optional().describe('With an unknown operator: where all of them are.'),
    categories: z
      .array(category)
      .optional()
      .describe('With an unknown category: those that there are.'),
    metrics: z
      .array(
        z.strictObject({
          key: metric.shape.key,
          name: metric.shape.name,
          url: url.describe('Where its values are.'),
        }),
      )
      .optional()
      .describe('With an unknown metric: those that there are.'),
    claims: url.optional().describe('With an unknown claim: where all of them are.'),
    paths: z.array(address).optional().describe('With an unknown path: those that there are.'),
    removed: z.array(removal).optional().describe('Every category that was removed.'),
    category: slug.optional().describe('With a removed category: its slug.'),
    removed_at: timestamp.optional().describe('With a removed category: when it was removed.'),
    reason: text.optional().describe('With a removed category: why it was removed.'),
    see: url
      .nullable()
      .optional()
      .describe('With a removed category: where to look instead, or null.'),
    allow: z
      .array(z.string())
      .optional()
      .describe('With a method that is not allowed: those that are.'),
  });
  const description = 'Problem details (RFC 9457), whatever form was asked for.';
  return { name: 'problem', schema: convert(problem, 'output', 'An error', description) };
}

/** The schema of `manifest.json`. */
function manifestSchema(): NamedSchema {
  const count = z.number().meta({ type: 'integer', minimum: 0 });
  const path = z.string().meta({ pattern: '^/' });
  const file = z.strictObject({
    path: z
      .string()
      .describe('The file below the base address; those of aliases have the same suffix.'),
    media_type: z.string().describe('What it is sent as.'),
    bytes: count.describe('Its size.'),
    sha256: z
      .string()
      .meta({ pattern: '^[0-9a-f]{64}$' })
      .describe('The SHA-256 of its bytes, in hexadecimal.'),
    generated_at: timestamp.describe('When these bytes came to be.'),
  });
  const entry = z.strictObject({
    kind: z
      .enum([...ADDRESSES.map(({ listedAs }) => listedAs), 'problem', 'document'])
      .describe('What kind of answer it is; documents have one form and are not negotiated.'),
    path: path.describe('Its canonical address below the base address.'),
    aliases: z.array(path).describe('Further addresses that answer with the same bytes.'),
    rows: count.nullable().describe('How many records it has; null for errors and documents.'),
    files: z.array(file).describe('One file for each form.'),
  });
  const manifest = z.strictObject({
    generated_at: timestamp.describe('When the bytes of this manifest came to be.'),
    version: z.string().describe('The version of the contract.'),
    base_url: url.describe('Where the API is.'),
    precompressed: z
      .boolean()
      .describe('Whether compressed forms (.gz, .br) stand beside the files.'),
    resources: z.array(entry).describe('Everything that is published but this manifest.'),
  } satisfies { readonly [K in keyof Manifest]: z.ZodType });
  const description =
    'Every file with its size, its SHA-256 and the time at which its bytes came to be.';
  const schema = convert(manifest, 'output', 'Everything that is published', description);
  return { name: 'manifest', schema };
}

/** The schemas of an answer and of its records, as OpenAPI components. */
function answerComponents(kind: AnswerKind): { readonly [name: string]: JsonSchema } {
  const { name, record } = ANSWERS[kind];
  const schema = component(ANSWER_SCHEMAS[kind]);
  const { data, ...others } = schema['properties'] as { readonly [key: string]: JsonSchema };
  const items = { $ref: `#/components/schemas/${record}` };
  const meta = isDeepStrictEqual(metaOf(schema), META)
    ? { $ref: '#/components/schemas/Meta' }
    : metaOf(schema);
  return {
    [record]: { title: record, ...recordOf(schema) },
    [name]: { ...schema, properties: { ...others, meta, data: { ...data, items } } },
  };
}

function metaOf(answer: JsonSchema): JsonSchema {
  return (answer['properties'] as { readonly meta: JsonSchema }).meta;
}

/**
 * A schema without conditions between fields. Generators ignore them, and linters take each condition
 * for a complete description of the object. The patterns of texts and times are left out, too: they are
 * on most fields and say little. The documents in `schemas/` contain all of this.
 */
function component({ schema }: NamedSchema): JsonSchema {
  return JSON.parse(JSON.stringify(schema), (_, part: unknown) => {
    if (!isObject(part)) return part;
    if (Array.isArray(part['type']) || typeof part['pattern'] === 'string') return simplified(part);
    if (!isObject(part['properties'])) return part;
    const { if: _if, then, else: _else, allOf, anyOf, not, ...others } = part;
    return others;
  });
}

/**
 * A value without the pattern of a text or a time, and with a union in place of a list of types:
 * generators take only the first type. They all know null beside one type.
 */
function simplified({ pattern, ...others }: JsonSchema): JsonSchema {
  const isPlain = pattern === keywordsOf(text)['pattern'] || others['format'] === 'date-time';
  const own = pattern === undefined || isPlain ? others : { ...others, pattern };
  const { type, ...about } = own;
  const types = [type].flat();
  if (types.filter((one) => one !== 'null').length < 2) return own;
  return { ...about, anyOf: types.map((one) => ({ type: one })) };
}

/**
 * The JSON Schema of a source file (`input`) or an answer (`output`). Like the validator, that of a
 * source refuses unknown keys, and does not require optional ones. That of an answer requires every
 * key, and allows further ones, because the contract may add some later.
 */
function convert(
  schema: z.ZodType,
  io: 'input' | 'output',
  title: string,
  description: string,
): JsonSchema {
  const { $schema: _, ...converted } = z.toJSONSchema(schema, { io, reused: 'inline' });
  return { ...(tidy(converted, io) as JsonSchema), title, description };
}

/** An equivalent schema with the keywords that generators support best. */
function tidy(value: unknown, io: 'input' | 'output'): unknown {
  if (Array.isArray(value)) return value.map((item) => tidy(item, io));
  if (!isObject(value)) return value;
  // Editors handle a default of null badly, and every default here is null.
  const { default: _, propertyNames, additionalProperties, properties, ...rest } = value;
  const isOpen = io === 'output' && additionalProperties === false;
  return withoutUnion({
    ...tidyEach(rest, io),
    ...(isObject(properties) && { properties: tidyEach(properties, io) }),
    ...(additionalProperties !== undefined &&
      !isOpen && { additionalProperties: tidy(additionalProperties, io) }),
  });
}

function tidyEach(parts: object, io: 'input' | 'output') {
  return Object.fromEntries(Object.entries(parts).map(([key, part]) => [key, tidy(part, io)]));
}

/** Writes `{anyOf: [{type: string}, {type: null}]}` as a list of types. */
function withoutUnion({ description, anyOf, ...others }: Record<string, unknown>): JsonSchema {
  // The description comes first.
  const described = { ...(description !== undefined && { description }), ...others };
  if (anyOf === undefined) return described;
  const [first, second, ...more] = anyOf as readonly JsonSchema[];
  const isSimple = typeof first?.['type'] === 'string' && more.length === 0;
  if (!isSimple || second?.['type'] !== 'null') return { ...described, anyOf };
  const values = first['enum'] as readonly unknown[] | undefined;
  return {
    ...described,
    ...first,
    ...(description !== undefined && { description }),
    type: [first['type'], 'null'],
    ...(values !== undefined && { enum: [...values, null] }),
  };
}
