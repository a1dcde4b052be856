import { wholeFile } from '../../diagnostics/index.ts';
import type { Claim } from '../../model/index.ts';
import { lineOf, namesMetric, type Rule } from '../rule.ts';
import type { Dossier, Entity } from '../sources.ts';

/** The message lists no more free ids, to stay short. */
const MOST_SUGGESTED = 6;

export const uniqueClaimId: Rule = {
  name: 'unique-claim-id',
  says: 'A claim id is used once over the whole dataset.',
  check({ operators, free }, report) {
    const owners = new Map<string, Owned>();
    const pairs = new Map<Dossier, Map<Dossier, Repeated[]>>();
    for (const dossier of operators) {
      // In a file without an operator, such as a copy, the missing operator is the only mistake.
      if (dossier.operatorFile === null) continue;
      for (const claim of dossier.claims) {
        const { claim_id: claimId } = claim.value;
        if (claimId === undefined) continue;
        const first = owners.get(claimId);
        if (first === undefined) owners.set(claimId, { dossier, claim });
        // An id of another metric must change anyway.
        else if (namesMetric(claim.value)) {
          const byOther = pairs.get(first.dossier) ?? new Map<Dossier, Repeated[]>();
          const repeated = byOther.get(dossier) ?? [];
          repeated.push({ claimId, first: first.claim, second: claim });
          pairs.set(first.dossier, byOther.set(dossier, repeated));
        }
      }
    }
    const freeId = ({ claimId }: Repeated) => free.claimId(claimId.replace(/_[0-9]+$/, ''));
    for (const [first, byOther] of pairs) {
      for (const [second, repeated] of byOther) {
        if (first !== second && repeated.length > 1) {
          reportCopy(first, second, repeated.length, repeated.slice(0, MOST_SUGGESTED).map(freeId));
          continue;
        }
        for (const one of repeated) {
          const place = one.first.placeOf('claim_id');
          report(one.second.placeOf('claim_id'), {
            code: 'claim/duplicate-id',
            claimId: one.claimId,
            first: `${place.file.path}, ${lineOf(place)}`,
            free: freeId(one),
          });
        }
      }
    }

    function reportCopy(first: Dossier, second: Dossier, claims: number, free: readonly string[]) {
      const [older, newer] = idOf(first) > idOf(second) ? [second, first] : [first, second];
      if (older.factsFile === null || newer.factsFile === null) return;
      const other = older.factsFile.path;
      report(wholeFile(newer.factsFile), { code: 'facts/copied', claims, other, free });
    }
  },
};

interface Owned {
  readonly dossier: Dossier;
  readonly claim: Entity<Claim>;
}

/** Two claims with the same id. */
interface Repeated {
  readonly claimId: string;
  readonly first: Entity<Claim>;
  readonly second: Entity<Claim>;
}

/** The id of an operator. Of two ids, the greater one is newer. */
function idOf({ operator }: Dossier): number {
  return operator?.value.id ?? 0;
}
