import type { Place } from '../../diagnostics/index.ts';
import { keysOf, OPERATOR_LISTS, operatorLists } from '../../model/index.ts';
import { lineOf, type Rule } from '../rule.ts';

export const noRepeatedEntry: Rule = {
  name: 'no-repeated-entry',
  says: 'No list has an entry twice.',
  check(sources, report) {
    const { categories } = sources;
    const check = (key: string, entries: readonly unknown[], placeOf: (index: number) => Place) => {
      /** The first place of each entry; null once it was reported. */
      const firsts = new Map<unknown, number | null>();
      for (const [index, entry] of entries.entries()) {
        const first = firsts.get(entry);
        firsts.set(entry, first === undefined ? index : null);
        if (first === undefined || first === null) continue;
        const finding = { code: 'field/repeated-entry', key: `"${key}"` } as const;
        report(placeOf(index), { ...finding, first: lineOf(placeOf(first)) });
      }
    };
    for (const { value, placeOf } of categories?.active ?? []) {
      const fields = value.rank_by?.map(({ by }) => by) ?? [];
      check('rank_by', fields, (index) => placeOf('rank_by', index, 'by'));
      for (const [name, wanted] of Object.entries(value.where ?? {})) {
        if (Array.isArray(wanted)) check(name, wanted, (index) => placeOf('where', name, index));
      }
    }
    const wordings = OPERATOR_LISTS.map((list) => [list, wordingOf(list)] as const);
    for (const { operator } of sources.operators) {
      if (operator === null) continue;
      for (const [list, word] of wordings) {
        const entries: readonly unknown[] = operator.value[list] ?? [];
        if (entries.length < 2) continue;
        check(list, entries.map(word), (index) => operator.placeOf(list, index));
      }
    }
  },
};

/**
 * The whole content of an entry as a text, with its fields in a fixed order. If the entry is invalid, it
 * has the order of the source. No text of a source has a NUL.
 */
function wordingOf(list: keyof typeof operatorLists): (entry: unknown) => unknown {
  const fields = keysOf(operatorLists[list].element);
  if (fields.length === 0) return (text) => text;
  return (entry) =>
    fields.map((field) => (entry as { readonly [field: string]: unknown })[field]).join('\0');
}
