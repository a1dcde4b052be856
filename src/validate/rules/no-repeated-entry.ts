import type { Place } from '../../diagnostics/index.ts';
import { lineOf } from '../line-of.ts';
import type { Rule } from '../rule.ts';

/** The lists of an operator. */
const LISTS = ['payment_options', 'fees', 'limits', 'pros', 'cons', 'sources'] as const;

export const noRepeatedEntry: Rule = {
  name: 'no-repeated-entry',
  says: 'No list has an entry twice.',
  scope: 'operator',
  begin({ categories }, report) {
    const check = (
      key: string,
      entries: readonly unknown[] = [],
      placeOf: (index: number) => Place,
    ) => {
      if (entries.length < 2) return;
      /** Where each entry stands first; null once it was reported. */
      const firsts = new Map<unknown, number | null>();
      for (const [index, entry] of entries.entries()) {
        const said = saidBy(entry);
        const first = firsts.get(said);
        firsts.set(said, first === undefined ? index : null);
        if (first === undefined || first === null) continue;
        const finding = { code: 'field/repeated-entry', key: `"${key}"` } as const;
        report(placeOf(index), { ...finding, first: lineOf(placeOf(first)) });
      }
    };
    for (const { value, placeOf } of categories?.active ?? []) {
      const fields = value.rank_by?.map(({ by }) => by);
      check('rank_by', fields, (index) => placeOf('rank_by', index, 'by'));
      for (const [name, wanted] of Object.entries(value.where ?? {})) {
        if (Array.isArray(wanted)) check(name, wanted, (index) => placeOf('where', name, index));
      }
    }
    return {
      see({ operator }) {
        const entity = operator?.entity;
        if (!entity) return;
        for (const list of LISTS) {
          check(list, entity.value[list], (index) => entity.placeOf(list, index));
        }
      },
    };
  },
};

/** The same for two entries that say the same. No text of a source has a NUL. */
function saidBy(entry: unknown): unknown {
  return typeof entry === 'object' && entry !== null ? Object.values(entry).join('\0') : entry;
}
