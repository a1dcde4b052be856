import { wholeFile } from '../../diagnostics/index.ts';
import { slugProblem } from '../../model/index.ts';
import type { Rule } from '../rule.ts';

export const fileNameIsSlug: Rule = {
  name: 'file-name-is-slug',
  says: 'The file name of an operator is its slug.',
  scope: 'operator',
  check({ operators }, report) {
    for (const { slug, file } of operators) {
      const problem = slugProblem(slug);
      if (problem === null) continue;
      report(wholeFile(file), {
        code: 'operator/file-name',
        found: slug,
        problem,
      });
    }
  },
};
