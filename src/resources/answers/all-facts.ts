import { isActive, isCurrent } from '../../model/index.ts';
import { defineAnswer } from '../answer.ts';
import { about, fact, general, total } from '../fields.ts';
import { factRecord } from './facts.ts';

/** `/facts`: every current claim of every operator, by operator id, then in source order. */
export const allFacts = defineAnswer({
  kind: 'all-facts',
  path: 'facts',
  name: 'AllFacts',
  record: 'AttributedFact',
  tag: 'Claims',
  title: 'Every current claim of every operator',
  description:
    'One record for each current claim about an operator in business, by operator id, then in the order that the publisher keeps them in: the whole in one request.',
  link: { name: 'facts', rel: 'collection', total: ({ coverage }) => coverage.currentClaims },
  key: ['claim_id'],
  fields: { ...about, ...fact },
  meta: { total, ...general },
  tables: ({ dataset: { operators, metrics }, coverage }) => ({
    meta: () => ({ total: coverage.currentClaims }),
    rows: () =>
      operators.filter(isActive).flatMap((operator) =>
        operator.claims.filter(isCurrent).map((claim) => ({
          operator_id: operator.id,
          operator_slug: operator.slug,
          ...factRecord(claim, operator, metrics),
        })),
      ),
  }),
});
