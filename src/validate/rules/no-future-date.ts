import type { Place } from '../../diagnostics/index.ts';
import { momentOf, type Timestamp, toTimestamp } from '../../model/index.ts';
import type { Rule } from '../rule.ts';
import { claimsIn } from '../sources.ts';

export const noFutureDate: Rule = {
  name: 'no-future-date',
  says: 'No date is later than the clock of the build.',
  scope: 'operator',
  begin(shared, report) {
    const now = toTimestamp(shared.now);
    // Moments in whole seconds are in order where their texts are.
    const isPast = (moment: Timestamp) =>
      moment.length === now.length ? moment <= now : momentOf(moment) <= shared.now;
    const check = (key: string, moment: Timestamp | undefined, place: () => Place) => {
      if (moment === undefined || isPast(moment)) return;
      report(place(), { code: 'date/future', key: `"${key}"`, found: moment, now });
    };
    for (const { value, placeOf } of shared.categories?.removed ?? []) {
      check('removed_at', value.removed_at, () => placeOf('removed_at'));
    }
    return {
      see(dossier) {
        const entity = dossier.operator?.entity;
        if (entity) {
          const { updated_at, sources = [] } = entity.value;
          check('updated_at', updated_at, () => entity.placeOf('updated_at'));
          for (const [index, { accessed_at }] of sources.entries()) {
            check('accessed_at', accessed_at, () =>
              entity.placeOf('sources', index, 'accessed_at'),
            );
          }
        }
        for (const { value, placeOf } of claimsIn(dossier)) {
          check('observed_at', value.observed_at, () => placeOf('observed_at'));
          check('at', value.retracted?.at, () => placeOf('retracted', 'at'));
        }
      },
    };
  },
};
