import { type Claim, isCurrent } from './claim.ts';
import type { ClaimValue } from './metric.ts';
import type { Operator } from './operator.ts';
import type { Summarised } from './summary.ts';
import type { Timestamp } from './timestamp.ts';

/**
 * What of an operator is looked at together with all others, to count and to rank them: a quarter of
 * all that is known, and it can be remembered as JSON.
 */
export interface Brief {
  readonly summary: Summarised;
  /** The metric, the value and the observation date of each current claim, in source order. */
  readonly current: readonly CurrentValue[];
  /** When what is not current any more was observed. */
  readonly past: readonly Timestamp[];
}

/** An operator of a dataset. */
export interface ListedOperator extends Operator {
  readonly brief: Brief;
}

export type CurrentValue = readonly [metric: string, value: ClaimValue, observedAt: Timestamp];

export function briefOf(operator: Operator): Brief {
  const { id, slug, name, license_jurisdiction, kyc_level, kyc_threshold_usd } = operator;
  const { accepts_vpn, has_mobile_app, updated_at, claims } = operator;
  return {
    summary: {
      id,
      slug,
      name,
      license_jurisdiction,
      kyc_level,
      kyc_threshold_usd,
      accepts_vpn,
      has_mobile_app,
      updated_at,
    },
    current: claims.filter(isCurrent).map(currentValue),
    past: claims.filter((claim) => !isCurrent(claim)).map(({ observed_at }) => observed_at),
  };
}

function currentValue({ metric, value, observed_at }: Claim): CurrentValue {
  return [metric, value, observed_at];
}
