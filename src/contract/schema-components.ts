import { ANSWERS, type AnswerKind } from '../resources/index.ts';
import { type JsonSchema, type NamedSchema, recordOf } from './json-schema.ts';

/** Schemas by type name. */
export type SchemaComponents = { readonly [name: string]: JsonSchema };

/** The schemas of an answer and of its records, as OpenAPI components. */
export function answerComponents(kind: AnswerKind, answer: NamedSchema): SchemaComponents {
  const { name, record } = ANSWERS[kind];
  const schema = component(answer);
  const { data, ...others } = schema['properties'] as { readonly [key: string]: JsonSchema };
  const items = { $ref: `#/components/schemas/${record}` };
  return {
    [record]: { title: record, ...recordOf(schema) },
    [name]: { ...schema, properties: { ...others, data: { ...data, items } } },
  };
}

/**
 * A schema without conditions between fields. Generators ignore them, and linters take each condition
 * for a complete description of the object. The documents in `schemas/` contain them.
 */
export function component({ schema, title, description }: NamedSchema): JsonSchema {
  return { ...(withoutConditions(schema) as JsonSchema), title, description };
}

function withoutConditions(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(withoutConditions);
  if (typeof value !== 'object' || value === null) return value;
  const isObject = 'properties' in value && typeof value.properties === 'object';
  const kept = Object.entries(value).filter(([key]) => !(isObject && CONDITIONS.has(key)));
  return Object.fromEntries(kept.map(([key, part]) => [key, withoutConditions(part)]));
}

const CONDITIONS: ReadonlySet<string> = new Set(['if', 'then', 'else', 'allOf', 'anyOf', 'not']);
