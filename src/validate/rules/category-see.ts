import { nearest } from '../nearest.ts';
import type { Rule } from '../rule.ts';

export const categorySee: Rule = {
  name: 'category-see',
  says: 'What a removed category points to is an active category.',
  check({ categories }, report) {
    const slugs = new Set(categories?.active.flatMap(({ value }) => value.slug ?? []));
    for (const { value, placeOf } of categories?.removed ?? []) {
      const { see } = value;
      if (see === undefined || see === null || slugs.has(see)) continue;
      report(placeOf('see'), { code: 'category/see', see, near: nearest(see, slugs) });
    }
  },
};
