import { operatorLists, summaryFields } from '../../model/index.ts';
import { defineAnswer, fill } from '../answer.ts';
import { operator as displayName, general } from '../fields.ts';
import { summaryRecord } from './operators.ts';

const path = 'operators/{operator}';

/** `/operators/{slug or id}`: everything about one operator except its claims. */
export const operator = defineAnswer({
  kind: 'operator',
  listedAs: 'detail',
  path,
  name: 'OneOperator',
  record: 'OperatorDetail',
  tag: 'Operators',
  title: 'Everything about one operator but its claims',
  description:
    'One record: the summary with payment options, fees, limits, pros, cons and sources. In CSV, nested values are JSON text in one cell.',
  link: {
    name: 'operator',
    rel: 'item',
    title: 'Everything about one operator, by slug or id',
    total: ({ dataset }) => dataset.operators.length,
  },
  key: ['id'],
  errors: ['unknown-operator'],
  isSingle: true,
  fields: { ...summaryFields, ...operatorLists },
  meta: { operator: displayName, ...general },
  tablesAbout: (operator, { service }) => ({
    paths: [operatorPath(operator.slug), operatorPath(operator.id)],
    meta: () => ({ operator: operator.name }),
    rows: () => {
      const { payment_options, fees, limits, pros, cons, sources } = operator;
      const lists = { payment_options, fees, limits, pros, cons, sources };
      return [{ ...summaryRecord(operator, service), ...lists }];
    },
  }),
});

/** @param key A slug or an id. */
export function operatorPath(key: string | number) {
  return fill(path, key);
}
