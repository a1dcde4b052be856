import { lineOf } from '../line-of.ts';
import type { Rule } from '../rule.ts';

export const uniqueMetricKey: Rule = {
  name: 'unique-metric-key',
  says: 'A metric is defined once.',
  scope: 'all',
  check({ metrics }, report) {
    const lines = new Map<string, string>();
    for (const { value, placeOf } of metrics ?? []) {
      if (value.key === undefined) continue;
      const first = lines.get(value.key);
      if (first === undefined) lines.set(value.key, lineOf(placeOf('key')));
      else report(placeOf('key'), { code: 'metric/duplicate-key', metric: value.key, first });
    }
  },
};
