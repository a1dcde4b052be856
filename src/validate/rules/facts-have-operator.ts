import { wholeFile } from '../../diagnostics/index.ts';
import { nearest } from '../nearest.ts';
import type { Rule } from '../rule.ts';

export const factsHaveOperator: Rule = {
  name: 'facts-have-operator',
  says: 'Every facts file belongs to an operator of the same file name.',
  scope: 'all',
  check({ operators, facts }, report) {
    const slugs = new Set(operators.map(({ slug }) => slug));
    for (const { slug, file } of facts) {
      if (slugs.has(slug)) continue;
      report(wholeFile(file), { code: 'facts/no-operator', slug, near: nearest(slug, slugs) });
    }
  },
};
