import type { Change, ChangeKind, Row } from '../resources/index.ts';
import { change } from './change.ts';
import { diffClaims } from './diff-claims.ts';
import { diffList } from './diff-list.ts';
import { followRenames } from './follow-renames.ts';
import { isEqual, isSameRecord } from './is-equal.ts';
import { type Release, type ReleasedOperator, textOf } from './release.ts';

/**
 * Everything that changed from one release to the next, in a total order: operators by id, and of
 * each that it came, went or was renamed, then its fields in the order of the detail record, then
 * its claims by metric and claim id, by code unit; metrics by key; categories by slug; the service.
 * Where each can be read is for `withAddresses` to say.
 */
export function diffReleases(old: Release, now: Release): readonly Change[] {
  const ids = [...new Set([...old.operators.keys(), ...now.operators.keys()])];
  return [
    ...ids.sort((a, b) => a - b).flatMap((id) => diffOperator(id, old, now)),
    ...diffEntries('metric', old.metrics, now.metrics),
    ...diffEntries(
      'category',
      categoriesOf(followRenames(old, now), now),
      categoriesOf(now, old),
      (slug) => textOf(now.removals.get(slug)?.['reason']),
    ),
    ...diffService(old, now),
  ];
}

/** Of removed categories those that are in both releases: what is said of one can change. */
function categoriesOf({ categories, removals }: Release, other: Release) {
  const lasting = [...removals].filter(([slug]) => other.removals.has(slug));
  return categories && new Map([...categories, ...lasting]);
}

function diffOperator(id: number, old: Release, now: Release): readonly Change[] {
  const [before, after] = [old.operators.get(id)?.(), now.operators.get(id)?.()];
  const known = after ?? before;
  if (known === undefined) return [];
  const operator: Partial<Change> = {
    operator_id: id,
    operator_slug: known.slug,
    operator: known.name ?? known.slug,
  };
  return [
    ...diffPresence(before, after),
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

/** What is said elsewhere: a rename, or where the service stands. */
const DERIVED: ReadonlySet<string> = new Set(['id', 'slug', 'name', 'url', 'api_url']);

function diffFields({ detail: old }: ReleasedOperator, { detail: now }: ReleasedOperator) {
  if (old === null || now === null) return [];
  return fieldsOf(old, now)
    .filter((field) => !DERIVED.has(field) && !isEqual(old[field], now[field]))
    .flatMap((field) => {
      const [before, after] = [old[field] ?? null, now[field] ?? null];
      return Array.isArray(before) && Array.isArray(after)
        ? diffList(field, before, after)
        : [change('field_changed', { field, old: before, new: after })];
    });
}

function fieldsOf(old: Row, now: Row): readonly string[] {
  return [...new Set([...Object.keys(now), ...Object.keys(old)])];
}

/** What follows from claims, from addresses, or from other fields. */
const COMPUTED: ReadonlySet<string> = new Set([
  'operators_with_current_claim',
  'newest_observed_at',
  'oldest_observed_at',
  'rule',
  'api_url',
]);

function diffEntries(
  noun: 'metric' | 'category',
  old: ReadonlyMap<string, Row> | null,
  now: ReadonlyMap<string, Row> | null,
  reasonOf: (key: string) => string | null = () => null,
): readonly Change[] {
  if (old === null || now === null) return [];
  const kind = (what: 'added' | 'changed' | 'removed'): ChangeKind => `${noun}_${what}`;
  const keys = [...new Set([...old.keys(), ...now.keys()])].sort();
  return keys.flatMap((key) => {
    const [before, after] = [old.get(key), now.get(key)];
    const subject = { [noun]: key };
    if (before === undefined) return [change(kind('added'), { ...subject, new: nameOf(after) })];
    if (after === undefined) {
      const reason = reasonOf(key);
      return [change(kind('removed'), { ...subject, old: nameOf(before), reason })];
    }
    return fieldsOf(before, after)
      .filter((field) => !COMPUTED.has(field) && !isEqual(before[field], after[field]))
      .map((field) =>
        change(kind('changed'), {
          ...subject,
          field,
          old: before[field] ?? null,
          new: after[field] ?? null,
        }),
      );
  });
}

function nameOf(entry: Row | undefined): unknown {
  return entry?.['name'] ?? entry?.['title'] ?? null;
}

/** What the service says about itself; not where it stands, or how much there is of what. */
const STATED = [
  'name',
  'notice',
  'license',
  'attribution',
  'contact',
  'claim_pages',
  'deprecation',
] as const;

function diffService({ service: old }: Release, { service: now }: Release) {
  if (old === null || now === null) return [];
  return STATED.filter((field) => !isSameRecord(old[field], now[field])).map((field) =>
    change('service_changed', {
      field,
      old: old[field] ?? null,
      new: now[field] ?? null,
    }),
  );
}
