import type { Change, Row } from '../resources/index.ts';
import { change } from './change.ts';
import { isEqual, isSameRecord, writeRecord } from './is-equal.ts';
import { textOf } from './release.ts';

/** What tells the items of a list apart, by the name of the list; other items are what they say. */
const KEYS: { readonly [list: string]: readonly string[] } = {
  payment_options: ['asset', 'network'],
  fees: ['type', 'asset', 'network'],
  limits: ['type', 'asset', 'network', 'period', 'tier'],
  sources: ['url'],
};

/**
 * Tells item by item what changed in a list: items that are the same on both sides first go
 * together, then those that have the same key, in their order; what is left came or went. Items
 * that only changed places are told as one change of the whole list.
 */
export function diffList(
  field: string,
  old: readonly unknown[],
  now: readonly unknown[],
): readonly Change[] {
  const before = supply(old, writeRecord);
  const fresh = now.filter((item) => before.take(writeRecord(item)) === null);
  const left = before.rest();
  if (left.length === 0 && fresh.length === 0) {
    return isSameRecord(old, now) ? [] : [change('field_changed', { field, old, new: now })];
  }
  const keyed = supply(left, (item) => keyOf(field, item));
  const arrived = fresh.flatMap((item) => {
    const key = keyOf(field, item);
    const known = key === null ? null : keyed.take(key);
    return known === null || key === null
      ? [change('item_added', { field, item: key, new: item })]
      : diffItem(field, key, known[0] as Row, item as Row);
  });
  const gone = keyed
    .rest()
    .map((item) => change('item_removed', { field, item: keyOf(field, item), old: item }));
  return [...arrived, ...gone];
}

function diffItem(field: string, item: string, old: Row, now: Row): Change[] {
  const names = [...new Set([...Object.keys(now), ...Object.keys(old)])];
  return names
    .filter((name) => !isEqual(old[name], now[name]))
    .map((name) =>
      change('item_changed', {
        field: `${field}.${name}`,
        item,
        old: old[name] ?? null,
        new: now[name] ?? null,
      }),
    );
}

/** What an item is known by: `withdrawal USDT TRC-20`; null where it has no key. */
function keyOf(field: string, item: unknown): string | null {
  const names = Object.hasOwn(KEYS, field) ? KEYS[field] : undefined;
  if (names === undefined || typeof item !== 'object' || item === null) return null;
  const parts = names.map((name) => (item as Row)[name]).filter((part) => textOf(part) !== null);
  return parts.join(' ');
}

/** Items to be taken by name, the first of each name first; what is left keeps its order. */
function supply(items: readonly unknown[], nameOf: (item: unknown) => string | null) {
  const left = new Map(items.entries());
  const places = new Map<string | null, number[]>();
  for (const [at, item] of [...left].reverse()) {
    const name = nameOf(item);
    const alike = places.get(name);
    if (alike === undefined) places.set(name, [at]);
    else alike.push(at);
  }
  return {
    take(name: string): [unknown] | null {
      const at = places.get(name)?.pop();
      if (at === undefined) return null;
      const item = left.get(at);
      left.delete(at);
      return [item];
    },
    rest: () => [...left.values()],
  };
}
