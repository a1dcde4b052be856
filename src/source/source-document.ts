import type { Place } from '../diagnostics/index.ts';

/** Data as in JSON. Maps have no prototype, so any key is an ordinary key. */
export type PlainValue =
  | null
  | boolean
  | number
  | string
  | readonly PlainValue[]
  | { readonly [key: string]: PlainValue };

/** What stands for a sign, such as `?`, where a value belongs. No field takes it. */
export const NO_VALUE = Number.NaN;

/** The keys and list positions that lead from the root to a value. */
export type ValuePath = readonly (string | number)[];

/** The value of one YAML text, and where each part of it was written. */
export interface SourceDocument {
  readonly value: PlainValue;
  /** Where a value was written; for a path that does not exist, its nearest parent. */
  placeOf(path: ValuePath): Place;
  /** Where the key of a value was written; the value itself where it has no key. */
  placeOfKey(path: ValuePath): Place;
}

/** What stands at a path in a value; undefined where nothing does. */
export function valueAt(value: PlainValue, path: ValuePath): PlainValue | undefined {
  let current: unknown = value;
  for (const step of path) {
    if (typeof current !== 'object' || current === null) return undefined;
    current = (current as { readonly [key: string | number]: unknown })[step];
  }
  return current as PlainValue | undefined;
}
