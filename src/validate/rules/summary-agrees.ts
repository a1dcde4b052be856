import { hasMetricType, isCurrent, STATED_FIELDS } from '../../model/index.ts';
import { inWords } from '../in-words.ts';
import { metricDictionary } from '../metric-dictionary.ts';
import { namesMetric } from '../names-metric.ts';
import type { Rule } from '../rule.ts';
import { claimsIn } from '../sources.ts';

export const summaryAgrees: Rule = {
  name: 'summary-agrees',
  says: 'A summary field and a current claim of the same name state the same value.',
  check(sources, report) {
    const metrics = metricDictionary(sources);
    for (const dossier of sources.operators) {
      const entity = dossier.operator?.entity;
      if (!entity) continue;
      for (const { whole, placeOf } of claimsIn(dossier)) {
        const field = STATED_FIELDS.find((name) => name === whole?.metric);
        // An invalid claim may or may not be meant as current.
        if (field === undefined || whole === null || !isCurrent(whole)) continue;
        const { claim_id: claimId, value } = whole;
        // A value of another type is one mistake, not two.
        const type = metrics?.get(field)?.type;
        if (type !== undefined && !hasMetricType(value, type)) continue;
        const summary = entity.value[field] ?? null;
        // In an invalid operator, the missing value may already be reported.
        if (summary === null && entity.whole === null) continue;
        if (summary === value || !namesMetric(whole)) continue;
        report(placeOf('value'), {
          code: 'claim/disagrees',
          field,
          summary: inWords(summary),
          claim: inWords(value),
          claimId,
        });
      }
    }
  },
};
