import type { Place } from '../../diagnostics/index.ts';
import { isSummaryColumn, SUMMARY_COLUMNS } from '../../model/index.ts';
import { nearest } from '../nearest.ts';
import type { Rule } from '../rule.ts';

export const knownMetric: Rule = {
  name: 'known-metric',
  says: 'Every metric that a claim, a fee, a limit or a category names is in the dictionary.',
  check(sources, report) {
    const { metricsByKey: metrics } = sources;
    if (metrics === null) return;
    const check = (
      metric: string | null | undefined,
      place: () => Place,
      others: readonly string[] = [],
    ) => {
      if (metric === undefined || metric === null || metrics.has(metric)) return;
      const near = nearest(metric, [...metrics.keys(), ...others]);
      report(place(), { code: 'metric/unknown', metric, near });
    };
    for (const category of sources.categories?.active ?? []) {
      const { cite } = category.value;
      if (cite !== undefined && isSummaryColumn(cite)) continue;
      check(cite, () => category.placeOf('cite'), SUMMARY_COLUMNS);
    }
    for (const { operator } of sources.operators) {
      for (const list of ['fees', 'limits'] as const) {
        for (const [index, { metric }] of (operator?.value[list] ?? []).entries()) {
          check(metric, () => operator?.placeOf(list, index, 'metric') as Place);
        }
      }
    }
    for (const { value, placeOf } of sources.claims) check(value.metric, () => placeOf('metric'));
  },
};
