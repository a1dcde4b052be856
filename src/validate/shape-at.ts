import type { Shape } from '../model/index.ts';
import type { ValuePath } from '../source/index.ts';

/** The shape of the value at a path, whether or not it may be null, or absent; null off the map. */
export function shapeAt(shape: Shape, path: ValuePath): Shape | null {
  const found = declaredAt(shape, path);
  return found === null ? null : unwrap(found);
}

/** Whether a value may be null. */
export function allowsNull(shape: Shape): boolean {
  return shape.kind === 'nullable' || shape.kind === 'optional';
}

/** Whether a value may be a number, by itself or among others. */
export function allowsNumber(shape: Shape): boolean {
  const inner = unwrap(shape);
  return inner.kind === 'union' ? inner.options.some(allowsNumber) : inner.kind === 'number';
}

/** The shape of the value at a path as it is declared; null off the map. */
export function declaredAt(shape: Shape, path: ValuePath): Shape | null {
  const [step, ...rest] = path;
  if (step === undefined) return shape;
  const inner = unwrap(shape);
  switch (inner.kind) {
    case 'record': {
      const field = inner.fields[String(step)];
      return field === undefined ? null : declaredAt(field, rest);
    }
    case 'map':
      return declaredAt(inner.value, rest);
    case 'list':
      return declaredAt(inner.item, rest);
    case 'union':
      return firstOf(inner.options.map((option) => declaredAt(option, path)));
    default:
      return null;
  }
}

function firstOf<T>(items: readonly (T | null)[]): T | null {
  return items.find((item) => item !== null) ?? null;
}

/** The keys that records of a shape have; none where it is not one of records. */
export function keysOf(shape: Shape | null): readonly string[] {
  return shape?.kind === 'record' ? Object.keys(shape.fields) : [];
}

function unwrap(shape: Shape): Shape {
  return 'inner' in shape ? unwrap(shape.inner) : shape;
}
