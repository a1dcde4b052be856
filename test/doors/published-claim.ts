import type { RegisteredClaim } from '../../src/model/index.ts';

/** The claim of the tiny dataset as it was published, with some of it otherwise. */
export function publishedClaim(otherwise: Partial<RegisteredClaim> = {}): RegisteredClaim {
  return {
    claimId: 'fee_usd_1',
    operatorId: 7,
    operatorSlug: 'anchor',
    metric: 'fee_usd',
    value: 1.5,
    evidenceUrl: 'https://anchor.example/fees',
    firstObservedAt: '2026-10-01T00:00:00Z',
    corrections: [],
    ...otherwise,
  };
}

export const OF_BIRCH = { operatorId: 3, operatorSlug: 'birch' };
