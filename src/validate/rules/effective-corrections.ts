import { type Claim, type Correction, firstObserved } from '../../model/index.ts';
import type { Rule } from '../rule.ts';
import type { Dossier, Sources } from '../sources.ts';

export const effectiveCorrections: Rule = {
  name: 'effective-corrections',
  says: 'A correction of a claim names a value that differs from the one after it.',
  check({ operators, metricsByKey }, report) {
    for (const { slug, operator, claims } of operators) {
      for (const { value: claim, placeOf } of claims) {
        for (const [index, { field, was }] of (claim.corrections ?? []).entries()) {
          const later = claim.corrections?.slice(index + 1).find((one) => one.field === field);
          const now =
            later === undefined
              ? statedIn(claim, field, { slug, id: operator?.value.id }, metricsByKey)
              : [later.was];
          if (!now.includes(was)) continue;
          const place = placeOf('corrections', index, 'was');
          report(place, { code: 'claim/idle-correction', field, was, isLast: later === undefined });
        }
      }
    }
  },
};

/** The present value of a field, in every form in which a correction may name it. */
function statedIn(
  claim: Partial<Claim>,
  field: Correction['field'],
  operator: Pick<Dossier, 'slug'> & { readonly id: number | undefined },
  metrics: Sources['metricsByKey'],
): readonly unknown[] {
  switch (field) {
    case 'operator':
      return [operator.slug, operator.id];
    case 'unit':
      return [metrics?.get(claim.metric ?? '')?.unit];
    case 'observed_at': {
      const first = claim.observed_at && firstObserved({ observed_at: claim.observed_at });
      return [first, first?.replace(/T00:00:00Z$/, '')];
    }
    default:
      return [claim[field]];
  }
}
