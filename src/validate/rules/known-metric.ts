import { metricDictionary } from '../metric-dictionary.ts';
import { nearest } from '../nearest.ts';
import type { Rule } from '../rule.ts';
import { eachClaim } from '../sources.ts';

export const knownMetric: Rule = {
  name: 'known-metric',
  says: 'Every metric that a claim or a category names is in the dictionary.',
  scope: 'operator',
  check(sources, report) {
    const metrics = metricDictionary(sources);
    if (metrics === null) return;
    const check = (metric: string | undefined, place: () => Parameters<typeof report>[0]) => {
      if (metric === undefined || metrics.has(metric)) return;
      report(place(), { code: 'metric/unknown', metric, near: nearest(metric, metrics.keys()) });
    };
    for (const { claim } of eachClaim(sources))
      check(claim.value.metric, () => claim.placeOf('metric'));
    for (const category of sources.categories?.active ?? []) {
      check(category.value.cite, () => category.placeOf('cite'));
    }
  },
};
