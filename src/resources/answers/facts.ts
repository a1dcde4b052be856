import {
  type Claim,
  type Dataset,
  isCurrent,
  lastObserved,
  lifeFields,
  type Metric,
  type Operator,
} from '../../model/index.ts';
import { defineAnswer, type Holding } from '../answer.ts';
import { count, credit, type datum, operator as displayName, fact, general } from '../fields.ts';

import { addressesOf } from './operator.ts';

const path = 'operators/{operator}/facts';

type Metrics = Dataset['metrics'];

/** `/operators/{slug or id}/facts`: the current claims about one operator, in source order. */
export const facts = defineAnswer({
  kind: 'facts',
  path,
  name: 'OperatorFacts',
  record: 'Fact',
  tag: 'Claims',
  title: 'The current claims about one operator',
  description:
    'One record for each claim that is neither superseded nor retracted: a datum, the address that shows it, and when it was seen there. They stand in the order that the publisher keeps them in.',
  link: {
    name: 'operator_facts',
    rel: 'collection',
    total: ({ dataset }) => dataset.operators.length,
  },
  key: ['claim_id'],
  errors: ['unknown-operator'],
  fields: fact,
  meta: {
    operator: displayName,
    total_facts: count.describe('How many claims the answer has.'),
    operator_status: lifeFields.status,
    generated_at: general.generated_at,
    ...credit,
  },
  tablesAbout(operator, { metrics }) {
    const current = () => operator.claims.filter(isCurrent);
    return {
      paths: addressesOf(path, operator),
      meta: () => ({
        operator: operator.name,
        total_facts: current().length,
        operator_status: operator.status,
      }),
      rows: () => current().map((claim) => factRecord(claim, operator, metrics)),
    };
  },
});

/** The metric of a claim. Validation guarantees that it exists. */
export function metricOf(claim: Claim, metrics: Metrics): Metric {
  const metric = metrics.get(claim.metric);
  if (metric === undefined)
    throw new Error(`Broken invariant: the metric ${claim.metric} was not checked`);
  return metric;
}

/** The content of a claim. */
export function datumOf(claim: Claim, metrics: Metrics): Holding<typeof datum> {
  const { key, name, unit } = metricOf(claim, metrics);
  return { metric: key, metric_name: name, value: claim.value, unit };
}

/** The record of a claim, whatever its status. */
export function factRecord(
  claim: Claim,
  operator: Operator,
  metrics: Metrics,
): Holding<typeof fact> {
  const statement = datumOf(claim, metrics);
  return {
    claim_id: claim.claim_id,
    operator: operator.name,
    ...statement,
    evidence_url: claim.evidence_url,
    observed_at: lastObserved(claim),
  };
}
