import * as crypto from 'node:crypto';
import * as z from 'zod';
import {
  type Claim,
  claim as claimSchema,
  type Dataset,
  dayOf,
  firstObserved,
  isCurrent,
  lastObserved,
  type Metric,
  type Operator,
  type Service,
  text,
  url,
} from '../../model/index.ts';
import { defineAnswer, fill } from '../answer.ts';
import {
  about,
  type ClaimStatus,
  datum,
  operator as displayName,
  evidence,
  fate,
  general,
  observations,
  provenance,
} from '../fields.ts';
import { factRecord, metricOf } from './facts.ts';

const path = 'claims/{claim_id}';
const { claim_id } = claimSchema.shape;

/** `/claims/{claim_id}`: the page of a claim, if `claim_pages` publishes them. */
export const claim = defineAnswer({
  kind: 'claim',
  path,
  name: 'OneClaim',
  record: 'Claim',
  tag: 'Claims',
  title: 'One claim, at an address that stays whatever becomes of it',
  description: 'One record, with a sentence to cite it by and a hash of what it states.',
  link: { name: 'claim', rel: 'item', total: ({ coverage }) => coverage.claims },
  key: ['claim_id'],
  errors: ['unknown-claim'],
  isPublished: ({ claim_pages }) => claim_pages !== 'none',
  hasCsv: ({ claim_pages }) => claim_pages === 'json_and_csv',
  isSingle: true,
  fields: {
    claim_id,
    ...about,
    operator: displayName,
    ...datum,
    ...evidence,
    ...fate,
    citation: text.describe('One sentence to quote the claim with.'),
    content_hash: z
      .string()
      .meta({ pattern: '^sha256:[0-9a-f]{64}$' })
      .describe(
        'What tells whether the claim still says what was cited: sha256: and the SHA-256 of its claim_id, evidence_url, metric, first_observed_at (as observed_at), operator_id, unit and value as canonical JSON (RFC 8785).',
      ),
    api_url: url.describe('The permanent address of the claim.'),
    ...observations,
    ...provenance,
  },
  meta: { claim_id, operator: displayName, status: fate.status, ...general },
  tablesAbout: (operator, dataset) =>
    operator.claims.map((claim) => ({
      paths: [claimPath(claim.claim_id)],
      meta: () => ({
        claim_id: claim.claim_id,
        operator: operator.name,
        status: statusOf(claim),
      }),
      rows: () => [claimRecord(claim, operator, dataset)],
    })),
});

export function claimPath(claimId: string) {
  return fill(path, claimId);
}

export function claimUrl({ claim_id }: Claim, { base_url }: Service): string {
  return `${base_url}/${claimPath(claim_id)}`;
}

/** A claim of any status with all its fields. */
function claimRecord(claim: Claim, operator: Operator, { metrics, service }: Dataset) {
  const metric = metricOf(claim, metrics);
  const { claim_id, ...fact } = factRecord(claim, operator, metrics);
  return {
    claim_id,
    operator_id: operator.id,
    operator_slug: operator.slug,
    ...fact,
    ...fateOf(claim),
    citation: cite(claim, operator, metric, service),
    content_hash: contentHash(claim, operator, metric),
    api_url: claimUrl(claim, service),
    ...observationsOf(claim),
    ...provenanceOf(claim, operator),
  };
}

/** When a claim was first seen, and how many times. */
export function observationsOf(claim: Claim) {
  return { first_observed_at: firstObserved(claim), observations: claim.observed_at.length };
}

/** What lasts of the evidence of a claim, its corrections, and what became of its operator. */
export function provenanceOf({ archive_url, quote, corrections }: Claim, { status }: Operator) {
  return { archive_url, quote, corrections, operator_status: status };
}

/** The status fields of a claim. */
export function fateOf(claim: Claim) {
  return {
    status: statusOf(claim),
    superseded_by: claim.superseded_by,
    retracted_at: claim.retracted?.at ?? null,
    retracted_reason: claim.retracted?.reason ?? null,
  };
}

function statusOf(claim: Claim): ClaimStatus {
  if (isCurrent(claim)) return 'current';
  return claim.retracted === null ? 'superseded' : 'retracted';
}

/** The citation of a claim: one sentence that starts with the name of the service. */
function cite(claim: Claim, operator: Operator, metric: Metric, service: Service): string {
  const value = metric.unit === null ? claim.value : `${claim.value} ${metric.unit}`;
  return `${service.name} states for ${operator.name}: ${metric.name} = ${value}, observed on ${dayOf(lastObserved(claim))}${fateInWords(claim)}${endInWords(operator)} (${claimUrl(claim, service)}).`;
}

function fateInWords({ superseded_by, retracted }: Claim): string {
  if (superseded_by !== null) return `, superseded since by ${superseded_by}`;
  return retracted === null ? '' : `, retracted on ${dayOf(retracted.at)}`;
}

function endInWords({ status, ended_at }: Operator): string {
  return ended_at === null ? '' : `, operator ${status} on ${dayOf(ended_at)}`;
}

/**
 * A hash that shows readers whether a cited claim has changed: `sha256:` and the SHA-256, in
 * hexadecimal, of the cited values as canonical JSON (RFC 8785) in UTF-8. That is one object without
 * white space, with its keys in this order. The status is not included.
 */
function contentHash(claim: Claim, operator: Operator, metric: Metric): string {
  const canonical = JSON.stringify({
    claim_id: claim.claim_id,
    evidence_url: claim.evidence_url,
    metric: claim.metric,
    observed_at: firstObserved(claim),
    operator_id: operator.id,
    unit: metric.unit,
    value: claim.value,
  });
  return `sha256:${crypto.hash('sha256', canonical, 'hex')}`;
}
