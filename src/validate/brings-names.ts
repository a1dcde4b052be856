import type { Claim, OperatorRecord } from '../model/index.ts';
import { sourceNames } from './layout.ts';
import type { Recall } from './recall.ts';
import { claimsIn, type Dossier } from './sources.ts';

/**
 * Whether an operator has an id, a name, or a claim with an id, that was not its own when no two were
 * the same: only such a one can now be that of somebody who did not change.
 */
export function bringsNames(
  dossier: Pick<Dossier, 'slug' | 'operator' | 'facts'>,
  { lastValueOf }: Recall,
): boolean {
  const [ofOperator, ofFacts] = sourceNames(dossier.slug);
  const record = lastValueOf(ofOperator) as OperatorRecord | null | undefined;
  const claims = lastValueOf(ofFacts) as readonly Claim[] | null | undefined;
  const { id, name } = dossier.operator?.entity?.value ?? {};
  const claimIds = new Set(claims?.map(({ claim_id }) => claim_id));
  return (
    (id !== undefined && id !== record?.id) ||
    (name !== undefined && name !== record?.name) ||
    claimsIn(dossier).some(
      ({ value: { claim_id } }) => claim_id !== undefined && !claimIds.has(claim_id),
    )
  );
}
