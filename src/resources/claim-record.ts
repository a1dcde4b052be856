import {
  type Claim,
  dayOf,
  isCurrent,
  type Metric,
  type Operator,
  type Service,
} from '../model/index.ts';
import { contentHash } from './content-hash.ts';
import type { AnswerRecords, ClaimStatus } from './records.ts';
import { claimPath } from './resource-path.ts';

/** A claim in brief: what it is about, what it says, what became of it, and where its page is. */
export function registerRecord(claim: Claim, operator: Operator, service: Service) {
  return {
    claim_id: claim.claim_id,
    operator_id: operator.id,
    operator_slug: operator.slug,
    metric: claim.metric,
    value: claim.value,
    observed_at: claim.observed_at,
    status: statusOf(claim),
    superseded_by: claim.superseded_by,
    retracted_at: claim.retracted?.at ?? null,
    retracted_reason: claim.retracted?.reason ?? null,
    api_url: service.claim_pages === 'none' ? null : claimUrl(claim, service),
  } satisfies AnswerRecords['claims'];
}

/** A claim with all that can be said about it, whatever became of it: what its page answers. */
export function claimRecord(claim: Claim, operator: Operator, metric: Metric, service: Service) {
  return {
    claim_id: claim.claim_id,
    operator_id: operator.id,
    operator_slug: operator.slug,
    operator: operator.name,
    metric: metric.key,
    metric_name: metric.name,
    value: claim.value,
    unit: metric.unit,
    evidence_url: claim.evidence_url,
    observed_at: claim.observed_at,
    status: statusOf(claim),
    superseded_by: claim.superseded_by,
    retracted_at: claim.retracted?.at ?? null,
    retracted_reason: claim.retracted?.reason ?? null,
    citation: cite(claim, operator, metric, service),
    content_hash: contentHash(claim, operator, metric),
    api_url: claimUrl(claim, service),
  } satisfies AnswerRecords['claim'];
}

/** What has become of a claim. */
export function statusOf(claim: Claim): ClaimStatus {
  if (isCurrent(claim)) return 'current';
  return claim.retracted === null ? 'superseded' : 'retracted';
}

function claimUrl({ claim_id }: Claim, { base_url }: Service): string {
  return `${base_url}/${claimPath(claim_id)}`;
}

/** One sentence to quote a claim with. It starts with the name of the service. */
function cite(claim: Claim, operator: Operator, metric: Metric, service: Service): string {
  const value = metric.unit === null ? claim.value : `${claim.value} ${metric.unit}`;
  return `${service.name} states for ${operator.name}: ${metric.name} = ${value}, observed on ${dayOf(claim.observed_at)}${fateInWords(claim)} (${claimUrl(claim, service)}).`;
}

function fateInWords({ superseded_by, retracted }: Claim): string {
  if (superseded_by !== null) return `, superseded since by ${superseded_by}`;
  return retracted === null ? '' : `, retracted on ${dayOf(retracted.at)}`;
}
