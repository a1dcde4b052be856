import { isCurrent } from '../../model/index.ts';
import { inWords } from '../in-words.ts';
import type { Rule } from '../rule.ts';
import { claimsIn } from '../sources.ts';

/** Summary fields that a metric of the same name can state as well. */
const STATED_TWICE = [
  'license_jurisdiction',
  'kyc_level',
  'kyc_threshold_usd',
  'accepts_vpn',
  'has_mobile_app',
] as const;

export const summaryAgrees: Rule = {
  name: 'summary-agrees',
  says: 'A summary field and a current claim of the same name state the same value.',
  scope: 'operator',
  begin(_, report) {
    return {
      see(dossier) {
        const entity = dossier.operator?.entity;
        if (!entity) return;
        for (const claim of claimsIn(dossier)) {
          const { claim_id: claimId, metric, value } = claim.value;
          const field = STATED_TWICE.find((name) => name === metric);
          if (!field || claimId === undefined || value === undefined) continue;
          // An unsound field was reported already; an absent one is null.
          if (entity.whole === null && entity.value[field] === undefined) continue;
          const summary = entity.value[field] ?? null;
          if (!isCurrent(claim.value) || summary === value) continue;
          report(claim.placeOf('value'), {
            code: 'claim/disagrees',
            field,
            summary: inWords(summary),
            claim: inWords(value),
            claimId,
          });
        }
      },
    };
  },
};
