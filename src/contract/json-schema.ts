import * as z from 'zod';
import { isObject } from '../represent/index.ts';

/** A JSON Schema (2020-12), or a part of one. */
export type JsonSchema = { readonly [keyword: string]: unknown };

/** The schema of one kind of answer or source file, and what it is called. */
export interface NamedSchema {
  readonly name: string;
  readonly title: string;
  readonly description: string;
  /** Without an address of its own. */
  readonly schema: JsonSchema;
}

/**
 * The JSON Schema of what a maintainer may write. Unknown keys are refused, as the validator
 * refuses them, and a key that may be absent is not required.
 */
export function sourceSchema(schema: z.ZodType): JsonSchema {
  return convert(schema, 'input');
}

/**
 * The JSON Schema of what an answer holds: every key is required, and others may be added to the
 * contract later, so none is forbidden.
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

/** The types of values, null apart. */
export function typesOf({ type }: JsonSchema): readonly string[] {
  return [type ?? []].flat().filter((name) => name !== 'null') as string[];
}

/** Whether null is among the values; where no type is named, any value is. */
export function isNullable({ type }: JsonSchema): boolean {
  return type === undefined || [type].flat().includes('null');
}

function convert(schema: z.ZodType, io: 'input' | 'output'): JsonSchema {
  const { $schema: _, ...converted } = z.toJSONSchema(schema, { io, reused: 'inline' });
  return tidy(converted, io) as JsonSchema;
}

/** Says the same in the words that readers and generators understand best. */
function tidy(value: unknown, io: 'input' | 'output'): unknown {
  if (Array.isArray(value)) return value.map((item) => tidy(item, io));
  if (!isObject(value)) return value;
  // Editors stumble over a default of null, and that of a key that is left out is always null.
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

/** Says `{anyOf: [{type: string}, {type: null}]}` as one type with null among its values. */
function withoutUnion({ description, anyOf, ...others }: Record<string, unknown>): JsonSchema {
  // What it means comes first.
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
