import { lineOf } from '../line-of.ts';
import { namesMetric } from '../names-metric.ts';
import type { Rule } from '../rule.ts';
import type { FactsSource } from '../sources.ts';

export const uniqueClaimId: Rule = {
  name: 'unique-claim-id',
  says: 'A claim id is used once over the whole dataset.',
  scope: 'all',
  begin(_, report) {
    // There can be a million claims, so that no more of each is kept than its id and a number.
    const numbers = new Map<string, number>();
    const files: File[] = [];
    let total = 0;
    return {
      see({ operator, facts, mayClash }) {
        // Of a file without an operator, such as a copy, that is the one mistake.
        if (operator === null || facts === null || !mayClash) return;
        files.push({ placeOf: facts.placeOf, first: total });
        total += facts.claims.length;
        for (const [index, claim] of facts.claims.entries()) {
          const { claim_id: claimId } = claim.value;
          if (claimId === undefined) continue;
          const number = numbers.get(claimId);
          if (number === undefined) {
            numbers.set(withoutItsText(claimId), total - facts.claims.length + index);
            continue;
          }
          // An id of another metric is to change for that.
          if (!namesMetric(claim.value)) continue;
          const owner = files.findLast(({ first }) => first <= number);
          if (owner === undefined) throw new Error('Broken invariant: a claim has no file');
          const place = owner.placeOf(number - owner.first, 'claim_id');
          const first = `${place.file.path}, ${lineOf(place)}`;
          report(claim.placeOf('claim_id'), { code: 'claim/duplicate-id', claimId, first });
        }
      },
    };
  },
};

interface File extends Pick<FactsSource, 'placeOf'> {
  /** The number of its first claim. */
  readonly first: number;
}

/** A copy: a part of a text keeps the whole of it in memory. */
function withoutItsText(part: string): string {
  return Buffer.from(part).toString();
}
