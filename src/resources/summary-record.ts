import { type Operator, type Service, SUMMARY_COLUMNS } from '../model/index.ts';
import type { AnswerRecords } from './records.ts';
import { detailPath } from './resource-path.ts';

/** An operator in brief. */
export function summaryRecord(
  operator: Operator,
  { site_url, base_url }: Addresses,
): AnswerRecords['list'] {
  const addresses = {
    url: `${site_url}/operators/${operator.slug}`,
    api_url: `${base_url}/${detailPath(operator.slug)}`,
  };
  const record: { [column: string]: unknown } = {};
  for (const column of SUMMARY_COLUMNS) {
    const isAddress = column === 'url' || column === 'api_url';
    record[column] = isAddress ? addresses[column] : operator[column];
  }
  return record as AnswerRecords['list'];
}

/** The addresses that records point to. */
export type Addresses = Pick<Service, 'site_url' | 'base_url'>;
