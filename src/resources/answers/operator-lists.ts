import * as z from 'zod';
import { type Dataset, isActive, type Operator, operatorLists } from '../../model/index.ts';
import { type Context, defineAnswer } from '../answer.ts';
import { about, operator as displayName, general, total } from '../fields.ts';

// The lists of all operators, one record for each entry. The snapshots have the same tables.

const position = z
  .number()
  .meta({ type: 'integer', minimum: 1 })
  .describe('Its place in the list of the operator, from 1 on.');
const leading = { ...about, operator: displayName, position };

/** What an entry of a list is about. */
function ofOperator({ id, slug, name }: Operator, index: number) {
  return { operator_id: id, operator_slug: slug, operator: name, position: index + 1 };
}

const definition = { tag: 'Operators', key: ['operator_id', 'position'] } as const;
const ORDER = 'by operator id, then in the order of the record. Operators in business only.';

/** `/payment-options`: what can be paid in and out, by operator. */
export const paymentOptions = defineAnswer({
  ...definition,
  kind: 'payment-options',
  path: 'payment-options',
  name: 'PaymentOptions',
  record: 'PaymentOptionOfOperator',
  title: 'The payment options of every operator',
  description: `One record for each payment option, ${ORDER}`,
  link: { name: 'payment_options', rel: 'collection', total: countOf('payment_options') },
  fields: { ...leading, ...operatorLists.payment_options.element.shape },
  meta: { total, ...general },
  tables: ({ dataset }) => entries(dataset, ({ payment_options }) => payment_options),
});

/** What an operator charges at least, where fees are compared. */
export const effectiveAmount = {
  effective_amount: z
    .number()
    .nullable()
    .describe(
      'The fee as a number to compare and sort by: 0 where the model is free, the amount where it is flat, otherwise null. It has the currency of the fee.',
    ),
};

/** The number to compare a fee by; null if it is not known or depends on the sum. */
export function effectiveAmountOf({
  model,
  amount,
}: Pick<Operator['fees'][number], 'model' | 'amount'>): number | null {
  if (model === 'free') return 0;
  return model === 'flat' ? amount : null;
}

/** `/fees`: what operators charge. */
export const fees = defineAnswer({
  ...definition,
  kind: 'fees',
  path: 'fees',
  name: 'Fees',
  record: 'FeeOfOperator',
  title: 'The fees of every operator',
  description: `One record for each fee, ${ORDER} Compare effective_amount, since amount is null where a fee is free.`,
  link: { name: 'fees', rel: 'collection', total: countOf('fees') },
  fields: { ...leading, ...operatorLists.fees.element.shape, ...effectiveAmount },
  meta: { total, ...general },
  tables: ({ dataset }) =>
    entries(dataset, ({ fees }) =>
      fees.map((fee) => ({ ...fee, effective_amount: effectiveAmountOf(fee) })),
    ),
});

/** `/limits`: the least and the most that operators allow. */
export const limits = defineAnswer({
  ...definition,
  kind: 'limits',
  path: 'limits',
  name: 'Limits',
  record: 'LimitOfOperator',
  title: 'The limits of every operator',
  description: `One record for each limit, ${ORDER}`,
  link: { name: 'limits', rel: 'collection', total: countOf('limits') },
  fields: { ...leading, ...operatorLists.limits.element.shape },
  meta: { total, ...general },
  tables: ({ dataset }) => entries(dataset, ({ limits }) => limits),
});

const kind = z.enum(['pro', 'con']).describe('Whether it speaks for or against the operator.');

/** `/pros-cons`: what speaks for and against operators. */
export const prosAndCons = defineAnswer({
  ...definition,
  kind: 'pros-cons',
  path: 'pros-cons',
  name: 'ProsAndCons',
  record: 'ProOrCon',
  title: 'The pros and cons of every operator',
  description:
    'One record for each text, by operator id; pros come before cons, each in the order of the record. Operators in business only.',
  link: {
    name: 'pros_cons',
    rel: 'collection',
    total: ({ dataset }) => sum(dataset, ({ pros, cons }) => pros.length + cons.length),
  },
  key: ['operator_id', 'kind', 'position'],
  fields: { ...leading, kind, text: z.string().describe('What it is.') },
  meta: { total, ...general },
  tables: ({ dataset }) => ({
    meta: () => ({ total: sum(dataset, ({ pros, cons }) => pros.length + cons.length) }),
    rows: () =>
      dataset.operators.filter(isActive).flatMap((operator) => [
        ...operator.pros.map((text, index) => ({
          ...ofOperator(operator, index),
          kind: 'pro' as const,
          text,
        })),
        ...operator.cons.map((text, index) => ({
          ...ofOperator(operator, index),
          kind: 'con' as const,
          text,
        })),
      ]),
  }),
});

/** `/sources`: where the records of operators were taken from. */
export const sources = defineAnswer({
  ...definition,
  kind: 'sources',
  path: 'sources',
  name: 'Sources',
  record: 'SourceOfOperator',
  title: 'The sources of every operator',
  description: `One record for each page that a record was taken from, ${ORDER}`,
  link: { name: 'sources', rel: 'collection', total: countOf('sources') },
  fields: { ...leading, ...operatorLists.sources.element.shape },
  meta: { total, ...general },
  tables: ({ dataset }) => entries(dataset, ({ sources }) => sources),
});

function entries<Entry extends object>(
  dataset: Dataset,
  listOf: (operator: Operator) => readonly Entry[],
) {
  return {
    meta: () => ({ total: sum(dataset, (operator) => listOf(operator).length) }),
    rows: () =>
      dataset.operators
        .filter(isActive)
        .flatMap((operator) =>
          listOf(operator).map((entry, index) => ({ ...ofOperator(operator, index), ...entry })),
        ),
  };
}

function countOf(name: 'payment_options' | 'fees' | 'limits' | 'sources') {
  return ({ dataset }: Pick<Context, 'dataset'>) =>
    sum(dataset, (operator) => operator[name].length);
}

function sum({ operators }: Dataset, count: (operator: Operator) => number): number {
  return operators.filter(isActive).reduce((total, operator) => total + count(operator), 0);
}
