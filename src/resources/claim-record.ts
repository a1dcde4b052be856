import { type Claim, isCurrent, type Metric, type Operator, type Service } from '../model/index.ts';
import { contentHash } from './content-hash.ts';
import { claimPath, claimsPath } from './resource-path.ts';

export const CLAIM_COLUMNS = [
  'claim_id',
  'operator_id',
  'operator_slug',
  'operator',
  'metric',
  'metric_name',
  'value',
  'unit',
  'evidence_url',
  'observed_at',
  'status',
  'superseded_by',
  'retracted_at',
  'retracted_reason',
  'citation',
  'content_hash',
  'api_url',
] as const;

/** What has become of a claim. */
export type ClaimStatus = 'current' | 'superseded' | 'retracted';

/** A claim with all that can be said about it, whatever became of it. */
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
  } satisfies Record<(typeof CLAIM_COLUMNS)[number], unknown>;
}

export function statusOf(claim: Claim): ClaimStatus {
  if (isCurrent(claim)) return 'current';
  return claim.retracted === null ? 'superseded' : 'retracted';
}

/** The page of a claim; null where claims have none. */
function claimUrl({ claim_id }: Claim, { base_url, claim_pages }: Service): string | null {
  return claim_pages === 'none' ? null : `${base_url}/${claimPath(claim_id)}`;
}

/** One sentence to quote a claim with. It starts with the name of the service. */
function cite(claim: Claim, operator: Operator, metric: Metric, service: Service): string {
  const value = metric.unit === null ? claim.value : `${claim.value} ${metric.unit}`;
  const fate = {
    current: '',
    superseded: `, superseded since by ${claim.superseded_by}`,
    retracted: `, retracted on ${dayOf(claim.retracted?.at ?? '')}`,
  }[statusOf(claim)];
  const address = claimUrl(claim, service) ?? `${service.base_url}/${claimsPath}`;
  return `${service.name} states for ${operator.name}: ${metric.name} = ${value}, observed on ${dayOf(claim.observed_at)}${fate} (${address}).`;
}

function dayOf(timestamp: string): string {
  return timestamp.slice(0, 'YYYY-MM-DD'.length);
}
