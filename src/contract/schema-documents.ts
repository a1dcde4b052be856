import type { Document } from '../resources/index.ts';
import type { Outline } from './described.ts';
import { jsonDocument, schemaPath } from './document.ts';
import type { JsonSchema, NamedSchema } from './json-schema.ts';
import { ANSWER_SCHEMAS, MANIFEST_SCHEMA, PROBLEM_SCHEMA, SOURCE_SCHEMAS } from './schemas.ts';

const DIALECT = 'https://json-schema.org/draft/2020-12/schema';

/** `schemas/<name>.json`: one for each kind of answer, and one for each kind of source file. */
export function schemaDocuments({ baseUrl, kinds }: Outline): readonly Document[] {
  const answers = [...kinds.map((kind) => ANSWER_SCHEMAS[kind]), PROBLEM_SCHEMA, MANIFEST_SCHEMA];
  return [...answers, ...SOURCE_SCHEMAS].map((named) =>
    jsonDocument(schemaPath(named.name), () => wholeSchema(named, `${baseUrl}/`)),
  );
}

/** The schemas of the source files as editors read them, by file name. */
export function editorSchemas(): ReadonlyMap<string, string> {
  return new Map(
    SOURCE_SCHEMAS.map((named) => [
      `${named.name}.json`,
      `${JSON.stringify(wholeSchema(named, null), null, 2)}\n`,
    ]),
  );
}

/** @param base What its address starts with; null for a copy that has none. */
function wholeSchema(
  { name, title, description, schema }: NamedSchema,
  base: string | null,
): JsonSchema {
  return {
    $schema: DIALECT,
    ...(base !== null && { $id: base + schemaPath(name) }),
    ...schema,
    title,
    description,
  };
}
