import { isCurrent } from './claim.ts';
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
  /** The current claims, in source order. */
  readonly current: CurrentValues;
  /** When what is not current any more was observed. */
  readonly past: readonly Timestamp[];
  /** When claims were retracted. */
  readonly retractedAt: readonly Timestamp[];
}

/** An operator of a dataset. */
export interface ListedOperator extends Operator {
  readonly brief: Brief;
  /** Claims of every status. */
  readonly claimCount: number;
}

/** What is needed of an operator that stays as it is, where nothing is made of what it says. */
export type Listing = Pick<ListedOperator, 'id' | 'claimCount'>;

/** Claims in columns: 900,000 of them take 81 MB so, and 127 as rows. */
export interface CurrentValues {
  readonly metrics: readonly string[];
  readonly values: readonly ClaimValue[];
  readonly observedAt: readonly Timestamp[];
}

/**
 * An operator in brief.
 *
 * @param keys The keys of metrics, by themselves. One of each is kept: those of 900,000 claims, each
 *   read by itself, take 43 MB.
 */
export function briefOf(operator: Operator, keys: ReadonlyMap<string, string> = new Map()): Brief {
  const { id, slug, name, license_jurisdiction, kyc_level, kyc_threshold_usd } = operator;
  const { accepts_vpn, has_mobile_app, updated_at, claims } = operator;
  const current = claims.filter(isCurrent);
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
    current: {
      metrics: current.map(({ metric }) => keys.get(metric) ?? metric),
      values: current.map(({ value }) => value),
      observedAt: current.map(({ observed_at }) => observed_at),
    },
    past: claims.filter((claim) => !isCurrent(claim)).map(({ observed_at }) => observed_at),
    retractedAt: claims.flatMap(({ retracted }) => (retracted === null ? [] : [retracted.at])),
  };
}
