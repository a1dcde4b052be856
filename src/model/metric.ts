import * as z from 'zod';
import { metricKey } from './metric-key.ts';
import { optional } from './optional.ts';
import { text } from './text.ts';

/** An entry of `data/metrics.yaml`, the standard metrics dictionary. */
export const metric = z.strictObject({
  key: metricKey,
  name: text,
  description: text,
  type: z.enum(['number', 'integer', 'boolean', 'string']),
  unit: optional(text),
  better: z.enum(['lower', 'higher', 'none']),
});
export type Metric = z.output<typeof metric>;

/** Whether a value has the type that a metric declares. */
export function hasMetricType(value: ClaimValue, type: Metric['type']): boolean {
  return type === 'integer' ? Number.isInteger(value) : typeof value === type;
}

export type ClaimValue = number | boolean | string;
