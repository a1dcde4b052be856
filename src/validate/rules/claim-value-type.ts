import { hasMetricType, type Metric } from '../../model/index.ts';
import { inWords } from '../in-words.ts';
import type { Rule } from '../rule.ts';

export const claimValueType: Rule = {
  name: 'claim-value-type',
  says: 'The value of a claim has the type that its metric declares.',
  check(sources, report) {
    const { metricsByKey: metrics } = sources;
    for (const claim of sources.claims) {
      const { metric, value } = claim.value;
      const type = metric === undefined ? undefined : metrics?.get(metric)?.type;
      if (metric === undefined || value === undefined || type === undefined) continue;
      if (hasMetricType(value, type)) continue;
      const place = claim.placeOf('value');
      const [found, wanted] = [inWords(value, place), TYPE_IN_WORDS[type]];
      report(place, { code: 'claim/value-type', metric, found, wanted });
    }
  },
};

/** The type of a metric as the object of "write". */
export const TYPE_IN_WORDS: { readonly [T in Metric['type']]: string } = {
  number: 'a number',
  integer: 'a whole number',
  boolean: 'true or false',
  string: 'text',
};
