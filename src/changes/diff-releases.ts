import type { Change, ChangeKind, Row } from '../resources/index.ts';
import { change, changesOf, isSameRecord } from './change.ts';
import { diffOperator } from './diff-operator.ts';
import { followRenames } from './diff-rankings.ts';
import { fieldsOf, type Release, textOf } from './release.ts';

/**
 * Everything that changed from one release to the next, in a total order: operators by id, each with its
 * addition, removal or renaming, then its fields in the order of the detail record, then its claims by
 * metric and claim id; metrics by key; categories by slug; the service. Texts are compared by code unit.
 * `withAddresses` adds the URLs.
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

/** With the removed categories that are in both releases, since their records can change. */
function categoriesOf({ categories, removals }: Release, other: Release) {
  const lasting = [...removals].filter(([slug]) => other.removals.has(slug));
  return categories && new Map([...categories, ...lasting]);
}

/** Fields that are computed from claims, addresses, or other fields. */
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
    const stated = fieldsOf(before, after).filter((field) => !COMPUTED.has(field));
    const changes = changesOf(kind('changed'), subject, stated, before, after);
    const isRetired = changes.some(({ field, old }) => field === 'retired_at' && old === null);
    if (!isRetired) return changes;
    return changes
      .filter(({ field }) => field !== 'replaced_by')
      .map((one) => (one.field === 'retired_at' ? { ...one, kind: 'metric_retired' } : one));
  });
}

function nameOf(entry: Row | undefined): unknown {
  return entry?.['name'] ?? entry?.['title'] ?? null;
}

/** The fields that the service states, without its address and without counts. */
const STATED = [
  'name',
  'notice',
  'license',
  'attribution',
  'contact',
  'claim_pages',
  'deprecation',
  'operator_url',
] as const;

function diffService({ service: old }: Release, { service: now }: Release) {
  if (old === null || now === null) return [];
  const changed = STATED.filter((field) => !isSameRecord(old[field], now[field]));
  return changesOf('service_changed', {}, changed, old, now);
}
