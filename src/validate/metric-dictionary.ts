import type { Metric } from '../model/index.ts';
import type { Entity, Sources } from './sources.ts';

/**
 * The metrics by key. Null when metrics.yaml, or a key in it, could not be read, or one stands there
 * twice: who names a metric that is missing then, or gives it a value of another type, may well be right.
 */
export function metricDictionary({
  metrics,
}: Pick<Sources, 'metrics'>): ReadonlyMap<string, Entity<Metric>['value']> | null {
  const dictionary = new Map<string, Entity<Metric>['value']>();
  for (const { value } of metrics ?? []) {
    if (value.key === undefined || dictionary.has(value.key)) return null;
    dictionary.set(value.key, value);
  }
  return metrics === null ? null : dictionary;
}
