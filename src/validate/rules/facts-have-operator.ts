import { type TextFile, wholeFile } from '../../diagnostics/index.ts';
import { nearest } from '../nearest.ts';
import type { Rule } from '../rule.ts';

export const factsHaveOperator: Rule = {
  name: 'facts-have-operator',
  says: 'Every facts file belongs to an operator of the same file name.',
  scope: 'all',
  begin(_, report) {
    const slugs: string[] = [];
    const strays: Stray[] = [];
    return {
      see({ slug, operator, facts }) {
        if (operator !== null) slugs.push(slug);
        else if (facts !== null) strays.push({ slug, file: facts.file });
      },
      conclude() {
        for (const { slug, file } of strays) {
          report(wholeFile(file), { code: 'facts/no-operator', slug, near: nearest(slug, slugs) });
        }
      },
    };
  },
};

interface Stray {
  readonly slug: string;
  readonly file: TextFile;
}
