import { API_VERSION, type Dataset } from '../model/index.ts';
import { type AnswerMetas, COLUMNS } from './records.ts';
import type { Table } from './resource.ts';
import { listPath } from './resource-path.ts';
import { summaryRecord } from './summary-record.ts';

/** `/operators`: every operator in brief, by id. */
export function operatorList({ operators, service }: Pick<Dataset, 'operators' | 'service'>) {
  return {
    kind: 'list',
    operator: null,
    paths: [listPath],
    columns: COLUMNS.list,
    meta: (generated_at): AnswerMetas['list'] => ({
      total: operators.length,
      generated_at,
      version: API_VERSION,
    }),
    rows: () => operators.map((operator) => summaryRecord(operator, service)),
  } satisfies Table;
}
