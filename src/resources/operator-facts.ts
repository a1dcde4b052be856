import { type Claim, type Dataset, isCurrent, type Metric, type Operator } from '../model/index.ts';
import { type AnswerMetas, type AnswerRecords, COLUMNS } from './records.ts';
import type { Table } from './resource.ts';
import { factsPath } from './resource-path.ts';

/** `/operators/{slug or id}/facts`: the current claims about one operator, in source order. */
export function operatorFacts(operator: Operator, { metrics }: Pick<Dataset, 'metrics'>) {
  const current = () => operator.claims.filter(isCurrent);
  return {
    kind: 'facts',
    operator: operator.slug,
    paths: [factsPath(operator.slug), factsPath(operator.id)],
    columns: COLUMNS.facts,
    meta: (generated_at): AnswerMetas['facts'] => ({
      operator: operator.name,
      total_facts: current().length,
      generated_at,
    }),
    rows: () => current().map((claim) => factRecord(claim, operator, metricOf(claim, metrics))),
  } satisfies Table;
}

/** The metric of a claim, which validation has made sure of. */
export function metricOf(claim: Claim, metrics: ReadonlyMap<string, Metric>): Metric {
  const metric = metrics.get(claim.metric);
  if (metric === undefined)
    throw new Error(`Broken invariant: the metric ${claim.metric} was not checked`);
  return metric;
}

/** A current claim in brief. */
export function factRecord(claim: Claim, operator: Operator, metric: Metric) {
  return {
    claim_id: claim.claim_id,
    operator: operator.name,
    metric: metric.key,
    metric_name: metric.name,
    value: claim.value,
    unit: metric.unit,
    evidence_url: claim.evidence_url,
    observed_at: claim.observed_at,
  } satisfies AnswerRecords['facts'];
}
