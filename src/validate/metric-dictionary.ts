import type { Metric } from '../model/index.ts';
import type { Entity, Sources } from './sources.ts';

/**
 * The metrics by key. Null if metrics.yaml or one of its keys could not be read, or a key occurs twice: a
 * claim with a missing metric, or a value of another type, may then be correct.
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
