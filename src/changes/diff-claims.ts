import { byCodeUnit } from '../diagnostics/index.ts';
import type { Change, Row } from '../resources/index.ts';
import { change } from './change.ts';
import { isEqual } from './is-equal.ts';
import { indexBy, type Release, type ReleasedOperator, textOf } from './release.ts';

/** What of a claim its id stands for: none of it should change, and all of it is told if it does. */
const CLAIM_FIELDS = ['metric', 'value', 'evidence_url', 'observed_at'] as const;

/**
 * What happened to the current claims about one operator. A claim that stands in for another is
 * told as one change, with both values. A claim that was never current in a publication changes
 * nothing that anybody could have read.
 */
export function diffClaims(
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
        : diffClaim(id, same, claim);
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

/**
 * The current claim that stands in for one that is gone, whether anybody says so or not: an operator has
 * one of a metric.
 */
function successorOf(
  id: string,
  claim: Row,
  old: ReadonlyMap<string, Row>,
  current: ReadonlyMap<string, Row>,
  { retractionOf }: Release,
): string | null {
  if (retractionOf(id) !== null) return null;
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

function diffClaim(id: string, old: Row, now: Row): Change[] {
  return CLAIM_FIELDS.filter((field) => !isEqual(old[field], now[field])).map((field) =>
    change('claim_changed', {
      ...describe(id, now),
      field,
      old: old[field] ?? null,
      new: now[field] ?? null,
    }),
  );
}

function departure(id: string, claim: Row, { retractionOf }: Release): Change {
  const retraction = retractionOf(id);
  const what = { ...describe(id, claim), old: claim['value'] ?? null };
  return retraction === null
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
