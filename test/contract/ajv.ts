import ajvModule, { type ValidateFunction } from 'ajv/dist/2020.js';
import addFormats from 'ajv-formats';

type Schema = { readonly [keyword: string]: unknown };

/**
 * A strict reader of JSON Schema: an unknown or pointless keyword is an error.
 *
 * @param known Keywords that only editors know.
 */
export function compileSchema(schema: Schema, known: readonly string[] = []): ValidateFunction {
  const ajv = new ajvModule.default({ strict: true, allowUnionTypes: true, allErrors: true });
  addFormats.default(ajv);
  // Where OpenAPI keeps schemas, which references lead into.
  ajv.addVocabulary(['components', ...known]);
  return ajv.compile(schema);
}

/** A schema that forbids every key it does not name, wherever it names any. */
export function closed<T>(schema: T): T {
  if (Array.isArray(schema)) return schema.map(closed) as T;
  if (typeof schema !== 'object' || schema === null) return schema;
  const parts = Object.fromEntries(
    Object.entries(schema).map(([key, part]) => [key, closed(part)]),
  );
  const isWhole = parts['type'] !== undefined && parts['properties'] !== undefined;
  return (isWhole ? { additionalProperties: false, ...parts } : parts) as T;
}

/** What a schema objects to in a value, one line for each. */
export function objections(validate: ValidateFunction, value: unknown): string[] {
  if (validate(value)) return [];
  return (validate.errors ?? []).map(
    ({ instancePath, message, params }) => `${instancePath} ${message} ${JSON.stringify(params)}`,
  );
}
