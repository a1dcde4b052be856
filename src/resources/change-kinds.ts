/** What can have happened between two publications, in the order in which it is told. */
export const CHANGE_KINDS = [
  'operator_added',
  'operator_removed',
  'operator_renamed',
  'field_changed',
  'item_added',
  'item_changed',
  'item_removed',
  'claim_added',
  'claim_changed',
  'claim_superseded',
  'claim_retracted',
  'claim_removed',
  'metric_added',
  'metric_changed',
  'metric_removed',
  'category_added',
  'category_changed',
  'category_removed',
  'service_changed',
] as const;
export type ChangeKind = (typeof CHANGE_KINDS)[number];
