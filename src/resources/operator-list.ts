import { API_VERSION, type Dataset, SUMMARY_COLUMNS } from '../model/index.ts';
import type { Table } from './resource.ts';
import { listPath } from './resource-path.ts';
import { summaryRecord } from './summary-record.ts';

/** `/operators`: every operator in brief, by id. */
export function operatorList({ operators, service }: Pick<Dataset, 'operators' | 'service'>) {
  return {
    kind: 'list',
    operator: null,
    paths: [listPath],
    columns: SUMMARY_COLUMNS,
    meta: (generated_at) => ({ total: operators.length, generated_at, version: API_VERSION }),
    rows: () => operators.map((operator) => summaryRecord(operator, service)),
  } satisfies Table;
}
