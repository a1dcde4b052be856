import { type Claim, isCurrent, isLater, lastObserved } from '../../model/index.ts';
import { namesMetric, type Rule } from '../rule.ts';

export const oneCurrentClaim: Rule = {
  name: 'one-current-claim',
  says: 'An operator has at most one current claim of a metric.',
  check(sources, report) {
    for (const { claims } of sources.operators) {
      const current = new Map<string, Claim>();
      for (const { whole, placeOf } of claims) {
        // An invalid claim may or may not be meant as current.
        if (whole === null || !isCurrent(whole)) continue;
        const { claim_id: claimId, metric } = whole;
        const first = current.get(metric);
        if (first === undefined || !namesMetric(first)) current.set(metric, whole);
        else if (first.claim_id !== claimId && namesMetric(whole)) {
          const isOlder = isLater(lastObserved(first), lastObserved(whole));
          const [older, newer] = isOlder ? [whole, first] : [first, whole];
          report(placeOf('claim_id'), {
            code: 'claim/several-current',
            metric,
            claimId,
            first: first.claim_id,
            older: older.claim_id,
            newer: newer.claim_id,
          });
          // A third is compared with the newer one, because two claims cannot supersede the same one.
          current.set(metric, newer);
        }
      }
    }
  },
};
