import * as z from 'zod';
import { compare, type Problem, refuse } from './problem.ts';
import { textProblem } from './text.ts';
import { isLater, type Timestamp } from './time.ts';
import {
  claimId,
  dayOrTime,
  metricKey,
  needs,
  orNull,
  publicUrl,
  SAFE_TEXT,
  text,
} from './values.ts';

const value = z
  .union([z.number(), z.boolean(), z.string()])
  .check(refuse((given) => (typeof given === 'string' ? textProblem(given) : null)))
  .meta({ pattern: SAFE_TEXT })
  .describe(
    'What is claimed: a number, true or false, or text, as the type of the metric says, in its unit.',
  );

const retraction = z.strictObject({
  at: dayOrTime.describe('When the claim was withdrawn.'),
  reason: text.describe('Why it was withdrawn.'),
});

/** The times at which a claim was seen: one, or several in ascending order. */
const observations = z
  .union([dayOrTime, z.array(dayOrTime).check(refuse(orderProblem)).meta({ minItems: 1 })])
  .transform((times) => [times].flat() as readonly Timestamp[]);

function orderProblem(times: readonly Timestamp[]): Problem | null {
  if (times.length === 0) return { rule: 'list-empty' };
  for (const [index, later] of times.entries()) {
    const earlier = times[index - 1];
    if (earlier !== undefined && !isLater(later, earlier)) {
      return { rule: 'observations-order', earlier, later };
    }
  }
  return null;
}

/** The fields of a claim that can be corrected in place, as answers name them. */
export const CORRECTED_FIELDS = [
  'operator',
  'metric',
  'value',
  'unit',
  'evidence_url',
  'observed_at',
] as const;

/** A mistake in a published claim that was mended in place. */
export const correction = z
  .strictObject({
    at: dayOrTime.describe('When it was mended.'),
    field: z.enum(CORRECTED_FIELDS).describe('The field that was wrong.'),
    was: z
      .union([z.number(), z.boolean(), z.string(), z.null()])
      .check(refuse((given) => (typeof given === 'string' ? textProblem(given) : null)))
      .describe('What was published before.'),
    reason: text.describe('What was wrong about it.'),
  })
  .meta({ title: 'Correction' });
export type Correction = z.infer<typeof correction>;

const LONGEST_QUOTE = 300;

/** An entry of `data/facts/<slug>.yaml`: one datum, its evidence, its observation date. */
export const claim = z
  .strictObject({
    claim_id: claimId.describe(
      'The name of the claim: the key of its metric, an underscore and a number. It is minted once and never used again.',
    ),
    metric: metricKey.describe('The key of the metric that the claim is about.'),
    value,
    evidence_url: publicUrl.describe('The address that shows it.'),
    observed_at: observations.describe(
      'When it was seen there: a time, or a list of times in ascending order. A date is that day at 00:00:00Z.',
    ),
    superseded_by: orNull(claimId).describe(
      'The claim that took its place when the world changed; otherwise null.',
    ),
    retracted: orNull(retraction).describe(
      'When and why the claim was withdrawn, as wrong or because it no longer holds and none took its place; otherwise null.',
    ),
    archive_url: orNull(publicUrl).describe(
      'A copy of the evidence that lasts, such as one in a web archive; or null.',
    ),
    quote: orNull(
      text
        .check(
          refuse((words) =>
            words.length > LONGEST_QUOTE ? { rule: 'long', most: LONGEST_QUOTE } : null,
          ),
        )
        .meta({ pattern: SAFE_TEXT, maxLength: LONGEST_QUOTE }),
    ).describe('The words of the evidence that say so; or null.'),
    corrections: orNull(z.array(correction))
      .transform((corrections) => corrections ?? [])
      .describe('What was corrected in place after it was published, oldest first.'),
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

/** When a claim was first seen. */
export function firstObserved({ observed_at: [first] }: Pick<Claim, 'observed_at'>): Timestamp {
  if (first === undefined) throw new Error('Broken invariant: a claim was never observed');
  return first;
}

/** When a claim was last seen. */
export function lastObserved({ observed_at }: Pick<Claim, 'observed_at'>): Timestamp {
  return observed_at.at(-1) ?? firstObserved({ observed_at });
}

/** A claim is current until it is superseded or retracted. */
export function isCurrent({ superseded_by = null, retracted = null }: Partial<Claim>): boolean {
  return superseded_by === null && retracted === null;
}
