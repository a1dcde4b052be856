import {
  absent,
  boolean,
  type FieldShapes,
  list,
  MEANINGS,
  nullable,
  number,
  oneOf,
  record,
  type Shape,
  slug,
  string,
  text,
  timestamp,
  url,
} from '../model/index.ts';
import type { Manifest } from '../represent/index.ts';
import type { AnswerKind } from '../resources/index.ts';
import { ANSWERS } from './answers.ts';
import { annotate, answerSchema, type NamedSchema } from './json-schema.ts';
import { annotateModel } from './keywords.ts';
import { envelopeShape } from './records.ts';

/** The schema of a whole JSON answer of a kind. */
export function responseSchema(kind: AnswerKind): NamedSchema {
  annotateModel();
  const { title, description } = ANSWERS[kind];
  return { name: kind, title, description, schema: answerSchema(envelopeShape(kind)) };
}

/** RFC 9457, with the extensions that the problems of this API have. */
export function problemSchema(): NamedSchema {
  annotateModel();
  const removal = record({
    category: slug,
    removed_at: timestamp,
    reason: text,
    see: nullable(url),
  });
  annotate(removal, {
    meanings: {
      category: 'Its slug.',
      removed_at: 'When it was removed.',
      reason: 'Why it was removed.',
      see: 'Where to look instead, or null.',
    },
  });
  const category = annotate(record({ slug, alias: slug, title: text, url }), {
    meanings: { ...MEANINGS.category, url: 'Where its ranking is.' },
  });
  const address = annotate(string(), { pattern: '^[Hh][Tt][Tt][Pp][Ss]?://' });
  const shape = annotate(
    record({
      type: string(),
      title: text,
      status: annotate(number(), { type: 'integer', minimum: 400, maximum: 599 }),
      detail: text,
      operators: absent(url),
      categories: absent(list(category)),
      claims: absent(url),
      paths: absent(list(address)),
      removed: absent(list(removal)),
      ...absentOnes(removal.fields),
      allow: absent(list(string())),
    }),
    {
      meanings: {
        type: 'The address of this problem document, which names the kind of problem.',
        title: 'The kind of problem in words; the same for every occurrence.',
        status: 'The HTTP status.',
        detail: 'How to put it right.',
        operators: 'With an unknown operator: where all of them are.',
        categories: 'With an unknown category: those that there are.',
        claims: 'With an unknown claim: where all of them are.',
        paths: 'With an unknown path: those that there are.',
        removed: 'Every category that was removed.',
        category: 'With a removed category: its slug.',
        removed_at: 'With a removed category: when it was removed.',
        reason: 'With a removed category: why it was removed.',
        see: 'With a removed category: where to look instead, or null.',
        allow: 'With a method that is not allowed: those that are.',
      },
    },
  );
  return {
    name: 'problem',
    title: 'An error',
    description: 'Problem details (RFC 9457), whatever form was asked for.',
    schema: answerSchema(shape),
  };
}

function absentOnes(fields: FieldShapes): FieldShapes {
  return Object.fromEntries(Object.entries(fields).map(([key, shape]) => [key, absent(shape)]));
}

/** The schema of `manifest.json`. */
export function manifestSchema(): NamedSchema {
  annotateModel();
  const count = annotate(number(), { type: 'integer', minimum: 0 });
  const file = annotate(
    record({
      path: string(),
      media_type: string(),
      bytes: count,
      sha256: annotate(string(), { pattern: '^[0-9a-f]{64}$' }),
      generated_at: timestamp,
    }),
    {
      meanings: {
        path: 'The file below the base address; those of aliases have the same suffix.',
        media_type: 'What it is sent as.',
        bytes: 'Its size.',
        sha256: 'The SHA-256 of its bytes, in hexadecimal.',
        generated_at: 'When these bytes came to be.',
      },
    },
  );
  const kinds = [...Object.keys(ANSWERS), 'problem', 'document'];
  const entry = annotate(
    record({
      kind: oneOf(kinds),
      path: annotate(string(), { pattern: '^/' }),
      aliases: list(annotate(string(), { pattern: '^/' })),
      rows: nullable(count),
      files: list(file),
    }),
    {
      meanings: {
        kind: 'What kind of answer it is; documents have one form and are not negotiated.',
        path: 'Its canonical address below the base address.',
        aliases: 'Further addresses that answer with the same bytes.',
        rows: 'How many records it has; null for errors and documents.',
        files: 'One file for each form.',
      },
    },
  );
  const shape = annotate(
    record({
      generated_at: timestamp,
      version: string(),
      base_url: url,
      precompressed: boolean(),
      resources: list(entry),
    }) satisfies Shape<{ readonly [K in keyof Manifest]: unknown }>,
    {
      meanings: {
        generated_at: 'When the bytes of this manifest came to be.',
        version: 'The version of the contract.',
        base_url: 'Where the API is.',
        precompressed: 'Whether compressed forms (.gz, .br) stand beside the files.',
        resources: 'Everything that is published but this manifest.',
      },
    },
  );
  return {
    name: 'manifest',
    title: 'Everything that is published',
    description:
      'Every file with its size, its SHA-256 and the time at which its bytes came to be.',
    schema: answerSchema(shape),
  };
}
