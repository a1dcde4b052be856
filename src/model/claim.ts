import * as z from 'zod';
import { claimId } from './claim-id.ts';
import type { ClaimValue } from './metric.ts';
import { metricKey } from './metric-key.ts';
import { optional } from './optional.ts';
import { checked, crossChecked, problemOf } from './problem.ts';
import { text } from './text.ts';
import { timestamp } from './timestamp.ts';
import { url } from './url.ts';

const anyValue = z.union([z.number(), z.boolean(), z.string()]);

const value: z.ZodType<ClaimValue> = checked(anyValue, (given) => {
  if (typeof given !== 'string') return null;
  const issue = text.safeParse(given).error?.issues[0];
  return issue === undefined ? null : problemOf(issue);
});

/** An entry of `data/facts/<slug>.yaml`: one datum, its evidence, its observation date. */
export const claim = crossChecked(
  z.strictObject({
    claim_id: claimId,
    metric: metricKey,
    value,
    evidence_url: url,
    observed_at: timestamp,
    superseded_by: optional(claimId),
    retracted: optional(z.strictObject({ at: timestamp, reason: text })),
  }),
  ['superseded_by', 'retracted'],
  ({ superseded_by, retracted }) =>
    superseded_by !== null && retracted !== null
      ? [{ problem: { rule: 'two-fates' }, path: ['retracted'] }]
      : [],
);
export type Claim = z.output<typeof claim>;

/** A claim is current until it is superseded or retracted. */
export function isCurrent({ superseded_by = null, retracted = null }: Partial<Claim>): boolean {
  return superseded_by === null && retracted === null;
}
