import { metricKey } from './metric-key.ts';
import { oneOf, optional, type ReadAs, record } from './shape.ts';
import { text } from './text.ts';

/** The kinds of values that the claims of a metric can have. */
export const METRIC_TYPES = ['number', 'integer', 'boolean', 'string'] as const;

/** Which values of a metric can be better for a customer. */
export const BETTER_VALUES = ['lower', 'higher', 'none'] as const;

/** An entry of `data/metrics.yaml`, the standard metrics dictionary. */
export const metric = record({
  key: metricKey,
  name: text,
  description: text,
  type: oneOf(METRIC_TYPES),
  unit: optional(text),
  better: oneOf(BETTER_VALUES),
});
export type Metric = ReadAs<typeof metric>;

/** Whether a value has the type that a metric declares. */
export function hasMetricType(value: ClaimValue, type: Metric['type']): boolean {
  return type === 'integer' ? Number.isInteger(value) : typeof value === type;
}

export type ClaimValue = number | boolean | string;
