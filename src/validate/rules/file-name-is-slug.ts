import { wholeFile } from '../../diagnostics/index.ts';
import { slugProblem } from '../../model/index.ts';
import type { Rule } from '../rule.ts';

export const fileNameIsSlug: Rule = {
  name: 'file-name-is-slug',
  says: 'The file name of an operator is its slug.',
  scope: 'operator',
  begin(_, report) {
    return {
      see({ slug, operator }) {
        const problem = operator === null ? null : slugProblem(slug);
        if (operator === null || problem === null) return;
        report(wholeFile(operator.file), { code: 'operator/file-name', found: slug, problem });
      },
    };
  },
};
