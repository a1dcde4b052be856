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
