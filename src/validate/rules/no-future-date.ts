import type { Place } from '../../diagnostics/index.ts';
import { momentOf, type Timestamp, toTimestamp } from '../../model/index.ts';
import type { Rule } from '../rule.ts';
import { eachClaim } from '../sources.ts';

export const noFutureDate: Rule = {
  name: 'no-future-date',
  says: 'No date is later than the clock of the build.',
  scope: 'operator',
  check(sources, report) {
    const now = toTimestamp(sources.now);
    // Moments in whole seconds are in order where their texts are.
    const isPast = (moment: Timestamp) =>
      moment.length === now.length ? moment <= now : momentOf(moment) <= sources.now;
    const check = (key: string, moment: Timestamp | undefined, place: () => Place) => {
      if (moment === undefined || isPast(moment)) return;
      report(place(), { code: 'date/future', key: `"${key}"`, found: moment, now });
    };
    for (const { entity } of sources.operators) {
      if (entity === null) continue;
      check('updated_at', entity.value.updated_at, () => entity.placeOf('updated_at'));
      for (const [index, { accessed_at }] of (entity.value.sources ?? []).entries()) {
        check('accessed_at', accessed_at, () => entity.placeOf('sources', index, 'accessed_at'));
      }
    }
    for (const { claim } of eachClaim(sources)) {
      check('observed_at', claim.value.observed_at, () => claim.placeOf('observed_at'));
      check('at', claim.value.retracted?.at, () => claim.placeOf('retracted', 'at'));
    }
    for (const { value, placeOf } of sources.categories?.removed ?? []) {
      check('removed_at', value.removed_at, () => placeOf('removed_at'));
    }
  },
};
