import * as crypto from 'node:crypto';
import * as z from 'zod';
import {
  type Claim,
  claim as claimSchema,
  type Dataset,
  firstObserved,
  isCurrent,
  type Metric,
  type Operator,
  type Service,
  text,
  url,
} from '../../model/index.ts';
import { defineAnswer, fill } from '../answer.ts';
import { citationFields, citationsOf, cite } from '../citation.ts';
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
  description:
    'One record, with citations as a sentence, as CSL-JSON and as BibTeX, and a hash of what it states.',
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
    ...citationFields,
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
  const api_url = claimUrl(claim, service);
  const cited = { claim, operator, metric, service, url: api_url };
  return {
    claim_id,
    operator_id: operator.id,
    operator_slug: operator.slug,
    ...fact,
    ...fateOf(claim),
    citation: cite(cited),
    content_hash: contentHash(claim, operator, metric),
    api_url,
    ...observationsOf(claim),
    ...provenanceOf(claim, operator),
    ...citationsOf(cited),
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
