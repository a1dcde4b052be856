import { API_VERSION, type Dataset, SUMMARY_COLUMNS } from '../model/index.ts';
import type { Table } from './resource.ts';
import { listPath } from './resource-path.ts';
import { SUMMARY_FIELDS, type Summarised, summaryRecord } from './summary-record.ts';

/** `/operators`: every operator in brief, by id. */
export function operatorList({
  operators,
  service,
}: { operators: readonly Summarised[] } & Pick<Dataset, 'service'>) {
  return {
    kind: 'list',
    operator: null,
    fields: SUMMARY_FIELDS,
    paths: [listPath],
    columns: SUMMARY_COLUMNS,
    meta: (generated_at) => ({ total: operators.length, generated_at, version: API_VERSION }),
    rows: (most) => operators.slice(0, most).map((operator) => summaryRecord(operator, service)),
  } satisfies Table;
}
