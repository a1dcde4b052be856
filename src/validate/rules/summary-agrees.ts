import { hasMetricType, isCurrent, STATED_FIELDS } from '../../model/index.ts';
import { inWords } from '../in-words.ts';
import { namesMetric, type Rule } from '../rule.ts';

export const summaryAgrees: Rule = {
  name: 'summary-agrees',
  says: 'A summary field and a current claim of the same name state the same value.',
  check(sources, report) {
    const { metricsByKey: metrics } = sources;
    for (const { operator, claims } of sources.operators) {
      if (operator === null) continue;
      for (const { whole, placeOf } of claims) {
        const field = STATED_FIELDS.find((name) => name === whole?.metric);
        // An invalid claim may or may not be meant as current.
        if (field === undefined || whole === null || !isCurrent(whole)) continue;
        const { claim_id: claimId, value } = whole;
        // A value of another type is one mistake, not two.
        const type = metrics?.get(field)?.type;
        if (type !== undefined && !hasMetricType(value, type)) continue;
        const summary = operator.value[field] ?? null;
        // In an invalid operator, the missing value may already be reported.
        if (summary === null && operator.whole === null) continue;
        if (summary === value || !namesMetric(whole)) continue;
        const said = { summary: inWords(summary), claim: inWords(value) };
        report(placeOf('value'), { code: 'claim/disagrees', field, claimId, ...said });
      }
    }
  },
};
