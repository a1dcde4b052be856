import type { Claim, OperatorRecord } from '../model/index.ts';
import { sourceNames } from './layout.ts';
import type { Recall } from './recall.ts';
import { claimsIn, type Dossier } from './sources.ts';

/**
 * Whether an operator has an id, or a claim with an id, that was not its own when no two were the
 * same: only such an id can now be that of somebody who did not change.
 */
export function bringsIds(
  dossier: Pick<Dossier, 'slug' | 'operator' | 'facts'>,
  { lastValueOf }: Recall,
): boolean {
  const [ofOperator, ofFacts] = sourceNames(dossier.slug);
  const record = lastValueOf(ofOperator) as OperatorRecord | null | undefined;
  const claims = lastValueOf(ofFacts) as readonly Claim[] | null | undefined;
  const id = dossier.operator?.entity?.value.id;
  const claimIds = new Set(claims?.map(({ claim_id }) => claim_id));
  return (
    (id !== undefined && id !== record?.id) ||
    claimsIn(dossier).some(
      ({ value: { claim_id } }) => claim_id !== undefined && !claimIds.has(claim_id),
    )
  );
}
