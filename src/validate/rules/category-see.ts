import { nearest } from '../nearest.ts';
import type { Rule } from '../rule.ts';

export const categorySee: Rule = {
  name: 'category-see',
  says: 'What a removed category points to is an active category.',
  check({ categories }, report) {
    if (!categories?.active) return;
    const slugs = new Set(categories.active.map(({ value }) => value.slug));
    if (slugs.has(undefined)) return; // It may be a slug that could not be read.
    const known = [...slugs].filter((slug) => slug !== undefined);
    for (const { value, placeOf } of categories.removed) {
      const { see } = value;
      if (see === undefined || see === null || slugs.has(see)) continue;
      report(placeOf('see'), { code: 'category/see', see, near: nearest(see, known) });
    }
  },
};
