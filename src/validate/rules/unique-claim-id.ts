import type { Rule } from '../rule.ts';
import { eachClaim } from '../sources.ts';

export const uniqueClaimId: Rule = {
  name: 'unique-claim-id',
  says: 'A claim id is used once over the whole dataset.',
  check(sources, report) {
    const owners = new Map<string, string>();
    for (const { source, claim } of eachClaim(sources)) {
      const { claim_id: claimId } = claim.value;
      if (claimId === undefined) continue;
      const first = owners.get(claimId);
      if (first === undefined) owners.set(claimId, source.file.path);
      else report(claim.placeOf('claim_id'), { code: 'claim/duplicate-id', claimId, first });
    }
  },
};
