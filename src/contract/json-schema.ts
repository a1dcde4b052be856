import * as z from 'zod';
import { type Shape, schemaOf } from '../model/index.ts';
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

/** What a schema says of itself beyond what its shape does. */
export interface Annotation {
  readonly title?: string;
  /** Of an object: what its fields mean. */
  readonly meanings?: { readonly [field: string]: string };
  /** Keywords of JSON Schema, such as a pattern that `checked` hides in a function. */
  readonly [keyword: string]: unknown;
}

/** What each schema says of itself; the shapes of `src/model` are annotated in `keywords.ts`. */
const annotations = /* @__PURE__ */ z.registry<Annotation>();

/** Annotates a shape: this one, wherever it is part of another. */
export function annotate<S extends Shape>(shape: S, annotation: Annotation): S {
  annotations.add(schemaOf(shape), annotation);
  return shape;
}

/**
 * The JSON Schema of what a maintainer may write. Unknown keys are refused, as the validator
 * refuses them, and a key that may be absent is not required.
 */
export function sourceSchema(shape: Shape): JsonSchema {
  return convert(shape, 'input');
}

/**
 * The JSON Schema of what an answer holds: every key is required, and others may be added to the
 * contract later, so none is forbidden.
 */
export function answerSchema(shape: Shape): JsonSchema {
  return convert(shape, 'output');
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

function convert(shape: Shape, io: 'input' | 'output'): JsonSchema {
  const { $schema: _, ...converted } = z.toJSONSchema(schemaOf(shape), {
    io,
    metadata: annotations,
    reused: 'inline',
  });
  return tidy(converted, io) as JsonSchema;
}

/** Says the same in the words that readers and generators understand best. */
function tidy(value: unknown, io: 'input' | 'output'): unknown {
  if (Array.isArray(value)) return value.map((item) => tidy(item, io));
  if (!isObject(value)) return value;
  // Editors stumble over a default of null, and that of a key that is left out is always null.
  const { default: _, meanings, propertyNames, additionalProperties, properties, ...rest } = value;
  const isOpen = io === 'output' && additionalProperties === false;
  const tidied: Record<string, unknown> = {
    ...Object.fromEntries(Object.entries(rest).map(([key, part]) => [key, tidy(part, io)])),
    ...(isObject(properties) && {
      properties: Object.fromEntries(
        Object.entries(properties).map(([key, part]) => [
          key,
          describe(tidy(part, io) as JsonSchema, (meanings as Annotation['meanings'])?.[key]),
        ]),
      ),
    }),
    ...(additionalProperties !== undefined &&
      !isOpen && { additionalProperties: tidy(additionalProperties, io) }),
  };
  return withoutUnion(tidied);
}

function describe(schema: JsonSchema, description: string | undefined): JsonSchema {
  return description === undefined ? schema : { description, ...schema };
}

/** Says `{anyOf: [{type: string}, {type: null}]}` as one type with null among its values. */
function withoutUnion({ anyOf, ...others }: Record<string, unknown>): JsonSchema {
  if (anyOf === undefined) return others;
  const [first, second, ...more] = anyOf as readonly JsonSchema[];
  const isSimple = typeof first?.['type'] === 'string' && more.length === 0;
  if (!isSimple || second?.['type'] !== 'null') return { ...others, anyOf };
  const values = first['enum'] as readonly unknown[] | undefined;
  return {
    ...others,
    ...first,
    type: [first['type'], 'null'],
    ...(values !== undefined && { enum: [...values, null] }),
  };
}
