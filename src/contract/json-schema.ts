import * as z from 'zod';
import { isObject } from '../represent/index.ts';

/** A JSON Schema (2020-12), or a part of one. */
export type JsonSchema = { readonly [keyword: string]: unknown };

/** The schema of one kind of answer or source file, with its name. */
export interface NamedSchema {
  readonly name: string;
  readonly title: string;
  readonly description: string;
  /** Without `$id`. */
  readonly schema: JsonSchema;
}

/**
 * The JSON Schema of a source file. Like the validator, it refuses unknown keys. Optional keys are
 * not required.
 */
export function sourceSchema(schema: z.ZodType): JsonSchema {
  return convert(schema, 'input');
}

/**
 * The JSON Schema of an answer. Every key is required. Further keys are allowed, because the contract
 * may add some later.
 */
export function answerSchema(schema: z.ZodType): JsonSchema {
  return convert(schema, 'output');
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

function convert(schema: z.ZodType, io: 'input' | 'output'): JsonSchema {
  const { $schema: _, ...converted } = z.toJSONSchema(schema, { io, reused: 'inline' });
  return tidy(converted, io) as JsonSchema;
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
