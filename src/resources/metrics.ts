import { API_VERSION, type Dataset, type Metric } from '../model/index.ts';
import type { Coverage } from './coverage.ts';
import { type AnswerMetas, type AnswerRecords, COLUMNS } from './records.ts';
import type { Table } from './resource.ts';
import { metricsPath } from './resource-path.ts';

/** `/metrics`: the dictionary, in source order, with how much of each metric is known. */
export function metricsTable({ metrics, operators }: Dataset, coverage: Coverage) {
  return {
    kind: 'metrics',
    operator: null,
    paths: [metricsPath],
    columns: COLUMNS.metrics,
    meta: (generated_at): AnswerMetas['metrics'] => ({
      total: metrics.size,
      operators: operators.length,
      generated_at,
      version: API_VERSION,
    }),
    rows: () => [...metrics.values()].map((metric) => metricRecord(metric, coverage)),
  } satisfies Table;
}

function metricRecord(metric: Metric, coverage: Coverage) {
  const { key, name, description, type, unit, better } = metric;
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
  } satisfies AnswerRecords['metrics'];
}
