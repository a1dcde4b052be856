import type * as z from 'zod';

/** Gives what a schema makes of a value; undefined where it objects, or where that is not known. */
export type QuickReader<T> = (value: unknown) => T | undefined;

const readers = new WeakMap<z.ZodType, QuickReader<unknown>>();

/**
 * A reader that knows what a schema makes of a value in which nothing is wrong, which is nearly every
 * one. What is wrong with any other is for zod to say, and so is all that a schema of a kind that is not
 * known here has to say.
 */
export function quickReader<T>(schema: z.ZodType<T>): QuickReader<T> {
  let reader = readers.get(schema);
  if (reader === undefined) {
    reader = compile(schema) ?? (() => undefined);
    readers.set(schema, reader);
  }
  return reader as QuickReader<T>;
}

/** Null for a schema of which this does not know all that zod does. */
function compile(schema: z.core.$ZodType): QuickReader<unknown> | null {
  const { def } = schema._zod;
  // A format, such as that of z.int(), is a check of its own; to coerce is to take what is no such value.
  if ('check' in def || 'coerce' in def) return null;
  const read = compileType(schema);
  return read === null || def.checks === undefined ? read : withChecks(read, def.checks);
}

function compileType(schema: z.core.$ZodType): QuickReader<unknown> | null {
  const { def } = schema._zod;
  switch (def.type) {
    case 'string':
      return (value) => (typeof value === 'string' ? value : undefined);
    case 'boolean':
      return (value) => (typeof value === 'boolean' ? value : undefined);
    case 'number':
      return (value) => (Number.isFinite(value) ? value : undefined);
    case 'enum': {
      const { values } = schema._zod;
      return (value) => (values?.has(value as string) ? value : undefined);
    }
    case 'nullable': {
      const read = compile((def as z.core.$ZodNullableDef).innerType);
      return read && ((value) => (value === null ? null : read(value)));
    }
    case 'default': {
      const { innerType, defaultValue } = def as z.core.$ZodDefaultDef;
      const read = defaultValue === null ? compile(innerType) : null;
      return read && ((value) => (value === undefined ? null : read(value)));
    }
    case 'union':
      return compileUnion(def as z.core.$ZodUnionDef);
    case 'array':
      return compileArray(def as z.core.$ZodArrayDef);
    case 'object':
      return compileObject(def as z.core.$ZodObjectDef);
    default:
      return null;
  }
}

function compileUnion({ options }: z.core.$ZodUnionDef): QuickReader<unknown> | null {
  const known = options.map(compile).filter((read) => read !== null);
  if (known.length < options.length) return null;
  return (value) => {
    for (const read of known) {
      const taken = read(value);
      if (taken !== undefined) return taken;
    }
    return undefined;
  };
}

function compileArray({ element }: z.core.$ZodArrayDef): QuickReader<unknown> | null {
  const read = compile(element);
  if (read === null) return null;
  return (value) => {
    if (!Array.isArray(value)) return undefined;
    const taken: unknown[] = [];
    for (const item of value) {
      const one = read(item);
      if (one === undefined) return undefined;
      taken.push(one);
    }
    return taken;
  };
}

function compileObject({ shape }: z.core.$ZodObjectDef): QuickReader<unknown> | null {
  const fields = Object.entries(shape).map(([key, field]) => ({ key, read: compile(field) }));
  const known = fields.filter((field): field is Field => field.read !== null);
  if (known.length < fields.length) return null;
  return (value) => {
    if (typeof value !== 'object' || value === null || Array.isArray(value)) return undefined;
    const taken: Record<string, unknown> = {};
    let named = 0;
    for (const { key, read } of known) {
      const given = (value as Record<string, unknown>)[key];
      if (given !== undefined) named += 1;
      const one = read(given);
      if (one === undefined) return undefined;
      taken[key] = one;
    }
    // As many keys as were named: none of them is another, which might be refused, or stay, or go.
    for (const _ in value) named -= 1;
    return named === 0 ? taken : undefined;
  };
}

interface Field {
  readonly key: string;
  readonly read: QuickReader<unknown>;
}

function withChecks(
  read: QuickReader<unknown>,
  checks: readonly z.core.$ZodCheck<never>[],
): QuickReader<unknown> {
  let payload: z.core.ParsePayload = { value: undefined, issues: [] };
  return (value) => {
    const taken = read(value);
    if (taken === undefined) return undefined;
    payload.value = taken;
    for (const { _zod } of checks) {
      const { when } = _zod.def;
      if (when === undefined || when(payload)) _zod.check(payload as z.core.ParsePayload<never>);
    }
    if (payload.issues.length === 0) return payload.value;
    payload = { value: undefined, issues: [] };
    return undefined;
  };
}
