import type { Claim } from './claim.ts';
import { amount, operatorId, percent } from './numbers.ts';
import {
  boolean,
  crossChecked,
  list,
  nullable,
  oneOf,
  optional,
  type ReadAs,
  record,
} from './shape.ts';
import type { Slug } from './slug.ts';
import { text } from './text.ts';
import { timestamp } from './timestamp.ts';
import { url } from './url.ts';

/** From the least to the most that an operator asks of a customer; the order rankings use. */
export const KYC_LEVELS = ['none', 'discretionary', 'threshold', 'required'] as const;

/** What an operator can charge for. */
export const FEE_TYPES = ['deposit', 'withdrawal', 'betting', 'conversion', 'inactivity'] as const;

/** How a fee can be reckoned. */
export const FEE_MODELS = [
  'free',
  'flat',
  'percent',
  'flat_and_percent',
  'network',
  'unknown',
] as const;

/** What an operator can limit, from below or from above. */
export const LIMIT_TYPES = [
  'deposit_min',
  'deposit_max',
  'withdrawal_min',
  'withdrawal_max',
  'stake_min',
  'stake_max',
] as const;

/** What can be added up before it is compared with a limit. */
export const LIMIT_PERIODS = ['transaction', 'day', 'week', 'month'] as const;

const paymentOption = record({
  asset: text,
  network: optional(text),
  deposit: boolean(),
  withdrawal: boolean(),
  note: optional(text),
});

/** Which figures a fee model needs and which it cannot have. */
export const FEE_FIGURES = {
  free: { needs: [], excludes: ['amount', 'percent'] },
  flat: { needs: ['amount', 'currency'], excludes: ['percent'] },
  percent: { needs: ['percent'], excludes: ['amount'] },
  flat_and_percent: { needs: ['amount', 'currency', 'percent'], excludes: [] },
  network: { needs: [], excludes: [] },
  unknown: { needs: [], excludes: ['amount', 'percent'] },
} as const satisfies Record<(typeof FEE_MODELS)[number], unknown>;

const fee = crossChecked(
  record({
    type: oneOf(FEE_TYPES),
    asset: optional(text),
    network: optional(text),
    model: oneOf(FEE_MODELS),
    amount: optional(amount),
    currency: optional(text),
    percent: optional(percent),
    note: optional(text),
  }),
  ['model', 'amount', 'currency', 'percent'],
  (value) => {
    const { needs, excludes } = FEE_FIGURES[value.model];
    const complain = (field: keyof typeof value, problem: 'missing' | 'contradicts') => ({
      problem: { rule: 'fee-figures', model: value.model, field, problem } as const,
      path: [problem === 'missing' ? 'model' : field],
    });
    return [
      ...needs.filter((field) => value[field] === null).map((field) => complain(field, 'missing')),
      // Zero says the same as nothing: a free fee of 0 contradicts no one.
      ...excludes
        .filter((field) => value[field] !== null && value[field] !== 0)
        .map((field) => complain(field, 'contradicts')),
    ];
  },
);

const limit = crossChecked(
  record({
    type: oneOf(LIMIT_TYPES),
    /** null is "no limit", so it has to be written. */
    amount: nullable(amount),
    currency: optional(text),
    asset: optional(text),
    network: optional(text),
    period: oneOf(LIMIT_PERIODS),
    tier: optional(text),
    note: optional(text),
  }),
  ['amount', 'currency'],
  (value) =>
    value.amount !== null && value.currency === null
      ? [{ problem: { rule: 'limit-currency', amount: value.amount }, path: ['amount'] }]
      : [],
);

const source = record({ title: text, url, accessed_at: timestamp });

/** `data/operators/<slug>.yaml` */
export const operatorRecord = crossChecked(
  record({
    id: operatorId,
    name: text,
    license_jurisdiction: optional(text),
    kyc_level: oneOf(KYC_LEVELS),
    kyc_threshold_usd: optional(amount),
    accepts_vpn: boolean(),
    has_mobile_app: boolean(),
    updated_at: timestamp,
    payment_options: list(paymentOption),
    fees: list(fee),
    limits: list(limit),
    pros: list(text),
    cons: list(text),
    sources: list(source),
  }),
  ['kyc_level', 'kyc_threshold_usd'],
  ({ kyc_level: level, kyc_threshold_usd: threshold }) => {
    const field = threshold === null ? 'kyc_level' : 'kyc_threshold_usd';
    return (level === 'threshold') === (threshold !== null)
      ? []
      : [{ problem: { rule: 'kyc-threshold', level, threshold }, path: [field] }];
  },
);
export type OperatorRecord = ReadAs<typeof operatorRecord>;

/** An operator with the slug its file name gives and the claims made about it, in file order. */
export interface Operator extends OperatorRecord {
  readonly slug: Slug;
  readonly claims: readonly Claim[];
}
