import { LEVELS } from './comparison/columns.ts';
import { inDigits } from './digits.ts';

// Widgets run this in browsers, so it imports nothing that needs a package.

/** The fields of an operator that cards show. Records of the API have them, and operators of a dataset. */
export interface CardFields {
  readonly license_jurisdiction: string | null;
  readonly kyc_level: 'none' | 'discretionary' | 'threshold' | 'required' | null;
  readonly kyc_threshold_usd: number | null;
  readonly accepts_vpn: boolean | null;
  readonly has_mobile_app: boolean | null;
  readonly status: 'active' | 'closed' | 'merged';
  readonly ended_at: string | null;
  readonly merged_into: string | null;
  readonly updated_at: string;
}

const UNKNOWN = 'Unknown';

/** The rows of a card: the name of each field and its value in words. */
export function cardRows(operator: CardFields): readonly (readonly [string, string])[] {
  return [
    ['Licence', operator.license_jurisdiction ?? UNKNOWN],
    ['Documents required', documentsRequired(operator)],
    ['Accepts VPN', valueInWords(operator.accepts_vpn)],
    ['Mobile app', valueInWords(operator.has_mobile_app)],
    ['Updated', valueInWords(operator.updated_at)],
  ];
}

/** When an operator asks for documents: "Above 2,000 USD". */
export function documentsRequired({ kyc_level, kyc_threshold_usd }: CardFields): string {
  if (kyc_level === null) return UNKNOWN;
  if (kyc_level !== 'threshold') return LEVELS[kyc_level];
  return `Above ${valueInWords(kyc_threshold_usd, 'USD')}`;
}

/** Whether an operator has ended, and when; null while it is in business. */
export function endInWords({ status, ended_at, merged_into }: CardFields): string | null {
  if (status === 'active') return null;
  const day = ended_at === null ? '' : ` on ${valueInWords(ended_at)}`;
  return merged_into === null ? `Closed${day}` : `Merged into ${merged_into}${day}`;
}

/** A value with its unit: "1.5 USD", "Yes", "2026-10-02". A number and its unit stay on one line. */
export function valueInWords(
  value: string | number | boolean | null,
  unit: string | null = null,
): string {
  if (value === null) return UNKNOWN;
  if (typeof value === 'boolean') return value ? 'Yes' : 'No';
  if (typeof value === 'number') return inDigits(value) + (unit === null ? '' : `\u00a0${unit}`);
  return /^\d{4}-\d\d-\d\dT[\d:.]+Z$/.test(value) ? value.slice(0, 10) : value;
}
