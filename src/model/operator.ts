import * as z from 'zod';
import type { Claim } from './claim.ts';
import { amount, operatorId, percent } from './numbers.ts';
import { optional } from './optional.ts';
import { crossChecked } from './problem.ts';
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

const paymentOption = z.strictObject({
  asset: text,
  network: optional(text),
  deposit: z.boolean(),
  withdrawal: z.boolean(),
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
  z.strictObject({
    type: z.enum(FEE_TYPES),
    asset: optional(text),
    network: optional(text),
    model: z.enum(FEE_MODELS),
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
  z.strictObject({
    type: z.enum(LIMIT_TYPES),
    /** null is "no limit", so it has to be written. */
    amount: amount.nullable(),
    currency: optional(text),
    asset: optional(text),
    network: optional(text),
    period: z.enum(LIMIT_PERIODS),
    tier: optional(text),
    note: optional(text),
  }),
  ['amount', 'currency'],
  (value) =>
    value.amount !== null && value.currency === null
      ? [{ problem: { rule: 'limit-currency', amount: value.amount }, path: ['amount'] }]
      : [],
);

const source = z.strictObject({ title: text, url, accessed_at: timestamp });

/** `data/operators/<slug>.yaml` */
export const operatorRecord = crossChecked(
  z.strictObject({
    id: operatorId,
    name: text,
    license_jurisdiction: optional(text),
    kyc_level: z.enum(KYC_LEVELS),
    kyc_threshold_usd: optional(amount),
    accepts_vpn: z.boolean(),
    has_mobile_app: z.boolean(),
    updated_at: timestamp,
    payment_options: z.array(paymentOption),
    fees: z.array(fee),
    limits: z.array(limit),
    pros: z.array(text),
    cons: z.array(text),
    sources: z.array(source),
  }),
  ['kyc_level', 'kyc_threshold_usd'],
  ({ kyc_level: level, kyc_threshold_usd: threshold }) => {
    const field = threshold === null ? 'kyc_level' : 'kyc_threshold_usd';
    return (level === 'threshold') === (threshold !== null)
      ? []
      : [{ problem: { rule: 'kyc-threshold', level, threshold }, path: [field] }];
  },
);
export type OperatorRecord = z.output<typeof operatorRecord>;

/** An operator with the slug its file name gives and the claims made about it, in file order. */
export interface Operator extends OperatorRecord {
  readonly slug: Slug;
  readonly claims: readonly Claim[];
}
