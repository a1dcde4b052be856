import { type TextFile, wholeFile } from '../../diagnostics/index.ts';
import { slugProblem } from '../../model/index.ts';
import { suggestSlug } from '../layout.ts';
import { nearestInTime } from '../nearest.ts';
import type { Rule } from '../rule.ts';

export const fileNameIsSlug: Rule = {
  name: 'file-name-is-slug',
  says: 'The file name of an operator is its slug.',
  scope: 'operator',
  begin(_, report) {
    const misnamed: Misnamed[] = [];
    return {
      see({ slug, operator, facts }) {
        const problem = slugProblem(slug);
        if (operator === null || problem === null) return;
        misnamed.push({ found: slug, problem, file: operator.file, hasFacts: facts !== null });
      },
      conclude(again) {
        if (misnamed.length === 0) return;
        const taken = new Set<string>();
        const missed = new Set<string>();
        for (const { slug, operator } of again()) {
          if (operator !== null) taken.add(slug);
          else if (slugProblem(slug) === null) missed.add(slug);
        }
        const nearest = nearestInTime();
        for (const { file, ...name } of misnamed) {
          const suggested = suggestSlug(name.found);
          const meant = nearest(suggested ?? name.found, missed) ?? suggested;
          const isFree =
            meant !== null && !taken.has(meant) && !(name.hasFacts && missed.has(meant));
          report(wholeFile(file), {
            code: 'operator/file-name',
            ...name,
            near: isFree ? meant : null,
          });
          if (isFree) taken.add(meant);
        }
      },
    };
  },
};

interface Misnamed {
  readonly found: string;
  readonly problem: string;
  readonly file: TextFile;
  readonly hasFacts: boolean;
}
