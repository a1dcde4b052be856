/** The columns of an operator summary, in the order of the contract. */
export const SUMMARY_COLUMNS = [
  'id',
  'slug',
  'name',
  'license_jurisdiction',
  'kyc_level',
  'kyc_threshold_usd',
  'accepts_vpn',
  'has_mobile_app',
  'url',
  'api_url',
  'updated_at',
] as const;

type SummaryField = Exclude<(typeof SUMMARY_COLUMNS)[number], 'url' | 'api_url'>;

/** What of an operator its summary is made of. */
export const SUMMARY_FIELDS = SUMMARY_COLUMNS.filter(
  (column): column is SummaryField => column !== 'url' && column !== 'api_url',
);
