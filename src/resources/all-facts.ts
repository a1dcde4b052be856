import {
  API_VERSION,
  type Claim,
  type Dataset,
  isCurrent,
  type Metric,
  type Operator,
} from '../model/index.ts';
import { factRecord, metricOf } from './operator-facts.ts';
import { type AnswerMetas, type AnswerRecords, COLUMNS } from './records.ts';
import type { Table } from './resource.ts';
import { allFactsPath } from './resource-path.ts';

/** `/facts`: every current claim of every operator, by operator id, then in source order. */
export function allFacts(
  { operators, metrics }: Pick<Dataset, 'operators' | 'metrics'>,
  total: number,
) {
  return {
    kind: 'all-facts',
    operator: null,
    paths: [allFactsPath],
    columns: COLUMNS['all-facts'],
    meta: (generated_at): AnswerMetas['all-facts'] => ({
      total,
      generated_at,
      version: API_VERSION,
    }),
    rows: () =>
      operators.flatMap((operator) =>
        operator.claims
          .filter(isCurrent)
          .map((claim) => fullFactRecord(claim, operator, metricOf(claim, metrics))),
      ),
  } satisfies Table;
}

function fullFactRecord(claim: Claim, operator: Operator, metric: Metric) {
  return {
    operator_id: operator.id,
    operator_slug: operator.slug,
    ...factRecord(claim, operator, metric),
  } satisfies AnswerRecords['all-facts'];
}
