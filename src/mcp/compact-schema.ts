import type { StandardSchemaWithJSON } from '@modelcontextprotocol/server';
import * as z from 'zod';

type Json = Readonly<Record<string, unknown>>;

/**
 * A schema whose JSON Schema is short, since a model reads it with every question. What callers send is
 * described: its meaning, its choices and its bounds. Of what they get, only names and types are. Values
 * are validated with the whole schema either way.
 */
export function compactSchema<S extends z.ZodObject>(
  schema: S,
): StandardSchemaWithJSON<z.input<S>, z.output<S>> {
  const toJson = (io: 'input' | 'output') => z.toJSONSchema(schema, { io, unrepresentable: 'any' });
  return {
    '~standard': {
      ...schema['~standard'],
      jsonSchema: {
        input: () => shorten(toJson('input'), SHOWN_OF_INPUT),
        output: () => shorten(toJson('output'), SHOWN_OF_OUTPUT),
      },
    },
  };
}

/** The same schema, of which callers are told only the type. */
export function untold<S extends z.ZodType>(schema: S): S {
  return schema.meta({ isUntold: true });
}

const SHOWN_OF_OUTPUT = ['type', 'properties', 'items'];
const SHOWN_OF_INPUT = [...SHOWN_OF_OUTPUT, 'required', 'description', 'enum', 'maxItems'];

function shorten(schema: Json, shown: readonly string[]): Record<string, unknown> {
  const own = schema['isUntold'] === true ? { type: schema['type'] } : withoutNull(schema);
  return Object.fromEntries(
    Object.entries(own)
      .filter(([key]) => shown.includes(key))
      .map(([key, value]) => [key, shortenMember(key, value, shown)]),
  );
}

function shortenMember(key: string, value: unknown, shown: readonly string[]): unknown {
  if (key === 'items') return shorten(value as Json, shown);
  if (key !== 'properties') return value;
  const properties = Object.entries(value as Readonly<Record<string, Json>>);
  return Object.fromEntries(properties.map(([name, of]) => [name, shorten(of, shown)]));
}

/** Alternatives as a list of types: `["string","null"]`. */
function withoutNull(schema: Json): Json {
  const { anyOf } = schema;
  if (!Array.isArray(anyOf)) return schema;
  const types = anyOf.flatMap(({ type }: { type?: string | string[] }) => type ?? []);
  const [first] = anyOf;
  return { ...first, ...schema, type: types };
}
