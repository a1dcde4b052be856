import { type TextFile, wholeFile } from '../../diagnostics/index.ts';
import { slugProblem } from '../../model/index.ts';
import { sourceNames, suggestSlug } from '../layout.ts';
import { nearestInTime } from '../nearest.ts';
import type { Rule } from '../rule.ts';

export const factsHaveOperator: Rule = {
  name: 'facts-have-operator',
  says: 'Every facts file belongs to an operator of the same file name.',
  scope: 'all',
  begin({ isReported }, report) {
    const withoutFacts = new Set<string>();
    /** What operators without claims were probably meant to be called by. */
    const meant = new Set<string>();
    const strays: Stray[] = [];
    return {
      see({ slug, operator, facts }) {
        if (operator === null) {
          if (facts !== null) strays.push({ slug, file: facts.file });
        } else if (facts === null) {
          if (slugProblem(slug) === null) withoutFacts.add(slug);
          else meant.add(suggestSlug(slug) ?? slug);
        }
      },
      conclude() {
        const nearest = nearestInTime();
        for (const { slug, file } of strays) {
          if (isReported(sourceNames(slug)[0]) || nearest(slug, meant) !== null) continue;
          const isSlug = slugProblem(slug) === null;
          const near = nearest(isSlug ? slug : (suggestSlug(slug) ?? slug), withoutFacts);
          report(wholeFile(file), { code: 'facts/no-operator', slug, isSlug, near });
          if (near !== null) withoutFacts.delete(near);
        }
      },
    };
  },
};

interface Stray {
  readonly slug: string;
  readonly file: TextFile;
}
