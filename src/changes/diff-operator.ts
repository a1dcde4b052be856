import { byCodeUnit } from '../diagnostics/index.ts';
import { isLater, isTimestamp } from '../model/index.ts';
import type { Change, Row } from '../resources/index.ts';
import { change, changesOf, isSameRecord, writeRecord } from './change.ts';
import { fieldsOf, indexBy, type Release, type ReleasedOperator, textOf } from './release.ts';

/** Everything that changed about one operator. */
export function diffOperator(id: number, old: Release, now: Release): readonly Change[] {
  const [before, after] = [old.operators.get(id), now.operators.get(id)];
  const known = after ?? before;
  if (known === undefined) return [];
  const operator: Partial<Change> = {
    operator_id: id,
    operator_slug: known.slug,
    operator: known.name ?? known.slug,
  };
  return [
    ...diffPresence(before, after),
    ...diffStatus(before?.detail ?? null, after?.detail ?? null),
    ...(before === undefined || after === undefined ? [] : diffFields(before, after)),
    ...diffClaims(before, after, now),
  ].map((one) => ({ ...one, ...operator }));
}

function diffPresence(before?: ReleasedOperator, after?: ReleasedOperator): Change[] {
  if (before === undefined) return [change('operator_added', { new: after?.name ?? null })];
  if (after === undefined) return [change('operator_removed', { old: before.name })];
  const renamed = (field: 'slug' | 'name') =>
    before[field] === null || after[field] === null || before[field] === after[field]
      ? []
      : [change('operator_renamed', { field, old: before[field], new: after[field] })];
  return [...renamed('slug'), ...renamed('name')];
}

/** The end of an operator, with its reason. */
function diffStatus(old: Row | null, now: Row | null): Change[] {
  if (old === null || now === null || !isEnding(old, now)) return [];
  const [before, after] = [old['status'], now['status']];
  return [
    change('operator_ended', {
      field: 'status',
      old: before,
      new: after,
      reason: textOf(now['ended_reason']),
    }),
  ];
}

function isEnding(old: Row, now: Row): boolean {
  return old['status'] === 'active' && now['status'] !== 'active';
}

/** Fields that are reported as a rename, or depend on the address of the service. */
const DERIVED: ReadonlySet<string> = new Set([
  'id',
  'slug',
  'name',
  'url',
  'api_url',
  'former_slugs',
]);
/** Fields that are reported with the end of an operator. */
const ENDING: ReadonlySet<string> = new Set(['status', 'ended_at', 'ended_reason', 'merged_into']);

function diffFields({ detail: old }: ReleasedOperator, { detail: now }: ReleasedOperator) {
  if (old === null || now === null) return [];
  return fieldsOf(old, now)
    .filter((field) => !DERIVED.has(field) && !(isEnding(old, now) && ENDING.has(field)))
    .flatMap((field) => {
      const [before, after] = [old[field], now[field]];
      return Array.isArray(before) && Array.isArray(after)
        ? diffList(field, before, after)
        : changesOf('field_changed', {}, [field], old, now);
    });
}

/** The fields that should never change while a claim keeps its id. */
const CLAIM_FIELDS = ['metric', 'value', 'evidence_url', 'observed_at'] as const;

/**
 * The changes of the current claims about one operator. A claim that replaces another is one change,
 * with both values. A claim that was never current in a publication does not count.
 */
function diffClaims(
  before: ReleasedOperator | undefined,
  after: ReleasedOperator | undefined,
  now: Release,
): readonly Change[] {
  const isUnread = (side?: ReleasedOperator) => side !== undefined && side.claims === null;
  if (isUnread(before) || isUnread(after)) return [];
  const old = indexBy('claim_id', before?.claims ?? []);
  const current = indexBy('claim_id', after?.claims ?? []);
  const successors = new Map<string, string>();
  for (const [id, claim] of old) {
    const successor = current.has(id) ? null : successorOf(id, claim, old, current, now);
    if (successor !== null) successors.set(id, successor);
  }
  const replaced = new Map([...successors].map(([id, by]) => [by, id]));
  const changes = [
    ...[...current].flatMap(([id, claim]) => {
      const same = old.get(id);
      return same === undefined
        ? [arrival(id, claim, replaced.get(id), old)]
        : diffClaim(id, same, claim, now);
    }),
    ...[...old]
      .filter(([id]) => !current.has(id) && !successors.has(id))
      .map(([id, claim]) => departure(id, claim, now)),
  ];
  return changes.sort(
    (a, b) =>
      byCodeUnit(a.metric ?? '', b.metric ?? '') || byCodeUnit(a.claim_id ?? '', b.claim_id ?? ''),
  );
}

/** The changes of a claim that is current before and after. */
function diffClaim(id: string, old: Row, now: Row, { notes }: Release): Change[] {
  const corrections = notes.get(id)?.corrections ?? [];
  return changesOf('claim_changed', describe(id, now), CLAIM_FIELDS, old, now).map((one) => {
    const correction = corrections.findLast(({ field }) => field === one.field);
    if (correction !== undefined)
      return { ...one, kind: 'claim_corrected', reason: correction.reason };
    const isSeenAgain = one.field === 'observed_at' && isAfter(one.new, one.old);
    return isSeenAgain ? { ...one, kind: 'claim_confirmed' } : one;
  });
}

function isAfter(one: unknown, other: unknown): boolean {
  return isTimestamp(one) && isTimestamp(other) && isLater(one, other);
}

/**
 * The current claim that replaces one that is not current any more, even without `superseded_by`: an
 * operator has one current claim for each metric.
 */
function successorOf(
  id: string,
  claim: Row,
  old: ReadonlyMap<string, Row>,
  current: ReadonlyMap<string, Row>,
  { notes }: Release,
): string | null {
  if (notes.get(id)?.retraction) return null;
  // A claim of another metric, which replaces a retired one, is only known by its id.
  const named = notes.get(id)?.supersededBy ?? null;
  if (named !== null && current.has(named) && !old.has(named)) return named;
  for (const [other, { metric }] of current) {
    if (metric === claim['metric'] && !old.has(other)) return other;
  }
  return null;
}

function arrival(
  id: string,
  claim: Row,
  replacedId: string | undefined,
  old: ReadonlyMap<string, Row>,
): Change {
  const what = { ...describe(id, claim), new: claim['value'] ?? null };
  return replacedId === undefined
    ? change('claim_added', what)
    : change('claim_superseded', {
        ...what,
        replaced_claim_id: replacedId,
        old: old.get(replacedId)?.['value'] ?? null,
      });
}

function departure(id: string, claim: Row, { notes }: Release): Change {
  const retraction = notes.get(id)?.retraction ?? undefined;
  const what = { ...describe(id, claim), old: claim['value'] ?? null };
  return retraction === undefined
    ? change('claim_removed', what)
    : change('claim_retracted', { ...what, reason: retraction.reason });
}

function describe(claim_id: string, claim: Row): Partial<Change> {
  return {
    claim_id,
    metric: textOf(claim['metric']),
    evidence_url: textOf(claim['evidence_url']),
    observed_at: textOf(claim['observed_at']),
  };
}

/** The key fields of the items of a list, by the name of the list; other items have no key. */
const KEYS: { readonly [list: string]: readonly string[] } = {
  payment_options: ['asset', 'network'],
  fees: ['type', 'asset', 'network'],
  limits: ['type', 'asset', 'network', 'period', 'tier'],
  sources: ['url'],
};

/**
 * Compares a list item by item: first items that are the same on both sides are matched, then those
 * that have the same key, in their order; the rest was added or removed. Items that only changed
 * places are one change of the whole list.
 */
function diffList(
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

function diffItem(list: string, item: string, old: Row, now: Row): Change[] {
  // A claim that states the figure of an item has changes of its own.
  const fields = fieldsOf(old, now).filter((field) => field !== 'claim_id');
  const changes = changesOf('item_changed', { item }, fields, old, now);
  return changes.map((change) => ({ ...change, field: `${list}.${change.field}` }));
}

/** The key of an item, such as `withdrawal USDT TRC-20`; null where it has none. */
function keyOf(field: string, item: unknown): string | null {
  const names = Object.hasOwn(KEYS, field) ? KEYS[field] : undefined;
  if (names === undefined || typeof item !== 'object' || item === null) return null;
  const parts = names.map((name) => (item as Row)[name]).filter((part) => textOf(part) !== null);
  return parts.join(' ');
}

/** Items by name: each call takes the first of that name. The rest keeps its order. */
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
