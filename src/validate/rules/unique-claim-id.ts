import type { Claim } from '../../model/index.ts';
import { lineOf } from '../line-of.ts';
import { namesMetric } from '../names-metric.ts';
import type { Rule } from '../rule.ts';
import type { Entity } from '../sources.ts';

export const uniqueClaimId: Rule = {
  name: 'unique-claim-id',
  says: 'A claim id is used once over the whole dataset.',
  check({ operators }, report) {
    const owners = new Map<string, Entity<Claim>>();
    for (const { operator, facts } of operators) {
      // Of a file without an operator, such as a copy, that is the one mistake.
      if (operator === null || facts === null) continue;
      for (const claim of facts.claims) {
        const { claim_id: claimId } = claim.value;
        if (claimId === undefined) continue;
        const owner = owners.get(claimId);
        if (owner === undefined) {
          owners.set(claimId, claim);
          continue;
        }
        // An id of another metric is to change for that.
        if (!namesMetric(claim.value)) continue;
        const place = owner.placeOf('claim_id');
        const first = `${place.file.path}, ${lineOf(place)}`;
        report(claim.placeOf('claim_id'), { code: 'claim/duplicate-id', claimId, first });
      }
    }
  },
};
