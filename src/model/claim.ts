import * as z from 'zod';
import { compare, refuse } from './problem.ts';
import { textProblem } from './text.ts';
import { claimId, metricKey, needs, orNull, SAFE_TEXT, text, timestamp, url } from './values.ts';

const value = z
  .union([z.number(), z.boolean(), z.string()])
  .check(refuse((given) => (typeof given === 'string' ? textProblem(given) : null)))
  .meta({ pattern: SAFE_TEXT })
  .describe(
    'What is claimed: a number, true or false, or text, as the type of the metric says, in its unit.',
  );

const retraction = z.strictObject({
  at: timestamp.describe('When the claim was withdrawn.'),
  reason: text.describe('Why it was withdrawn.'),
});

/** An entry of `data/facts/<slug>.yaml`: one datum, its evidence, its observation date. */
export const claim = z
  .strictObject({
    claim_id: claimId.describe(
      'The name of the claim: the key of its metric, an underscore and a number. It is minted once and never used again.',
    ),
    metric: metricKey.describe('The key of the metric that the claim is about.'),
    value,
    evidence_url: url.describe('The address that shows it.'),
    observed_at: timestamp.describe('When it was seen there.'),
    superseded_by: orNull(claimId).describe(
      'The claim that took its place when the world changed; otherwise null.',
    ),
    retracted: orNull(retraction).describe(
      'When and why the claim was withdrawn, as wrong or because it no longer holds and none took its place; otherwise null.',
    ),
  })
  .check(
    compare(['superseded_by', 'retracted'], ({ superseded_by, retracted }) =>
      superseded_by !== null && retracted !== null
        ? [{ problem: { rule: 'two-fates' }, path: ['retracted'] }]
        : [],
    ),
  )
  .meta({ title: 'Claim', not: needs({ superseded_by: 'string', retracted: 'object' }) });
export type Claim = z.infer<typeof claim>;

/** A claim is current until it is superseded or retracted. */
export function isCurrent({ superseded_by = null, retracted = null }: Partial<Claim>): boolean {
  return superseded_by === null && retracted === null;
}
