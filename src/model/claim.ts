import { claimId } from './claim-id.ts';
import type { ClaimValue } from './metric.ts';
import { metricKey } from './metric-key.ts';
import {
  boolean,
  checked,
  crossChecked,
  firstProblem,
  number,
  optional,
  type ReadAs,
  record,
  type Shape,
  string,
  union,
} from './shape.ts';
import { text } from './text.ts';
import { timestamp } from './timestamp.ts';
import { url } from './url.ts';

const anyValue = union([number(), boolean(), string()]);

const value: Shape<ClaimValue> = checked(anyValue, (given) =>
  typeof given === 'string' ? firstProblem(text, given) : null,
);

/** An entry of `data/facts/<slug>.yaml`: one datum, its evidence, its observation date. */
export const claim = crossChecked(
  record({
    claim_id: claimId,
    metric: metricKey,
    value,
    evidence_url: url,
    observed_at: timestamp,
    superseded_by: optional(claimId),
    retracted: optional(record({ at: timestamp, reason: text })),
  }),
  ['superseded_by', 'retracted'],
  ({ superseded_by, retracted }) =>
    superseded_by !== null && retracted !== null
      ? [{ problem: { rule: 'two-fates' }, path: ['retracted'] }]
      : [],
);
export type Claim = ReadAs<typeof claim>;

/** A claim is current until it is superseded or retracted. */
export function isCurrent({ superseded_by = null, retracted = null }: Partial<Claim>): boolean {
  return superseded_by === null && retracted === null;
}
