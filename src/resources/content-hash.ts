import * as crypto from 'node:crypto';
import type { Claim, Metric, Operator } from '../model/index.ts';

/**
 * What tells a reader whether a claim still says what was cited: `sha256:` and the SHA-256, in
 * hexadecimal, of the cited values as canonical JSON (RFC 8785) in UTF-8. That is one object
 * without white space, its keys in this order: `claim_id`, `evidence_url`, `metric`,
 * `observed_at`, `operator_id`, `unit`, `value`. What becomes of a claim later is not part of it.
 */
export function contentHash(claim: Claim, operator: Operator, metric: Metric): string {
  const canonical = JSON.stringify({
    claim_id: claim.claim_id,
    evidence_url: claim.evidence_url,
    metric: claim.metric,
    observed_at: claim.observed_at,
    operator_id: operator.id,
    unit: metric.unit,
    value: claim.value,
  });
  return `sha256:${crypto.hash('sha256', canonical, 'hex')}`;
}
