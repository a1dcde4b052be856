import { type Claim, isCurrent, isLater, momentOf } from '../../model/index.ts';
import { nearest } from '../nearest.ts';
import { namesMetric, type Rule } from '../rule.ts';
import type { Entity, Sources } from '../sources.ts';

export const supersession: Rule = {
  name: 'supersession',
  says: 'superseded_by leads, without a cycle, to a claim of the same operator and metric, or the metric that replaces it, that is not retracted and was not observed earlier.',
  check(sources, report) {
    const { metricsByKey: metrics } = sources;
    // A wrong metric is one mistake, not two.
    const isWrong = (claim: Partial<Claim>) =>
      !namesMetric(claim) || (claim.metric !== undefined && metrics?.has(claim.metric) === false);
    const isFuture = ({ observed_at: observed }: Partial<Claim>) =>
      observed?.some((time) => momentOf(time) > sources.now) === true;
    const ids = new Set(sources.claims.map(({ value }) => value.claim_id));
    for (const { claims } of sources.operators) {
      const byId = claimsById(claims);
      const inReportedCycle = new Set<string>();
      for (const claim of claims) {
        const { claim_id: claimId, superseded_by: target } = claim.value;
        if (claimId === undefined || target === undefined || target === null) continue;
        const problem = problemOfLink(claim, target, byId, ids, metrics);
        if (problem === null) continue;
        const both = [claim, byId.get(target)].map((one) => one?.value ?? {});
        if (problem === 'other-metric' && both.some(isWrong)) continue;
        // An observation in the future is one mistake, not two.
        if (problem === 'older' && isFuture(claim.value)) continue;
        if (problem === 'cycle') {
          if (inReportedCycle.has(claimId)) continue;
          for (const id of chainFrom(target, byId)) inReportedCycle.add(id);
        }
        const isElsewhere = problem === 'unknown' || problem === 'other-operator';
        // It may be a claim whose id was reported.
        if (isElsewhere && claims.some((other) => other !== claim && isMisnamed(other.value))) {
          continue;
        }
        const near = problem === 'unknown' ? nearest(target, successorsOf(claim, byId)) : null;
        const finding = { code: 'claim/superseded-by', claimId, target, problem, near } as const;
        report(claim.placeOf('superseded_by'), finding);
      }
    }
  },
};

/** Whether the id of a claim could not be read, or does not match its metric. */
function isMisnamed(claim: Partial<Claim>): boolean {
  return claim.claim_id === undefined || !namesMetric(claim);
}

type ClaimsById = ReadonlyMap<string, Entity<Claim>>;

/** The claims of an operator, the first of each id. */
function claimsById(claims: readonly Entity<Claim>[]): ClaimsById {
  const byId = new Map<string, Entity<Claim>>();
  for (const claim of claims) {
    const { claim_id: claimId } = claim.value;
    if (claimId !== undefined && !byId.has(claimId)) byId.set(claimId, claim);
  }
  return byId;
}

function problemOfLink(
  { value: claim }: Entity<Claim>,
  target: string,
  byId: ClaimsById,
  ids: ReadonlySet<string | undefined>,
  metrics: Sources['metricsByKey'],
) {
  const { claim_id: claimId = '', metric, observed_at: observed } = claim;
  if (target === claimId) return 'itself';
  const successor = byId.get(target)?.value;
  if (successor === undefined) return ids.has(target) ? 'other-operator' : 'unknown';
  const { metric: itsMetric, observed_at: itsObserved } = successor;
  const isOther = metric !== undefined && itsMetric !== undefined && metric !== itsMetric;
  if (isOther && metrics?.get(metric)?.replaced_by !== itsMetric) return 'other-metric';
  if (successor.retracted) return 'retracted';
  if (chainFrom(target, byId).has(claimId)) return 'cycle';
  const [last, first] = [observed?.at(-1), itsObserved?.[0]];
  return last !== undefined && first !== undefined && isLater(last, first) ? 'older' : null;
}

/** The ids of the claims that could have replaced one: the current claims of the same metric. */
function successorsOf(claim: Entity<Claim>, byId: ClaimsById): readonly string[] {
  const { metric } = claim.value;
  return [...byId]
    .filter(([, { value }]) => isCurrent(value) && value.metric === metric)
    .map(([id]) => id);
}

/** A chain can have any length, but must not lead back to an earlier claim. */
function chainFrom(from: string, byId: ClaimsById): ReadonlySet<string> {
  const chain = new Set<string>();
  let current: string | null | undefined = from;
  while (current !== null && current !== undefined && !chain.has(current)) {
    chain.add(current);
    current = byId.get(current)?.value.superseded_by;
  }
  return chain;
}
