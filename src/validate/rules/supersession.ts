import type { Claim } from '../../model/index.ts';
import { nearest } from '../nearest.ts';
import type { Rule } from '../rule.ts';
import { type Entity, eachClaim, type FactsSource, type Sources } from '../sources.ts';

type Placed = { readonly source: FactsSource; readonly claim: Entity<Claim> };

export const supersession: Rule = {
  name: 'supersession',
  says: 'superseded_by leads, without a cycle, to a living claim of the same operator and metric.',
  scope: 'all',
  check(sources, report) {
    let byId: ReadonlyMap<string, Placed> | null = null; // Most datasets supersede little.
    for (const { source, claim } of eachClaim(sources)) {
      const { claim_id: claimId, superseded_by: target } = claim.value;
      if (claimId === undefined || target === undefined || target === null) continue;
      byId ??= claimsById(sources);
      const problem = problemOfLink(claimId, { source, claim }, byId);
      if (problem === null) continue;
      const near = problem === 'unknown' ? nearest(target, idsOf(source, claimId)) : null;
      report(claim.placeOf('superseded_by'), {
        code: 'claim/superseded-by',
        claimId,
        target,
        problem,
        near,
      });
    }
  },
};

function claimsById(sources: Sources): ReadonlyMap<string, Placed> {
  const byId = new Map<string, Placed>();
  for (const placed of eachClaim(sources)) {
    const id = placed.claim.value.claim_id;
    if (id !== undefined && !byId.has(id)) byId.set(id, placed);
  }
  return byId;
}

function problemOfLink(
  claimId: string,
  { source, claim }: Placed,
  byId: ReadonlyMap<string, Placed>,
) {
  const targetId = claim.value.superseded_by ?? '';
  if (targetId === claimId) return 'itself';
  const target = byId.get(targetId);
  if (target === undefined) return 'unknown';
  if (target.source !== source) return 'other-operator';
  const [metric, targetMetric] = [claim.value.metric, target.claim.value.metric];
  if (metric !== undefined && targetMetric !== undefined && metric !== targetMetric) {
    return 'other-metric';
  }
  if (target.claim.value.retracted) return 'retracted';
  return endsInCycle(targetId, byId) ? 'cycle' : null;
}

/** A chain may have many links, as long as it comes to an end. */
function endsInCycle(from: string, byId: ReadonlyMap<string, Placed>): boolean {
  const seen = new Set<string>();
  let current: string | null | undefined = from;
  while (current !== null && current !== undefined) {
    if (seen.has(current)) return true;
    seen.add(current);
    current = byId.get(current)?.claim.value.superseded_by;
  }
  return false;
}

function* idsOf({ claims }: FactsSource, except: string): Generator<string> {
  for (const { value } of claims) {
    if (value.claim_id !== undefined && value.claim_id !== except) yield value.claim_id;
  }
}
