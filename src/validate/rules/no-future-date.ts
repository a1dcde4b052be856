import type { Place } from '../../diagnostics/index.ts';
import { isLater, momentOf, type Timestamp, toTimestamp } from '../../model/index.ts';
import type { Rule } from '../rule.ts';
import { claimsIn } from '../sources.ts';

/** Where more dates are in the future, the clock is what is wrong. */
const MOST_WRONG_DATES = 10;

export const noFutureDate: Rule = {
  name: 'no-future-date',
  says: 'No date is later than the clock of the build.',
  scope: 'operator',
  begin(shared, report) {
    const now = toTimestamp(shared.now);
    // Moments in whole seconds are in order where their texts are.
    const isPast = (moment: Timestamp) =>
      moment.length === now.length ? moment <= now : momentOf(moment) <= shared.now;
    let dates = 0;
    let newest: Late | null = null;
    const few: Late[] = [];
    const check = (key: string, moment: Timestamp | undefined, place: () => Place) => {
      if (moment === undefined || isPast(moment)) return;
      const late = { key, moment, place };
      dates += 1;
      if (newest === null || isLater(moment, newest.moment)) newest = late;
      if (dates <= MOST_WRONG_DATES) few.push(late);
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
      conclude() {
        if (dates > MOST_WRONG_DATES && newest !== null) {
          report(newest.place(), { code: 'date/clock', now, dates, newest: newest.moment });
          return;
        }
        for (const { key, moment, place } of few) {
          report(place(), { code: 'date/future', key: `"${key}"`, found: moment, now });
        }
      },
    };
  },
};

/** A date in the future. */
interface Late {
  readonly key: string;
  readonly moment: Timestamp;
  readonly place: () => Place;
}
