import type { Check, FieldShapes, Shape } from './shape.ts';

/** Gives what a value of a shape is read as; undefined where something is wrong with it. */
export type QuickReader<T> = (value: unknown) => T | undefined;

const readers = new WeakMap<Shape, QuickReader<unknown>>();

/**
 * A reader of values in which nothing is wrong, which is nearly every one. What is wrong with any other
 * is for zod to say.
 */
export function quickReader<T>(shape: Shape<T>): QuickReader<T> {
  let reader = readers.get(shape);
  if (reader === undefined) {
    const { checks } = shape;
    const read = readerOf(shape);
    reader = checks.length === 0 ? read : withChecks(read, checks);
    readers.set(shape, reader);
  }
  return reader as QuickReader<T>;
}

function readerOf(shape: Shape): QuickReader<unknown> {
  switch (shape.kind) {
    case 'string':
      return (value) => (typeof value === 'string' ? value : undefined);
    case 'boolean':
      return (value) => (typeof value === 'boolean' ? value : undefined);
    case 'number':
      return (value) => (Number.isFinite(value) ? value : undefined);
    case 'null':
      return (value) => (value === null ? null : undefined);
    case 'anything':
      return (value) => value;
    case 'literal':
      return (value) => (value === shape.value ? value : undefined);
    case 'one-of': {
      const values = new Set<unknown>(shape.values);
      return (value) => (values.has(value) ? value : undefined);
    }
    case 'nullable': {
      const read = quickReader(shape.inner);
      return (value) => (value === null ? null : read(value));
    }
    case 'optional': {
      const read = quickReader(shape.inner);
      return (value) => (value === null || value === undefined ? null : read(value));
    }
    case 'converted': {
      const read = quickReader(shape.inner);
      return (value) => {
        const taken = read(value);
        return taken === undefined ? undefined : shape.convert(taken as never);
      };
    }
    case 'union':
      return readerOfUnion(shape.options);
    case 'list':
      return readerOfList(shape.item);
    case 'map':
      return readerOfMap(shape.value);
    case 'record':
      return readerOfRecord(shape.fields);
    case 'absent':
      // Nothing is read as what stays absent, which no source has.
      return () => undefined;
    default:
      return shape satisfies never;
  }
}

function readerOfUnion(options: readonly Shape[]): QuickReader<unknown> {
  const readers = options.map(quickReader);
  return (value) => {
    for (const read of readers) {
      const taken = read(value);
      if (taken !== undefined) return taken;
    }
    return undefined;
  };
}

function readerOfList(item: Shape): QuickReader<unknown> {
  const read = quickReader(item);
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

function readerOfMap(item: Shape): QuickReader<unknown> {
  const read = quickReader(item);
  return (value) => {
    if (!isMap(value)) return undefined;
    const taken: Record<string, unknown> = {};
    for (const key in value) {
      const one = read(value[key]);
      // The name of the prototype makes no field.
      if (one === undefined || key === '__proto__') return undefined;
      taken[key] = one;
    }
    return taken;
  };
}

function readerOfRecord(shapes: FieldShapes): QuickReader<unknown> {
  const fields = Object.entries(shapes).map(([key, shape]) => ({ key, read: quickReader(shape) }));
  return (value) => {
    if (!isMap(value)) return undefined;
    const taken: Record<string, unknown> = {};
    let named = 0;
    for (const { key, read } of fields) {
      const given = value[key];
      if (given !== undefined) named += 1;
      const one = read(given);
      if (one === undefined) return undefined;
      taken[key] = one;
    }
    // As many keys as were named: none of them is another, which would have to be refused.
    for (const _ in value) named -= 1;
    return named === 0 ? taken : undefined;
  };
}

function isMap(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function withChecks(read: QuickReader<unknown>, checks: readonly Check[]): QuickReader<unknown> {
  return (value) => {
    const taken = read(value);
    if (taken === undefined) return undefined;
    for (const { find } of checks) {
      const found = find(taken as never);
      if (found !== null && found.length > 0) return undefined;
    }
    return taken;
  };
}
