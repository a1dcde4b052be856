import { wholeFile } from '../../diagnostics/index.ts';
import { slugProblem } from '../../model/index.ts';
import { suggestSlug } from '../layout.ts';
import { nearestInTime } from '../nearest.ts';
import type { Rule } from '../rule.ts';

export const fileNameIsSlug: Rule = {
  name: 'file-name-is-slug',
  says: 'The file name of an operator is its slug.',
  check({ operators }, report) {
    const taken = new Set(
      operators.filter(({ operator }) => operator !== null).map(({ slug }) => slug),
    );
    const missed = new Set(
      operators
        .filter(({ slug, operator }) => operator === null && slugProblem(slug) === null)
        .map(({ slug }) => slug),
    );
    const nearest = nearestInTime();
    for (const { slug: found, operator, facts } of operators) {
      const problem = slugProblem(found);
      if (operator === null || problem === null) continue;
      const hasFacts = facts !== null;
      const suggested = suggestSlug(found);
      const meant = nearest(suggested ?? found, missed) ?? suggested;
      const isFree = meant !== null && !taken.has(meant) && !(hasFacts && missed.has(meant));
      const near = isFree ? meant : null;
      report(wholeFile(operator.file), {
        code: 'operator/file-name',
        found,
        problem,
        hasFacts,
        near,
      });
      if (near !== null) taken.add(near);
    }
  },
};
