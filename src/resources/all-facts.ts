import {
  API_VERSION,
  type Claim,
  type Dataset,
  isCurrent,
  type Metric,
  type Operator,
} from '../model/index.ts';
import { FACT_COLUMNS, factRecord, metricOf } from './operator-facts.ts';
import type { Table } from './resource.ts';
import { allFactsPath } from './resource-path.ts';

const ALL_FACTS_COLUMNS = ['operator_id', 'operator_slug', ...FACT_COLUMNS] as const;

/** `/facts`: every current claim of every operator, by operator id, then in source order. */
export function allFacts(
  { operators, metrics }: Pick<Dataset, 'operators' | 'metrics'>,
  total: number,
) {
  return {
    kind: 'all-facts',
    operator: null,
    paths: [allFactsPath],
    columns: ALL_FACTS_COLUMNS,
    meta: (generated_at) => ({ total, generated_at, version: API_VERSION }),
    rows: () =>
      operators.flatMap((operator) =>
        operator.claims
          .filter(isCurrent)
          .map((claim) => fullFactRecord(claim, operator, metricOf(claim, metrics))),
      ),
  } satisfies Table;
}

export type FullFactRecord = ReturnType<typeof fullFactRecord>;

function fullFactRecord(claim: Claim, operator: Operator, metric: Metric) {
  return {
    operator_id: operator.id,
    operator_slug: operator.slug,
    ...factRecord(claim, operator, metric),
  } satisfies Record<(typeof ALL_FACTS_COLUMNS)[number], unknown>;
}
