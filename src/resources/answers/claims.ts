import { claim, lastObserved, url } from '../../model/index.ts';
import { defineAnswer } from '../answer.ts';
import {
  about,
  datum,
  evidence,
  fate,
  general,
  observations,
  provenance,
  total,
} from '../fields.ts';
import { claimUrl, fateOf, observationsOf, provenanceOf } from './claim.ts';
import { metricOf } from './facts.ts';

/**
 * `/claims`: every claim ever published, including superseded and retracted ones, by operator id, then
 * in source order. The next build compares its sources with it.
 */
export const claims = defineAnswer({
  kind: 'claims',
  path: 'claims',
  name: 'Claims',
  record: 'RegisteredClaim',
  tag: 'Claims',
  title: 'Every claim ever published',
  description:
    'One record for each claim in brief, whatever became of it, by operator id, then in the order that the publisher keeps them in. Nothing is ever taken off this list.',
  link: {
    name: 'claims',
    rel: 'collection',
    title: 'Every claim ever published, also superseded and retracted ones',
    total: ({ coverage }) => coverage.claims,
  },
  key: ['claim_id'],
  fields: {
    claim_id: claim.shape.claim_id,
    ...about,
    metric: datum.metric,
    value: datum.value,
    observed_at: evidence.observed_at,
    ...fate,
    api_url: url
      .nullable()
      .describe('The permanent address of the claim; null where claims have no pages.'),
    ...observations,
    evidence_url: evidence.evidence_url,
    unit: datum.unit,
    ...provenance,
  },
  meta: { total, ...general },
  tables: ({ dataset: { operators, metrics, service }, coverage }) => ({
    meta: () => ({ total: coverage.claims }),
    rows: () =>
      operators.flatMap((operator) =>
        operator.claims.map((claim) => ({
          claim_id: claim.claim_id,
          operator_id: operator.id,
          operator_slug: operator.slug,
          metric: claim.metric,
          value: claim.value,
          observed_at: lastObserved(claim),
          ...fateOf(claim),
          api_url: service.claim_pages === 'none' ? null : claimUrl(claim, service),
          ...observationsOf(claim),
          evidence_url: claim.evidence_url,
          unit: metricOf(claim, metrics).unit,
          ...provenanceOf(claim, operator),
        })),
      ),
  }),
});
