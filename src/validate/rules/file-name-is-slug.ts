import { wholeFile } from '../../diagnostics/index.ts';
import { slugProblem } from '../../model/index.ts';
import { suggestSlug } from '../layout.ts';
import { nearestInTime } from '../nearest.ts';
import type { Rule } from '../rule.ts';

export const fileNameIsSlug: Rule = {
  name: 'file-name-is-slug',
  says: 'The file name of an operator is its slug.',
  check({ operators }, report) {
    const slugsOf = (some: typeof operators) => new Set(some.map(({ slug }) => slug));
    const taken = slugsOf(operators.filter(({ operatorFile }) => operatorFile !== null));
    const missed = slugsOf(
      operators.filter((one) => one.operatorFile === null && slugProblem(one.slug) === null),
    );
    const nearest = nearestInTime();
    for (const { slug: found, operator, operatorFile, factsFile } of operators) {
      const problem = slugProblem(found);
      if (operatorFile === null || problem === null) continue;
      const hasFacts = factsFile !== null;
      const suggested = suggestSlug(found) ?? suggestSlug(operator?.value.name ?? '');
      const meant = nearest(suggested ?? found, missed) ?? suggested;
      const isFree = meant !== null && !taken.has(meant) && !(hasFacts && missed.has(meant));
      const near = isFree ? meant : null;
      const finding = { code: 'operator/file-name', found, problem, hasFacts, near } as const;
      report(wholeFile(operatorFile), finding);
      if (near !== null) taken.add(near);
    }
  },
};
