import {
  type Dataset,
  isSummaryColumn,
  limitNames,
  type Operator,
  summaryNames,
} from '../model/index.ts';
import type { LeftOut } from './rank-operators.ts';

// Values in the words of readers, as plain text: whoever writes them into a format escapes them for it.

type Fee = Operator['fees'][number];
type Limit = Operator['limits'][number];

export const UNKNOWN = 'not known';

export function yesOrNo(value: boolean | null): string {
  if (value === null) return UNKNOWN;
  return value ? 'yes' : 'no';
}

/** A value with its unit: "1.5 USD". */
export function withUnit(value: string | number | boolean | null, unit: string | null): string {
  if (value === null || typeof value === 'boolean') return yesOrNo(value);
  return unit === null ? String(value) : `${value} ${unit}`;
}

/** When an operator verifies the identity of its customers: "above 2000 USD". */
export function verificationInWords({
  kyc_level,
  kyc_threshold_usd,
}: Pick<Operator, 'kyc_level' | 'kyc_threshold_usd'>): string {
  switch (kyc_level) {
    case null:
      return UNKNOWN;
    case 'none':
      return 'never';
    case 'discretionary':
      return 'when the operator chooses';
    case 'threshold':
      return `above ${kyc_threshold_usd} USD`;
    default:
      return 'always';
  }
}

/** An asset with its network: "USDT (TRC-20)". */
export function assetInWords(asset: string | null, network: string | null): string {
  return network === null ? (asset ?? 'any asset') : `${asset ?? 'any asset'} (${network})`;
}

/** What is charged, for what, and on what: "Withdrawal, USDT (TRC-20): 1.5 USDT". */
export function feeInWords(fee: Fee): string {
  return `${capitalise(fee.type)}${subject(fee)}: ${chargeInWords(fee)}`;
}

/** What is charged: "1 USD plus 0.5 %". */
export function chargeInWords({ model, amount, currency, percent }: Fee): string {
  if (model === 'free') return 'free';
  if (model === 'unknown') return UNKNOWN;
  const parts = [
    ...(model === 'network' ? ['what the network takes at the time'] : []),
    ...(amount === null ? [] : [withUnit(amount, currency)]),
    ...(percent === null ? [] : [withUnit(percent, '%')]),
  ];
  return parts.join(' plus ');
}

/** What is allowed, of what, and for whom: "Maximum withdrawal: 20000 USD per day, for VIP". */
export function limitInWords(limit: Limit): string {
  const { type, amount, currency, period, tier } = limit;
  const much = amount === null ? 'no limit' : withUnit(amount, currency);
  const whom = tier === null ? '' : `, for ${tier}`;
  return `${limitNames[type]}${subject(limit)}: ${much} per ${period}${whom}`;
}

/** Who is not in a ranking, and why: "3 closed or merged". */
export function leftOutInWords(
  { reason, field, operators }: LeftOut,
  metrics: Dataset['metrics'],
): string {
  const name = field === null ? '' : fieldName(field, metrics);
  switch (reason) {
    case 'ended':
      return `${operators} closed or merged`;
    case 'condition':
      return `${operators} not meeting the condition on ${name}`;
    default:
      return `${operators} without a known ${name}`;
  }
}

/** The name of a summary field or of a metric. */
export function fieldName(field: string, metrics: Dataset['metrics']): string {
  return isSummaryColumn(field) ? summaryNames[field] : (metrics.get(field)?.name ?? field);
}

export function capitalise(text: string): string {
  return text.slice(0, 1).toUpperCase() + text.slice(1);
}

/** What a fee or a limit holds for: ", USDT (TRC-20)"; nothing if it holds for everything. */
function subject({ asset, network }: Pick<Fee, 'asset' | 'network'>): string {
  return asset === null && network === null ? '' : `, ${assetInWords(asset, network)}`;
}
