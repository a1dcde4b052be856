import { ANSWERS, type AnswerKind } from '../resources/index.ts';
import type { NamedSchema } from './json-schema.ts';
import { manifestSchema, problemSchema, responseSchema } from './response-schemas.ts';
import { answerComponents, component, type SchemaComponents } from './schema-components.ts';
import { sourceSchemas } from './source-schemas.ts';

// Everything here is data that depends on nothing but this program: `scripts/bundle.mjs` makes it
// when the program is compiled, since that takes longer than all other descriptions together.

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

/** The schemas of each kind of answer as OpenAPI has them. */
export const ANSWER_COMPONENTS = Object.fromEntries(
  Object.entries(ANSWER_SCHEMAS).map(([kind, answer]) => [
    kind,
    answerComponents(kind as AnswerKind, answer),
  ]),
) as { readonly [K in AnswerKind]: SchemaComponents };

/** The schemas that no kind of answer has for itself, as OpenAPI has them. */
export const SHARED_COMPONENTS: SchemaComponents = {
  Problem: component(PROBLEM_SCHEMA),
  Manifest: component(MANIFEST_SCHEMA),
};
