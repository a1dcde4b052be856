import { lineOf } from '../line-of.ts';
import type { Rule } from '../rule.ts';
import type { FactsSource } from '../sources.ts';

export const uniqueClaimId: Rule = {
  name: 'unique-claim-id',
  says: 'A claim id is used once over the whole dataset.',
  scope: 'all',
  begin(_, report) {
    // There can be a million claims, so that no more of each is kept than its id and where it is.
    const owners = new Map<string, Owner>();
    return {
      see({ facts, mayClash }) {
        if (facts === null || !mayClash) return;
        const { placeOf } = facts;
        for (const [index, claim] of facts.claims.entries()) {
          const { claim_id: claimId } = claim.value;
          if (claimId === undefined) continue;
          const owner = owners.get(claimId);
          if (owner === undefined) {
            owners.set(withoutItsText(claimId), { placeOf, index });
            continue;
          }
          const place = owner.placeOf(owner.index, 'claim_id');
          const first = `${place.file.path}, ${lineOf(place)}`;
          report(claim.placeOf('claim_id'), { code: 'claim/duplicate-id', claimId, first });
        }
      },
    };
  },
};

interface Owner extends Pick<FactsSource, 'placeOf'> {
  /** Which claim of the file it is. */
  readonly index: number;
}

/** A copy: a part of a text keeps the whole of it in memory. */
function withoutItsText(part: string): string {
  return Buffer.from(part).toString();
}
