import { type Metric, metric, timestamp } from '../../model/index.ts';
import { defineAnswer } from '../answer.ts';
import type { Coverage } from '../coverage.ts';
import { count, general, meaningOf, operators, total } from '../fields.ts';

const { min, max, retired_at, replaced_by, ...stated } = metric.shape;
const life = {
  min,
  max,
  retired_at: timestamp.nullable().describe(meaningOf(retired_at)),
  replaced_by,
};

/** `/metrics`: the metrics in source order, each with the number of its current claims. */
export const metrics = defineAnswer({
  kind: 'metrics',
  path: 'metrics',
  name: 'Metrics',
  record: 'Metric',
  tag: 'Claims',
  title: 'What is measured, and how much of it is known',
  description: 'The dictionary of metrics, in its own order.',
  link: { name: 'metrics', rel: 'collection', total: ({ dataset }) => dataset.metrics.size },
  key: ['key'],
  fields: {
    ...stated,
    operators_with_current_claim: count.describe(
      'How many operators have a current claim of this metric.',
    ),
    newest_observed_at: timestamp
      .nullable()
      .describe('When the newest of these claims was observed; null when there is none.'),
    oldest_observed_at: timestamp
      .nullable()
      .describe('When the oldest of these claims was observed; null when there is none.'),
    ...life,
  },
  meta: { total, operators, ...general },
  tables: ({ dataset: { metrics }, coverage }) => ({
    meta: () => ({ total: metrics.size, operators: coverage.operators }),
    rows: () => [...metrics.values()].map((metric) => metricRecord(metric, coverage)),
  }),
});

function metricRecord(metric: Metric, coverage: Coverage) {
  const { key, name, description, type, unit, better, min, max, retired_at, replaced_by } = metric;
  const { operators = 0, newest = null, oldest = null } = coverage.metrics.get(key) ?? {};
  return {
    key,
    name,
    description,
    type,
    unit,
    better,
    operators_with_current_claim: operators,
    newest_observed_at: newest,
    oldest_observed_at: oldest,
    min,
    max,
    retired_at,
    replaced_by,
  };
}
