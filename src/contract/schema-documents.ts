import { schemaPath } from './document.ts';
import type { JsonSchema, NamedSchema } from './json-schema.ts';
import type { Outline } from './outline.ts';
import { ANSWER_SCHEMAS, MANIFEST_SCHEMA, PROBLEM_SCHEMA, SOURCE_SCHEMAS } from './schemas.ts';

/** The dialect of JSON Schema. */
export const DIALECT = 'https://json-schema.org/draft/2020-12/schema';

const SCHEMAS = new Map(
  [...Object.values(ANSWER_SCHEMAS), PROBLEM_SCHEMA, MANIFEST_SCHEMA, ...SOURCE_SCHEMAS].map(
    (named) => [named.name, named],
  ),
);

/** `schemas/<name>.json`: the schema of a kind of answer or source file. */
export function schemaDocument(name: string, { frame }: Pick<Outline, 'frame'>): object {
  const named = SCHEMAS.get(name);
  if (named === undefined) throw new Error(`Broken invariant: there is no schema ${name}`);
  return wholeSchema(named, `${frame.service.base_url}/`);
}

/** The schemas of the source files for editors, by file name. */
export function editorSchemas(): ReadonlyMap<string, string> {
  return new Map(
    SOURCE_SCHEMAS.map((named) => [
      `${named.name}.json`,
      `${JSON.stringify(wholeSchema(named, null), null, 2)}\n`,
    ]),
  );
}

/** @param base The start of `$id`; null for a copy without an address. */
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
