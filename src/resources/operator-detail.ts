import { API_VERSION, type Operator, SUMMARY_COLUMNS } from '../model/index.ts';
import type { Table } from './resource.ts';
import { detailPath } from './resource-path.ts';
import { type Addresses, summaryRecord } from './summary-record.ts';

const DETAIL_COLUMNS = [
  ...SUMMARY_COLUMNS,
  'payment_options',
  'fees',
  'limits',
  'pros',
  'cons',
  'sources',
] as const;

/** `/operators/{slug or id}`: everything about one operator but its claims. */
export function operatorDetail(operator: Operator, addresses: Addresses) {
  return {
    kind: 'detail',
    operator: operator.slug,
    paths: [detailPath(operator.slug), detailPath(operator.id)],
    columns: DETAIL_COLUMNS,
    meta: (generated_at) => ({ operator: operator.name, generated_at, version: API_VERSION }),
    rows: () => [detailRecord(operator, addresses)],
  } satisfies Table;
}

export type DetailRecord = ReturnType<typeof detailRecord>;

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
  } satisfies Record<(typeof DETAIL_COLUMNS)[number], unknown>;
}
