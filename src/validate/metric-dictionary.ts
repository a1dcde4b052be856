import type { Metric } from '../model/index.ts';
import type { Entity, Sources } from './sources.ts';

/** The metrics by key, broken ones included; null when metrics.yaml could not be read. */
export function metricDictionary({
  metrics,
}: Sources): ReadonlyMap<string, Entity<Metric>['value']> | null {
  if (metrics === null) return null;
  return new Map(
    metrics.flatMap(({ value }) => (value.key === undefined ? [] : [[value.key, value]])),
  );
}
