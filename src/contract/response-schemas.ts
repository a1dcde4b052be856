import * as z from 'zod';
import {
  activeCategory,
  slug,
  THRESHOLD_BELONGS_TO_LEVEL,
  text,
  timestamp,
  url,
} from '../model/index.ts';
import type { Manifest } from '../represent/index.ts';
import { ADDRESSES, ANSWERS, type AnswerKind } from '../resources/index.ts';
import { answerSchema, type NamedSchema } from './json-schema.ts';

/** The schema of a whole JSON answer of a kind. */
export function responseSchema(kind: AnswerKind): NamedSchema {
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
  return { name: kind, title, description, schema: answerSchema(answer) };
}

const address = z.string().meta({ pattern: '^[Hh][Tt][Tt][Pp][Ss]?://' });

/** The schema of problem details (RFC 9457) with the extensions of this API. */
export function problemSchema(): NamedSchema {
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
  return {
    name: 'problem',
    title: 'An error',
    description: 'Problem details (RFC 9457), whatever form was asked for.',
    schema: answerSchema(problem),
  };
}

/** The schema of `manifest.json`. */
export function manifestSchema(): NamedSchema {
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
  return {
    name: 'manifest',
    title: 'Everything that is published',
    description:
      'Every file with its size, its SHA-256 and the time at which its bytes came to be.',
    schema: answerSchema(manifest),
  };
}
