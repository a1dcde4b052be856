import type { Place } from '../../diagnostics/index.ts';
import { lineOf, type Rule } from '../rule.ts';

export const uniqueCategoryAddress: Rule = {
  name: 'unique-category-address',
  says: 'Slugs and aliases of active and removed categories are all different.',
  check({ categories }, report) {
    const owners = new Map<string, () => string>();
    const claimAddress = (
      address: string | null | undefined,
      owner: string,
      place: () => Place,
    ) => {
      if (address === undefined || address === null) return;
      const first = owners.get(address);
      if (first === undefined) owners.set(address, () => `${owner} on ${lineOf(place())}`);
      else report(place(), { code: 'category/duplicate-address', address, first: first() });
    };
    for (const { value, placeOf } of categories?.active ?? []) {
      claimAddress(value.slug, 'the category', () => placeOf('slug'));
      claimAddress(value.alias, 'the alias', () => placeOf('alias'));
    }
    for (const { value, placeOf } of categories?.removed ?? []) {
      claimAddress(value.slug, 'the removed category', () => placeOf('slug'));
    }
  },
};
