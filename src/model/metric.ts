import * as z from 'zod';
import { metricKey, orNull, text } from './values.ts';

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
  })
  .meta({ title: 'Metric' });
export type Metric = z.infer<typeof metric>;

/** Whether a value has the type that a metric declares. */
export function hasMetricType(value: ClaimValue, type: Metric['type']): boolean {
  return type === 'integer' ? Number.isInteger(value) : typeof value === type;
}

export type ClaimValue = number | boolean | string;
