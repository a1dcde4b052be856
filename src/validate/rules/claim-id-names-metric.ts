import { metricDictionary } from '../metric-dictionary.ts';
import type { Rule } from '../rule.ts';
import { eachClaim } from '../sources.ts';

export const claimIdNamesMetric: Rule = {
  name: 'claim-id-names-metric',
  says: 'A claim id is the metric of its claim, an underscore and a number.',
  scope: 'operator',
  check(sources, report) {
    const metrics = metricDictionary(sources);
    for (const { claim } of eachClaim(sources)) {
      const { claim_id: claimId, metric } = claim.value;
      if (claimId === undefined || metric === undefined) continue;
      // A metric that does not exist is one mistake, not two.
      if (metrics?.has(metric) === false) continue;
      if (claimId.replace(/_[0-9]+$/, '') === metric) continue;
      report(claim.placeOf('claim_id'), { code: 'claim/id-metric', claimId, metric });
    }
  },
};
