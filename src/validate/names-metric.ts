import type { Claim } from '../model/index.ts';

/**
 * Whether the id of a claim is its metric, an underscore and a number. Otherwise the id or the metric is
 * wrong, so the metric causes no further diagnostics.
 */
export function namesMetric({
  claim_id: claimId,
  metric,
}: Partial<Pick<Claim, 'claim_id' | 'metric'>>): boolean {
  return (
    claimId === undefined || metric === undefined || claimId.replace(/_[0-9]+$/, '') === metric
  );
}
