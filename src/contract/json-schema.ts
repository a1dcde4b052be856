/** A JSON Schema (2020-12), or a part of one. */
export type JsonSchema = { readonly [keyword: string]: unknown };

/** The schema of one kind of answer or source file, with its name. */
export interface NamedSchema {
  readonly name: string;
  /** Without `$id`. */
  readonly schema: JsonSchema;
}

interface RecordSchema {
  readonly properties: { readonly [name: string]: JsonSchema };
  readonly required: readonly string[];
}

/** The schema of the records of an answer. */
export function recordOf(envelope: JsonSchema): RecordSchema {
  const { properties } = envelope as { properties: { data: { items: RecordSchema } } };
  return properties.data.items;
}

/** The types of values, except null. */
export function typesOf({ type }: JsonSchema): readonly string[] {
  return [type ?? []].flat().filter((name) => name !== 'null') as string[];
}

/** Whether null is allowed. A schema without a type allows any value. */
export function isNullable({ type }: JsonSchema): boolean {
  return type === undefined || [type].flat().includes('null');
}
