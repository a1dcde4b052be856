import type { PlainValue, ValuePath } from '../source/index.ts';

/** The part of a value at a path; undefined if there is none. */
export function valueAt(value: PlainValue, path: ValuePath): PlainValue | undefined {
  let current: unknown = value;
  for (const step of path) {
    if (typeof current !== 'object' || current === null) return undefined;
    current = (current as { readonly [key: string | number]: unknown })[step];
  }
  return current as PlainValue | undefined;
}
