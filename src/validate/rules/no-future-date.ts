import type { Place } from '../../diagnostics/index.ts';
import { isLater, momentOf, type Timestamp, toTimestamp } from '../../model/index.ts';
import type { Rule } from '../rule.ts';

/** If more dates are in the future, the clock is wrong. */
const MOST_WRONG_DATES = 10;

export const noFutureDate: Rule = {
  name: 'no-future-date',
  says: 'No date is later than the clock of the build.',
  check(sources, report) {
    const now = toTimestamp(sources.now);
    // Timestamps in whole seconds sort like their texts.
    const isPast = (moment: Timestamp) =>
      moment.length === now.length ? moment <= now : momentOf(moment) <= sources.now;
    const late: Late[] = [];
    const look = (key: string, moment: Timestamp | null | undefined, place: () => Place) => {
      if (moment !== undefined && moment !== null && !isPast(moment))
        late.push({ key, moment, place });
    };
    for (const { value, placeOf } of sources.categories?.removed ?? []) {
      look('removed_at', value.removed_at, () => placeOf('removed_at'));
    }
    for (const { value, placeOf } of sources.metrics ?? []) {
      look('retired_at', value.retired_at, () => placeOf('retired_at'));
    }
    for (const { operator, claims } of sources.operators) {
      if (operator !== null) {
        const { updated_at, ended_at, sources: pages = [] } = operator.value;
        look('updated_at', updated_at, () => operator.placeOf('updated_at'));
        look('ended_at', ended_at, () => operator.placeOf('ended_at'));
        for (const [index, { accessed_at }] of pages.entries()) {
          look('accessed_at', accessed_at, () => operator.placeOf('sources', index, 'accessed_at'));
        }
      }
      for (const { value, placeOf } of claims) {
        const times = value.observed_at ?? [];
        // A single time may be written without a list.
        for (const [index, time] of times.entries()) {
          look('observed_at', time, () =>
            times.length === 1 ? placeOf('observed_at') : placeOf('observed_at', index),
          );
        }
        for (const [index, { at }] of (value.corrections ?? []).entries()) {
          look('at', at, () => placeOf('corrections', index, 'at'));
        }
        look('at', value.retracted?.at, () => placeOf('retracted', 'at'));
      }
    }
    const newest = late.reduce<Late | null>(
      (newest, one) => (newest === null || isLater(one.moment, newest.moment) ? one : newest),
      null,
    );
    if (newest !== null && late.length > MOST_WRONG_DATES) {
      const dates = late.length;
      report(newest.place(), { code: 'date/clock', now, dates, newest: newest.moment });
      return;
    }
    for (const { key, moment, place } of late) {
      report(place(), { code: 'date/future', key: `"${key}"`, found: moment, now });
    }
  },
};

/** A date in the future. */
interface Late {
  readonly key: string;
  readonly moment: Timestamp;
  readonly place: () => Place;
}
