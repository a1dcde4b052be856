import type { Place } from '../../diagnostics/index.ts';
import { lineOf, type Rule } from '../rule.ts';

export const uniqueCategoryAddress: Rule = {
  name: 'unique-category-address',
  says: 'Slugs and aliases of active and removed categories are all different.',
  check({ categories }, report) {
    const active = categories?.active ?? [];
    const removed = categories?.removed ?? [];
    const taken = new Set(
      [...active, ...removed].flatMap(({ value }) => [
        value.slug,
        'alias' in value ? value.alias : null,
      ]),
    );
    const owners = new Map<string, () => string>();
    const claimAddress = (
      address: string | null | undefined,
      owner: string,
      place: () => Place,
    ) => {
      if (address === undefined || address === null) return;
      const first = owners.get(address);
      if (first === undefined) owners.set(address, () => `${owner} on ${lineOf(place())}`);
      else {
        const free = freeName(address, taken);
        report(place(), { code: 'category/duplicate-address', address, first: first(), free });
      }
    };
    for (const { value, placeOf } of active) {
      claimAddress(value.slug, 'the category', () => placeOf('slug'));
      claimAddress(value.alias, 'the alias', () => placeOf('alias'));
    }
    for (const { value, placeOf } of removed) {
      claimAddress(value.slug, 'the removed category', () => placeOf('slug'));
    }
  },
};

/** A name like another one, with the first number that makes it free. It is then taken. */
function freeName(name: string, taken: Set<string | null | undefined>): string {
  const start = name.slice(0, LONGEST_STEM).replace(/-$/, '');
  let number = 2;
  while (taken.has(`${start}-${number}`)) number += 1;
  taken.add(`${start}-${number}`);
  return `${start}-${number}`;
}

/** A slug has at most 64 characters. */
const LONGEST_STEM = 56;
