import * as z from 'zod';
import type { Problem } from './problem.ts';
import type { Check, Found, Shape } from './shape.ts';

const schemas = new WeakMap<Shape, z.ZodType>();

/**
 * What zod calls a shape, always the same schema for the same one. Issues that its checks raise are
 * `custom`; `problemOf` says what they are about.
 */
export function schemaOf<T>(shape: Shape<T>): z.ZodType<T> {
  let schema = schemas.get(shape);
  if (schema === undefined) {
    schema = shape.checks.reduce((so, check) => so.check(toZod(check)), typeOf(shape));
    schemas.set(shape, schema);
  }
  return schema as z.ZodType<T>;
}

function typeOf(shape: Shape): z.ZodType {
  switch (shape.kind) {
    case 'string':
      return z.string();
    case 'number':
      return z.number();
    case 'boolean':
      return z.boolean();
    case 'null':
      return z.null();
    case 'anything':
      return z.unknown();
    case 'literal':
      return z.literal(shape.value);
    case 'one-of':
      return z.enum(shape.values);
    case 'nullable':
      return schemaOf(shape.inner).nullable();
    case 'optional':
      return schemaOf(shape.inner).nullable().default(null);
    case 'absent':
      return schemaOf(shape.inner).optional();
    case 'converted':
      return schemaOf(shape.inner).transform((value) => shape.convert(value as never));
    case 'union':
      return z.union(shape.options.map(schemaOf));
    case 'list':
      return z.array(schemaOf(shape.item));
    case 'map':
      return z.record(z.string(), schemaOf(shape.value));
    case 'record': {
      const fields = Object.entries(shape.fields);
      return z.strictObject(Object.fromEntries(fields.map(([key, of]) => [key, schemaOf(of)])));
    }
    default:
      return shape satisfies never;
  }
}

function toZod({ fields, find }: Check): z.core.$ZodCheck<unknown> {
  const check = z.check(({ issues, value }) => {
    for (const found of find(value as never) ?? []) issues.push(toIssue(found, value));
  });
  if (fields !== null) {
    // Whatever is wrong elsewhere in a record, these fields are compared as long as they are sound.
    check._zod.def.when = ({ issues, value }) =>
      typeof value === 'object' &&
      value !== null &&
      issues.every((issue) => {
        const [field] = issue.path ?? [];
        return field === undefined
          ? issue.code === 'unrecognized_keys'
          : !fields.includes(field as string);
      });
  }
  return check;
}

function toIssue({ problem, path = [] }: Found, input: unknown): z.core.$ZodRawIssue {
  return { code: 'custom', input, path: [...path], params: { problem }, continue: true };
}

/** The problem a shape attached to an issue; null for zod's own issues. */
export function problemOf(issue: z.core.$ZodIssue): Problem | null {
  return issue.code === 'custom'
    ? ((issue.params?.['problem'] as Problem | undefined) ?? null)
    : null;
}
