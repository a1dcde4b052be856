import { type Claim, isCurrent, type Metric, type Operator } from '../../model/index.ts';
import { defineAnswer, fill, type Holding } from '../answer.ts';
import { count, operator as displayName, fact, general } from '../fields.ts';

const path = 'operators/{operator}/facts';

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
    generated_at: general.generated_at,
  },
  tablesAbout(operator, { metrics }) {
    const current = () => operator.claims.filter(isCurrent);
    return [
      {
        paths: [fill(path, operator.slug), fill(path, operator.id)],
        meta: (generated_at) => ({
          operator: operator.name,
          total_facts: current().length,
          generated_at,
        }),
        rows: () => current().map((claim) => factRecord(claim, operator, metricOf(claim, metrics))),
      },
    ];
  },
});

/** The metric of a claim. Validation guarantees that it exists. */
export function metricOf(claim: Claim, metrics: ReadonlyMap<string, Metric>): Metric {
  const metric = metrics.get(claim.metric);
  if (metric === undefined)
    throw new Error(`Broken invariant: the metric ${claim.metric} was not checked`);
  return metric;
}

/** The record of a current claim. */
export function factRecord(claim: Claim, operator: Operator, metric: Metric): Holding<typeof fact> {
  return {
    claim_id: claim.claim_id,
    operator: operator.name,
    metric: metric.key,
    metric_name: metric.name,
    value: claim.value,
    unit: metric.unit,
    evidence_url: claim.evidence_url,
    observed_at: claim.observed_at,
  };
}
