import {
  isActive,
  type Operator,
  operatorPageUrl,
  type Service,
  SUMMARY_COLUMNS,
  summaryFields,
} from '../../model/index.ts';
import { defineAnswer, type Holding } from '../answer.ts';
import { general, total } from '../fields.ts';

/** `/operators`: the summary of every operator that is in business, by id. */
export const operators = defineAnswer({
  kind: 'operators',
  listedAs: 'list',
  path: 'operators',
  name: 'Operators',
  record: 'OperatorSummary',
  tag: 'Operators',
  title: 'Every operator in brief',
  description:
    'One record for each operator, by id. Operators that have closed or merged are left out; they keep their own addresses.',
  link: {
    name: 'operators',
    rel: 'collection',
    total: ({ dataset }) => dataset.operators.filter(isActive).length,
  },
  key: ['id'],
  fields: summaryFields,
  meta: { total, ...general },
  tables({ dataset: { operators, service } }) {
    const active = operators.filter(isActive);
    return {
      meta: () => ({ total: active.length }),
      rows: () => active.map((operator) => summaryRecord(operator, service)),
    };
  },
});

/** The base addresses of links in records. */
export type Addresses = Pick<Service, 'site_url' | 'operator_url' | 'base_url'>;

type Summary = Holding<typeof summaryFields>;

/** The summary of an operator. */
export function summaryRecord(operator: Operator, service: Addresses): Summary {
  const addresses = {
    url: operatorPageUrl(operator, service),
    api_url: `${service.base_url}/operators/${operator.slug}`,
  };
  const record: { [column: string]: unknown } = {};
  for (const column of SUMMARY_COLUMNS) {
    const isAddress = column === 'url' || column === 'api_url';
    record[column] = isAddress ? addresses[column] : operator[column];
  }
  return record as Summary; // a value for each of its columns
}
