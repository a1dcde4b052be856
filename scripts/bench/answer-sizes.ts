import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { CONTENT_CODINGS } from '../../src/represent/content-coding.ts';
import { median } from './figures.ts';
import type { AnswerSizes } from './results.ts';

const SAMPLED_OPERATORS = 100;

/** The bytes of each kind of answer on the wire, compressed as `build --precompress` does it. */
export function measureAnswers(folder: string, operators: number): readonly AnswerSizes[] {
  const { data } = JSON.parse(readFileSync(join(folder, 'operators.json'), 'utf8')) as {
    readonly data: readonly { readonly slug: string }[];
  };
  const step = Math.ceil(data.length / SAMPLED_OPERATORS);
  const slugs = data.map(({ slug }) => slug).filter((_, index) => index % step === 0);
  return [
    ['list', ['operators']],
    ['detail', slugs.map((slug) => `operators/${slug}`)],
    ['facts', slugs.map((slug) => `operators/${slug}/facts`)],
  ].flatMap(([kind, paths]) =>
    ['json', 'csv'].map((suffix) => {
      const bodies = (paths as string[]).map((path) =>
        readFileSync(join(folder, `${path}.${suffix}`)),
      );
      return {
        answer: `${kind}, ${suffix.toUpperCase()}`,
        operators,
        raw: median(bodies.map(({ length }) => length)),
        encoded: Object.fromEntries(
          CONTENT_CODINGS.map(({ suffix, encode }) => [
            suffix,
            median(bodies.map((body) => encode(body).length)),
          ]),
        ),
      };
    }),
  );
}
