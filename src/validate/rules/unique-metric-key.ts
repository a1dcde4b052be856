import type { Metric } from '../../model/index.ts';
import { lineOf, type Rule } from '../rule.ts';
import type { Entity } from '../sources.ts';

export const uniqueMetricKey: Rule = {
  name: 'unique-metric-key',
  says: 'A metric is defined once.',
  check({ metrics }, report) {
    const owners = new Map<string, Entity<Metric>>();
    for (const metric of metrics ?? []) {
      const { key } = metric.value;
      if (key === undefined) continue;
      const owner = owners.get(key) ?? metric;
      owners.set(key, owner);
      if (owner === metric) continue;
      const first = lineOf(owner.placeOf('key'));
      report(metric.placeOf('key'), { code: 'metric/duplicate-key', metric: key, first });
    }
  },
};
