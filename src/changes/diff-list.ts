import type { Change, Row } from '../resources/index.ts';
import { change } from './change.ts';
import { isEqual, isSameRecord, writeRecord } from './is-equal.ts';

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
  const isSame = sameness();
  const left = [...old];
  const fresh = now.filter((item) => !takeFirst(left, (other) => isSame(other, item)));
  if (left.length === 0 && fresh.length === 0) {
    return isSameRecord(old, now) ? [] : [change('field_changed', { field, old, new: now })];
  }
  const arrived = fresh.flatMap((item) => {
    const key = keyOf(field, item);
    const before = key && takeFirst(left, (other) => keyOf(field, other) === key);
    return before
      ? diffItem(field, key, before[0] as Row, item as Row)
      : [change('item_added', { field, item: key, new: item })];
  });
  const gone = left.map((item) =>
    change('item_removed', { field, item: keyOf(field, item), old: item }),
  );
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
  const parts = names.map((name) => (item as Row)[name]).filter((part) => part != null);
  return parts.join(' ');
}

/** Takes the first item that fits out of a list; null when none does. */
function takeFirst<T>(items: T[], fits: (item: T) => boolean): [T] | null {
  const index = items.findIndex(fits);
  return index < 0 ? null : (items.splice(index, 1) as [T]);
}

/** Compares many values with each other, writing each only once. */
function sameness() {
  const written = new Map<unknown, string>();
  const write = (value: unknown): string => {
    const text = written.get(value) ?? writeRecord(value);
    written.set(value, text);
    return text;
  };
  return (one: unknown, other: unknown) => write(one) === write(other);
}
