import { API_VERSION, type Operator } from '../model/index.ts';
import { type AnswerMetas, type AnswerRecords, COLUMNS } from './records.ts';
import type { Table } from './resource.ts';
import { detailPath } from './resource-path.ts';
import { type Addresses, summaryRecord } from './summary-record.ts';

/** `/operators/{slug or id}`: everything about one operator but its claims. */
export function operatorDetail(operator: Operator, addresses: Addresses) {
  return {
    kind: 'detail',
    operator: operator.slug,
    paths: [detailPath(operator.slug), detailPath(operator.id)],
    columns: COLUMNS.detail,
    meta: (generated_at): AnswerMetas['detail'] => ({
      operator: operator.name,
      generated_at,
      version: API_VERSION,
    }),
    rows: () => [detailRecord(operator, addresses)],
  } satisfies Table;
}

function detailRecord(operator: Operator, addresses: Addresses) {
  const { payment_options, fees, limits, pros, cons, sources } = operator;
  return {
    ...summaryRecord(operator, addresses),
    payment_options,
    fees,
    limits,
    pros,
    cons,
    sources,
  } satisfies AnswerRecords['detail'];
}
