import { namesMetric, type Rule } from '../rule.ts';

export const claimIdNamesMetric: Rule = {
  name: 'claim-id-names-metric',
  says: 'A claim id is the metric of its claim, an underscore and a number.',
  check(sources, report) {
    const { metricsByKey: metrics } = sources;
    for (const { value, placeOf } of sources.claims) {
      const { claim_id: claimId, metric } = value;
      if (claimId === undefined || metric === undefined) continue;
      // A metric that does not exist is one mistake, not two.
      if (metrics?.has(metric) === false) continue;
      if (namesMetric(value)) continue;
      const free = sources.free.claimId(metric);
      report(placeOf('claim_id'), { code: 'claim/id-metric', claimId, metric, free });
    }
  },
};
