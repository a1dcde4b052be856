import { isCurrent } from '../../model/index.ts';
import type { Rule } from '../rule.ts';
import { claimsIn } from '../sources.ts';

export const oneCurrentClaim: Rule = {
  name: 'one-current-claim',
  says: 'An operator has at most one current claim of a metric.',
  scope: 'operator',
  begin(_, report) {
    return {
      see(dossier) {
        const current = new Map<string, string>();
        for (const { value, placeOf } of claimsIn(dossier)) {
          const { claim_id: claimId, metric } = value;
          if (claimId === undefined || metric === undefined || !isCurrent(value)) continue;
          const first = current.get(metric);
          if (first === undefined) current.set(metric, claimId);
          else if (first !== claimId) {
            report(placeOf('claim_id'), { code: 'claim/several-current', metric, claimId, first });
          }
        }
      },
    };
  },
};
