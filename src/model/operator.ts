import * as z from 'zod';
import type { Claim } from './claim.ts';
import { compare } from './problem.ts';
import {
  amount,
  needs,
  operatorId,
  orNull,
  percent,
  type Slug,
  slug,
  text,
  timestamp,
  url,
} from './values.ts';

/**
 * The fields of an operator summary in the order of the contract, each with its schema and its meaning.
 * All except the slug and the URLs are in the source of the operator. Rankings use the order of the values
 * of an enum.
 */
export const summaryFields = {
  id: operatorId.describe('The number of the operator. It is never given to another one.'),
  slug: slug.describe('The name of the operator in addresses.'),
  name: text.describe('The name the operator is known by.'),
  license_jurisdiction: orNull(text).describe(
    'Where the operator is licensed; null when that is not known.',
  ),
  kyc_level: z
    .enum(['none', 'discretionary', 'threshold', 'required'])
    .describe(
      'When customers have to prove who they are: none (never), discretionary (when the operator chooses), threshold (above a sum), required (always).',
    ),
  kyc_threshold_usd: orNull(amount).describe(
    'The sum in US dollars above which documents are asked for; a number with the level threshold, otherwise null.',
  ),
  accepts_vpn: z.boolean().describe('Whether customers may connect through a VPN.'),
  has_mobile_app: z.boolean().describe('Whether there is an app for phones.'),
  url: url.describe('The page of the operator on the site of the service.'),
  api_url: url.describe('The detail record of the operator in the API.'),
  updated_at: timestamp.describe('When this record was last brought up to date.'),
};
export type SummaryColumn = keyof typeof summaryFields;

/** Whether a name is that of a summary field. */
export function isSummaryColumn(name: string): name is SummaryColumn {
  return Object.hasOwn(summaryFields, name);
}

/** The columns of an operator summary. */
export const SUMMARY_COLUMNS = Object.keys(summaryFields) as readonly SummaryColumn[];

const { url: _url, api_url: _apiUrl, ...ownFields } = summaryFields;
const { slug: _slug, ...statedFields } = ownFields;

/** The summary fields of an operator: all except the URLs, which depend on the service. */
export const OWN_FIELDS = Object.keys(ownFields) as readonly (keyof typeof ownFields)[];

/** The summary fields that the source of an operator states. */
export const STATED_FIELDS = Object.keys(statedFields) as readonly (keyof typeof statedFields)[];

const ASSET = 'The coin or currency';
const NOTE = 'What else there is to say, or null.';
const CURRENCY = 'What the amount is counted in; null where there is no amount.';

const paymentOption = z
  .strictObject({
    asset: text.describe(`${ASSET}.`),
    network: orNull(text).describe('The network that carries it; null where that does not matter.'),
    deposit: z.boolean().describe('Whether it can be paid in.'),
    withdrawal: z.boolean().describe('Whether it can be paid out.'),
    note: orNull(text).describe(NOTE),
  })
  .meta({ title: 'Payment option' });

/** The figures that a fee model requires, and those that it must not have. */
const FEE_FIGURES = {
  free: { needs: [], excludes: ['amount', 'percent'] },
  flat: { needs: ['amount', 'currency'], excludes: ['percent'] },
  percent: { needs: ['percent'], excludes: ['amount'] },
  flat_and_percent: { needs: ['amount', 'currency', 'percent'], excludes: [] },
  network: { needs: [], excludes: [] },
  unknown: { needs: [], excludes: ['amount', 'percent'] },
} as const;

const fee = z
  .strictObject({
    type: z
      .enum(['deposit', 'withdrawal', 'betting', 'conversion', 'inactivity'])
      .describe('What is charged for.'),
    asset: orNull(text).describe(`${ASSET} that it is charged for; null for any.`),
    network: orNull(text).describe('The network that it is charged on; null for any.'),
    model: z
      .enum(['free', 'flat', 'percent', 'flat_and_percent', 'network', 'unknown'])
      .describe(
        'How it is reckoned: free, flat, percent, flat_and_percent, network (what the network takes at the time), or unknown.',
      ),
    amount: orNull(amount).describe(
      'The flat part, in the currency of the fee; null where there is none.',
    ),
    currency: orNull(text).describe(CURRENCY),
    percent: orNull(percent).describe(
      'The part that grows with the sum, in percent; null where there is none.',
    ),
    note: orNull(text).describe(NOTE),
  })
  .check(
    compare(['model', 'amount', 'currency', 'percent'], (fee) => {
      const { needs, excludes } = FEE_FIGURES[fee.model];
      const complain = (field: keyof typeof fee, problem: 'missing' | 'contradicts') => ({
        problem: { rule: 'fee-figures', model: fee.model, field, problem } as const,
        path: [problem === 'missing' ? 'model' : field],
      });
      return [
        ...needs.filter((field) => fee[field] === null).map((field) => complain(field, 'missing')),
        // Zero means the same as null: a free fee of 0 is consistent.
        ...excludes
          .filter((field) => fee[field] !== null && fee[field] !== 0)
          .map((field) => complain(field, 'contradicts')),
      ];
    }),
  )
  .meta({ title: 'Fee', allOf: feeConditions() });

/** The constraints in JSON Schema on the figures of each fee model. */
function feeConditions(): readonly object[] {
  const types = { amount: 'number', percent: 'number', currency: 'string' } as const;
  return Object.entries(FEE_FIGURES)
    .filter(([, { needs, excludes }]) => needs.length + excludes.length > 0)
    .map(([model, { needs, excludes }]) => ({
      if: { properties: { model: { const: model } } },
      // biome-ignore lint/suspicious/noThenProperty: a keyword of JSON Schema
      then: {
        ...(needs.length > 0 && { required: needs }),
        properties: Object.fromEntries([
          ...needs.map((field) => [field, { type: types[field] }]),
          ...excludes.map((field) => [field, { enum: [null, 0] }]),
        ]),
      },
    }));
}

const limit = z
  .strictObject({
    type: z
      .enum([
        'deposit_min',
        'deposit_max',
        'withdrawal_min',
        'withdrawal_max',
        'stake_min',
        'stake_max',
      ])
      .describe('What is limited, and whether this is the least or the most.'),
    // null means "no limit", so it must be written.
    amount: amount.nullable().describe('The limit; null says that there is none.'),
    currency: orNull(text).describe(CURRENCY),
    asset: orNull(text).describe(`${ASSET} that it holds for; null for any.`),
    network: orNull(text).describe('The network that it holds for; null for any.'),
    period: z
      .enum(['transaction', 'day', 'week', 'month'])
      .describe('What is added up before it is compared with the limit.'),
    tier: orNull(text).describe('The level of customers that it holds for; null for all.'),
    note: orNull(text).describe(NOTE),
  })
  .check(
    compare(['amount', 'currency'], ({ amount, currency }) =>
      amount !== null && currency === null
        ? [{ problem: { rule: 'limit-currency', amount }, path: ['amount'] }]
        : [],
    ),
  )
  .meta({
    title: 'Limit',
    if: { properties: { amount: { type: 'number' } } },
    // biome-ignore lint/suspicious/noThenProperty: a keyword of JSON Schema
    then: needs({ currency: 'string' }),
  });

const source = z
  .strictObject({
    title: text.describe('What the page is called.'),
    url: url.describe('The address of the page.'),
    accessed_at: timestamp.describe('When it was read.'),
  })
  .meta({ title: 'Source' });

/** The lists of an operator, which its summary leaves out. */
export const operatorLists = {
  payment_options: z.array(paymentOption).describe('What can be paid in and out.'),
  fees: z.array(fee).describe('What the operator charges.'),
  limits: z
    .array(limit)
    .describe('The least and the most that can be paid in, paid out or staked.'),
  pros: z.array(text).describe('What speaks for the operator, one sentence each.'),
  cons: z.array(text).describe('What speaks against the operator, one sentence each.'),
  sources: z.array(source).describe('Where the record was taken from.'),
};
export const OPERATOR_LISTS = Object.keys(operatorLists) as readonly (keyof typeof operatorLists)[];

/** `kyc_threshold_usd` is a number when and only when the level is `threshold`. */
export const THRESHOLD_BELONGS_TO_LEVEL = {
  if: { properties: { kyc_level: { const: 'threshold' } } },
  // biome-ignore lint/suspicious/noThenProperty: a keyword of JSON Schema
  then: needs({ kyc_threshold_usd: 'number' }),
  else: { properties: { kyc_threshold_usd: { type: 'null' } } },
};

/** `data/operators/<slug>.yaml` */
export const operatorRecord = z
  .strictObject({ ...statedFields, ...operatorLists })
  .check(
    compare(['kyc_level', 'kyc_threshold_usd'], ({ kyc_level, kyc_threshold_usd: threshold }) => {
      const field = threshold === null ? 'kyc_level' : 'kyc_threshold_usd';
      return (kyc_level === 'threshold') === (threshold !== null)
        ? []
        : [{ problem: { rule: 'kyc-threshold', level: kyc_level, threshold }, path: [field] }];
    }),
  )
  .meta({ title: 'Operator', ...THRESHOLD_BELONGS_TO_LEVEL });
export type OperatorRecord = z.infer<typeof operatorRecord>;

/** An operator, with the slug from its file name and its claims in file order. */
export interface Operator extends OperatorRecord {
  readonly slug: Slug;
  readonly claims: readonly Claim[];
}
