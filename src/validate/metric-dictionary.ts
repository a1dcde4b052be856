import type { Metric } from '../model/index.ts';
import type { Entity, SharedSources } from './sources.ts';

/**
 * The metrics by key, the first definition of each. Null when metrics.yaml, or a key in it, could
 * not be read: who names a metric that is missing then may well be right.
 */
export function metricDictionary({
  metrics,
}: SharedSources): ReadonlyMap<string, Entity<Metric>['value']> | null {
  const dictionary = new Map<string, Entity<Metric>['value']>();
  for (const { value } of metrics ?? []) {
    if (value.key === undefined) return null;
    if (!dictionary.has(value.key)) dictionary.set(value.key, value);
  }
  return metrics === null ? null : dictionary;
}
