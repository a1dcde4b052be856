import { ANSWERS, type AnswerKind } from '../resources/index.ts';
import type { NamedSchema } from './json-schema.ts';
import { manifestSchema, problemSchema, responseSchema } from './response-schemas.ts';
import { answerComponents, component, type SchemaComponents } from './schema-components.ts';
import { sourceSchemas } from './source-schemas.ts';

// This data depends only on the program. `scripts/bundle.mjs` computes it at compile time, because that
// takes longer than all other descriptions together.

/** The schema of each kind of source file. */
export const SOURCE_SCHEMAS: readonly NamedSchema[] = sourceSchemas();

/** The schema of each kind of JSON answer. */
export const ANSWER_SCHEMAS = Object.fromEntries(
  Object.keys(ANSWERS).map((kind) => [kind, responseSchema(kind as AnswerKind)]),
) as { readonly [K in AnswerKind]: NamedSchema };

/** The schema of every error answer. */
export const PROBLEM_SCHEMA: NamedSchema = problemSchema();

/** The schema of the manifest. */
export const MANIFEST_SCHEMA: NamedSchema = manifestSchema();

/** The OpenAPI components of each kind of answer. */
export const ANSWER_COMPONENTS = Object.fromEntries(
  Object.entries(ANSWER_SCHEMAS).map(([kind, answer]) => [
    kind,
    answerComponents(kind as AnswerKind, answer),
  ]),
) as { readonly [K in AnswerKind]: SchemaComponents };

/** The OpenAPI components that all kinds of answers share. */
export const SHARED_COMPONENTS: SchemaComponents = {
  Problem: component(PROBLEM_SCHEMA),
  Manifest: component(MANIFEST_SCHEMA),
};
