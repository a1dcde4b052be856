import * as z from 'zod';
import { compare, type Found } from './problem.ts';
import { dayOrTime, metricKey, orNull, text } from './values.ts';

/** An entry of `data/metrics.yaml`, the standard metrics dictionary. */
export const metric = z
  .strictObject({
    key: metricKey.describe('What claims call the metric. It never changes its meaning.'),
    name: text.describe('The name of the metric for people.'),
    description: text.describe('What exactly is measured, and how.'),
    type: z
      .enum(['number', 'integer', 'boolean', 'string'])
      .describe('What kind of value a claim of this metric has.'),
    unit: orNull(text).describe('What the value counts; null for values without a unit.'),
    better: z
      .enum(['lower', 'higher', 'none'])
      .describe('Which values are better for a customer: lower, higher, or none of them as such.'),
    min: orNull(z.number()).describe('The least plausible value; null for no bound.'),
    max: orNull(z.number()).describe('The greatest plausible value; null for no bound.'),
    retired_at: orNull(dayOrTime).describe(
      'When the metric was retired; from then on it has no current claims. Null while it is in use.',
    ),
    replaced_by: orNull(metricKey).describe(
      'The metric that replaces a retired one; null if none does.',
    ),
  })
  .check(
    compare(['type', 'min', 'max', 'retired_at', 'replaced_by'], (metric) => [
      ...boundProblems(metric),
      ...(metric.replaced_by !== null && metric.retired_at === null
        ? [{ problem: { rule: 'replaced-in-use' } as const, path: ['replaced_by'] }]
        : []),
    ]),
  )
  .meta({ title: 'Metric' });
export type Metric = z.infer<typeof metric>;

function boundProblems({
  type,
  min,
  max,
}: {
  readonly type: string;
  readonly min: number | null;
  readonly max: number | null;
}): readonly Found[] {
  const isNumeric = type === 'number' || type === 'integer';
  const bounds = { min, max };
  const [bound] = (['min', 'max'] as const).filter((name) => bounds[name] !== null);
  if (!isNumeric && bound !== undefined) {
    return [{ problem: { rule: 'bound-type', type }, path: [bound] }];
  }
  return min !== null && max !== null && min > max
    ? [{ problem: { rule: 'bounds-order', min, max }, path: ['max'] }]
    : [];
}

/** Whether a value has the type that a metric declares. */
export function hasMetricType(value: ClaimValue, type: Metric['type']): boolean {
  return type === 'integer' ? Number.isInteger(value) : typeof value === type;
}

export type ClaimValue = number | boolean | string;
