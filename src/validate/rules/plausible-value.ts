import { isCurrent } from '../../model/index.ts';
import { inWords } from '../in-words.ts';
import { namesMetric, type Rule } from '../rule.ts';

export const plausibleValue: Rule = {
  name: 'plausible-value',
  says: 'The value of a current claim is within the min and max of its metric.',
  check({ metricsByKey: metrics, claims }, report) {
    if (metrics === null) return;
    for (const { whole, placeOf } of claims) {
      if (whole === null || !isCurrent(whole) || !namesMetric(whole)) continue;
      const { metric, value } = whole;
      const { min = null, max = null } = metrics.get(metric) ?? {};
      if (typeof value !== 'number') continue;
      const isLow = min !== null && value < min;
      if (!isLow && (max === null || value <= max)) continue;
      const place = placeOf('value');
      report(place, {
        code: 'claim/implausible',
        metric,
        found: inWords(value, place),
        bound: isLow ? 'min' : 'max',
        limit: Number(isLow ? min : max),
      });
    }
  },
};
