import type { Place } from '../../diagnostics/index.ts';
import { isCurrent } from '../../model/index.ts';
import { nearest } from '../nearest.ts';
import { namesMetric, type Rule } from '../rule.ts';

export const lifeOfMetrics: Rule = {
  name: 'life-of-metrics',
  says: 'A retired metric has no current claim of an active operator, no category uses it, and its replacement is in use.',
  check(sources, report) {
    const { metricsByKey: metrics } = sources;
    if (metrics === null) return;
    const retired = new Map(
      (sources.metrics ?? []).flatMap(({ value: { key, retired_at, replaced_by } }) =>
        key === undefined || !retired_at
          ? []
          : [[key, { at: retired_at, by: replaced_by ?? null }]],
      ),
    );
    for (const { value, placeOf } of sources.metrics ?? []) {
      const { key, replaced_by: target } = value;
      if (key === undefined || !target) continue;
      const other = metrics.has(target) ? null : 'unknown';
      const problem = target === key ? 'itself' : retired.has(target) ? 'retired' : other;
      const near = problem === 'unknown' ? nearest(target, metrics.keys()) : null;
      if (problem !== null)
        report(placeOf('replaced_by'), { code: 'metric/replaced-by', target, problem, near });
    }
    if (retired.size === 0) return;
    for (const { operator, claims } of sources.operators) {
      if ((operator?.value.status ?? 'active') !== 'active') continue;
      for (const { whole, placeOf } of claims) {
        const end = whole === null ? undefined : retired.get(whole.metric);
        if (whole === null || end === undefined || !isCurrent(whole) || !namesMetric(whole))
          continue;
        const { claim_id: claimId, metric } = whole;
        report(placeOf('metric'), { code: 'claim/retired-metric', claimId, metric, ...end });
      }
    }
    for (const { value, placeOf } of sources.categories?.active ?? []) {
      const used: [string | undefined, () => Place][] = [
        [value.cite, () => placeOf('cite')],
        ...(value.rank_by ?? []).map(({ by }, index): [string, () => Place] => [
          by,
          () => placeOf('rank_by', index, 'by'),
        ]),
        ...Object.keys(value.where ?? {}).map((name): [string, () => Place] => [
          name,
          () => placeOf('where', name),
        ]),
      ];
      for (const [name, place] of used) {
        const end = name === undefined ? undefined : retired.get(name);
        if (name === undefined || end === undefined) continue;
        report(place(), { code: 'category/retired-metric', metric: name, ...end });
      }
    }
  },
};
