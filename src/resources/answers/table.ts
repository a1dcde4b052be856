import type { Claim, Dataset, Operator, Service } from '../../model/index.ts';
import { isActive, isCurrent, summaryFields } from '../../model/index.ts';
import { defineAnswer } from '../answer.ts';
import { general, total } from '../fields.ts';
import { summaryRecord } from './operators.ts';

/** `/table`: one row for each operator, with one column for each metric. */
export const table = defineAnswer({
  kind: 'table',
  path: 'table',
  name: 'WideTable',
  record: 'TableRow',
  tag: 'Operators',
  title: 'Every operator with every metric, as one wide table',
  description:
    'One record for each operator in business, by id: its summary, then one column for each metric with the value of its current claim, null where there is none. Metrics are in the order of the dictionary, so read columns by name. A metric with the name of a summary field has no second column. In the CSV, a text that spreadsheets would turn into a number or date starts with an invisible word joiner (U+2060).',
  link: {
    name: 'table',
    rel: 'collection',
    total: ({ dataset }) => dataset.operators.filter(isActive).length,
  },
  key: ['id'],
  fields: summaryFields,
  metricColumns: true,
  isForSpreadsheets: true,
  meta: { total, ...general },
  tables({ dataset: { operators, metrics, service } }) {
    const active = operators.filter(isActive);
    return {
      columns: [...Object.keys(summaryFields), ...metricColumns(metrics)],
      meta: () => ({ total: active.length }),
      rows: () => active.map((operator) => rowOf(operator, metrics, service)),
    };
  },
});

/** The metrics with a column. One with the name of a summary field states the same value. */
export function metricColumns(metrics: Dataset['metrics']): readonly string[] {
  return [...metrics.keys()].filter((key) => !(key in summaryFields));
}

function rowOf(operator: Operator, metrics: Dataset['metrics'], service: Service) {
  const values = new Map<string, Claim['value']>();
  for (const claim of operator.claims) {
    if (isCurrent(claim)) values.set(claim.metric, claim.value);
  }
  return {
    ...summaryRecord(operator, service),
    ...Object.fromEntries(metricColumns(metrics).map((key) => [key, values.get(key) ?? null])),
  };
}
