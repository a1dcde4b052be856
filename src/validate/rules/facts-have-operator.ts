import { wholeFile } from '../../diagnostics/index.ts';
import { slugProblem } from '../../model/index.ts';
import { sourceNames, suggestSlug } from '../layout.ts';
import { nearestInTime } from '../nearest.ts';
import type { Rule } from '../rule.ts';

export const factsHaveOperator: Rule = {
  name: 'facts-have-operator',
  says: 'Every facts file belongs to an operator of the same file name.',
  check({ operators, isReported }, report) {
    const withoutFacts = operators
      .filter(({ operatorFile, factsFile }) => operatorFile !== null && factsFile === null)
      .map(({ slug }) => slug);
    const free = new Set(withoutFacts.filter((slug) => slugProblem(slug) === null));
    /** The slugs that operators without claims were probably meant to have. */
    const meant = new Set(
      withoutFacts
        .filter((slug) => slugProblem(slug) !== null)
        .map((slug) => suggestSlug(slug) ?? slug),
    );
    const nearest = nearestInTime();
    for (const { slug, operatorFile, factsFile } of operators) {
      if (operatorFile !== null || factsFile === null) continue;
      if (isReported(sourceNames(slug)[0]) || nearest(slug, meant) !== null) continue;
      const isSlug = slugProblem(slug) === null;
      const near = nearest(isSlug ? slug : (suggestSlug(slug) ?? slug), free);
      report(wholeFile(factsFile), { code: 'facts/no-operator', slug, isSlug, near });
      if (near !== null) free.delete(near);
    }
  },
};
