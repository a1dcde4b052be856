import { API_VERSION, type Dataset, SUMMARY_COLUMNS, SUMMARY_FIELDS } from '../model/index.ts';
import type { Table } from './resource.ts';
import { listPath } from './resource-path.ts';
import { callRoll, rollOf } from './roll.ts';
import { summaryRecord } from './summary-record.ts';

/** `/operators`: every operator in brief, by id. */
export function operatorList({ operators, service }: Pick<Dataset, 'operators' | 'service'>) {
  const roll = rollOf(operators, SUMMARY_FIELDS, (operator) => [summaryRecord(operator, service)]);
  return {
    kind: 'list',
    operator: null,
    roll,
    paths: [listPath],
    columns: SUMMARY_COLUMNS,
    meta: (generated_at) => ({ total: operators.length, generated_at, version: API_VERSION }),
    rows: (most) => callRoll(roll, most),
  } satisfies Table;
}
