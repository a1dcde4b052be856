import { isLater, momentOf } from '../../model/index.ts';
import type { Rule } from '../rule.ts';

export const retractedAfterObserved: Rule = {
  name: 'retracted-after-observed',
  says: 'No claim is retracted before it was observed.',
  check(sources, report) {
    const { now, claims } = sources;
    for (const { value, placeOf } of claims) {
      const [observed, retracted] = [value.observed_at?.at(-1), value.retracted?.at];
      if (observed === undefined || retracted === undefined) continue;
      // An observation in the future is one mistake, not two.
      if (momentOf(observed) > now || !isLater(observed, retracted)) continue;
      const finding = { code: 'claim/early-retraction', observed, retracted } as const;
      report(placeOf('retracted', 'at'), finding);
    }
  },
};
