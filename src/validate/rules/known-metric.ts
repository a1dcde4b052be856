import type { Place } from '../../diagnostics/index.ts';
import { SUMMARY_COLUMNS } from '../../model/index.ts';
import { nearest } from '../nearest.ts';
import type { Rule } from '../rule.ts';

export const knownMetric: Rule = {
  name: 'known-metric',
  says: 'Every metric that a claim or a category names is in the dictionary.',
  check(sources, report) {
    const { metricsByKey: metrics } = sources;
    if (metrics === null) return;
    const check = (
      metric: string | undefined,
      place: () => Place,
      summaryFields: readonly string[] = [],
    ) => {
      if (metric === undefined || metrics.has(metric)) return;
      const near = nearest(metric, metrics.keys());
      const isSummaryField = summaryFields.includes(metric);
      report(place(), { code: 'metric/unknown', metric, near, isSummaryField });
    };
    for (const category of sources.categories?.active ?? []) {
      check(category.value.cite, () => category.placeOf('cite'), SUMMARY_COLUMNS);
    }
    for (const { value, placeOf } of sources.claims) check(value.metric, () => placeOf('metric'));
  },
};
