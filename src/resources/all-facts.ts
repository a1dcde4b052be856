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
import { callRoll, rollOf } from './roll.ts';

const ALL_FACTS_COLUMNS = ['operator_id', 'operator_slug', ...FACT_COLUMNS] as const;

/** `/facts`: every current claim of every operator, by operator id, then in source order. */
export function allFacts(
  { operators, metrics }: Pick<Dataset, 'operators' | 'metrics'>,
  total: number,
) {
  const roll = rollOf(operators, ['id', 'slug', 'name', 'claims'], (operator) =>
    operator.claims
      .filter(isCurrent)
      .map((claim) => fullFactRecord(claim, operator, metricOf(claim, metrics))),
  );
  return {
    kind: 'all-facts',
    operator: null,
    roll,
    paths: [allFactsPath],
    columns: ALL_FACTS_COLUMNS,
    meta: (generated_at) => ({ total, generated_at, version: API_VERSION }),
    rows: (most) => callRoll(roll, most),
  } satisfies Table;
}

export type FullFactRecord = ReturnType<typeof fullFactRecord>;

function fullFactRecord(
  claim: Claim,
  operator: Pick<Operator, 'id' | 'slug' | 'name'>,
  metric: Metric,
) {
  return {
    operator_id: operator.id,
    operator_slug: operator.slug,
    ...factRecord(claim, operator, metric),
  } satisfies Record<(typeof ALL_FACTS_COLUMNS)[number], unknown>;
}
