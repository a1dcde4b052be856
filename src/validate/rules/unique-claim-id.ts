import type { Claim } from '../../model/index.ts';
import { lineOf } from '../line-of.ts';
import type { Rule } from '../rule.ts';
import { type Entity, eachClaim } from '../sources.ts';

export const uniqueClaimId: Rule = {
  name: 'unique-claim-id',
  says: 'A claim id is used once over the whole dataset.',
  scope: 'all',
  check(sources, report) {
    const owners = new Map<string, Entity<Claim>>();
    for (const { claim } of eachClaim(sources)) {
      const { claim_id: claimId } = claim.value;
      if (claimId === undefined) continue;
      const owner = owners.get(claimId);
      if (owner === undefined) {
        owners.set(claimId, claim);
        continue;
      }
      const place = owner.placeOf('claim_id');
      const first = `${place.file.path}, ${lineOf(place)}`;
      report(claim.placeOf('claim_id'), { code: 'claim/duplicate-id', claimId, first });
    }
  },
};
