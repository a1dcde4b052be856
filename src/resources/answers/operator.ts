import { lifeFields, type Operator, operatorLists, summaryFields } from '../../model/index.ts';
import { defineAnswer, fill } from '../answer.ts';
import { operator as displayName, general } from '../fields.ts';
import type { ResourcePath } from '../resource.ts';
import { summaryRecord } from './operators.ts';

const path = 'operators/{operator}';

/** `/operators/{slug, id or former slug}`: everything about one operator except its claims. */
export const operator = defineAnswer({
  kind: 'operator',
  listedAs: 'detail',
  path,
  name: 'OneOperator',
  record: 'OperatorDetail',
  tag: 'Operators',
  title: 'Everything about one operator but its claims',
  description:
    'One record: the summary with payment options, fees, limits, pros, cons and sources, then the website, the status and former slugs. In CSV, nested values are JSON text in one cell.',
  link: {
    name: 'operator',
    rel: 'item',
    title: 'Everything about one operator, by slug or id',
    total: ({ dataset }) => dataset.operators.length,
  },
  key: ['id'],
  errors: ['unknown-operator'],
  isSingle: true,
  // The order of columns is a promise, so newer ones come last.
  fields: { ...summaryFields, ...operatorLists, ...lifeFields },
  meta: { operator: displayName, ...general },
  tablesAbout: (operator, { service }) => ({
    paths: addressesOf(path, operator),
    meta: () => ({ operator: operator.name }),
    rows: () => {
      const { payment_options, fees, limits, pros, cons, sources } = operator;
      const lists = { payment_options, fees, limits, pros, cons, sources };
      const { website, status, ended_at, ended_reason, merged_into, former_slugs } = operator;
      const life = { website, status, ended_at, ended_reason, merged_into, former_slugs };
      return [{ ...summaryRecord(operator, service), ...lists, ...life }];
    },
  }),
});

/** The paths of an answer about an operator: by slug, by id, and by each former slug. */
export function addressesOf(
  path: string,
  { slug, id, former_slugs }: Operator,
): readonly [ResourcePath, ...ResourcePath[]] {
  return [fill(path, slug), fill(path, id), ...former_slugs.map((former) => fill(path, former))];
}

/** @param key A slug or an id. */
export function operatorPath(key: string | number) {
  return fill(path, key);
}
