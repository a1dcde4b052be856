import { newestDate } from '../../model/index.ts';
import type { Rule } from '../rule.ts';

export const operatorHasDate: Rule = {
  name: 'operator-has-date',
  says: 'An operator without updated_at has a date in its claims or sources.',
  check({ operators }, report) {
    for (const { operator, claims } of operators) {
      // A date that could not be read was reported.
      if (!operator?.whole || claims.some(({ whole }) => whole === null)) continue;
      const dated = claims.flatMap(({ whole }) => whole ?? []);
      if (newestDate(operator.whole, dated) !== null) continue;
      report(operator.placeOf(), { code: 'operator/no-date' });
    }
  },
};
