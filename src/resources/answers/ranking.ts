import * as z from 'zod';
import { activeCategory, claim, summaryFields } from '../../model/index.ts';
import { defineAnswer, fill } from '../answer.ts';
import { datum, evidence, general, total } from '../fields.ts';
import { type Ranked, rankOperators } from '../rank-operators.ts';
import { datumOf } from './facts.ts';
import { summaryRecord } from './operators.ts';

const path = 'best/{category}';
const { shape } = activeCategory;

/** `/best/{category or alias}`: the ranked operators, each with the cited claim. */
export const ranking = defineAnswer({
  kind: 'ranking',
  listedAs: 'best',
  path,
  name: 'Ranking',
  record: 'RankedOperator',
  tag: 'Rankings',
  title: 'The ranking of one category',
  description:
    'The operators that the rule of the category lets in, best first, each with the claim that the category cites. Who lacks the datum is left out, never taken for zero. Equal operators share a rank (1, 1, 3) and stand by id.',
  link: {
    name: 'best',
    rel: 'collection',
    title: 'The ranking of one category, by slug or alias',
    total: ({ dataset }) => dataset.activeCategories.length,
  },
  key: ['id'],
  errors: ['removed-category', 'unknown-category'],
  fields: {
    rank: z
      .number()
      .meta({ type: 'integer', minimum: 1 })
      .describe(
        'The place in the ranking. Equal operators share one, and the next counts them all (1, 1, 3).',
      ),
    ...summaryFields,
    ...datum,
    metric: datum.metric.describe('The key of the metric that the category cites.'),
    value: datum.value.describe('What the cited claim states.'),
    claim_id: claim.shape.claim_id,
    ...evidence,
  },
  meta: {
    category: shape.slug,
    alias: shape.alias,
    title: shape.title,
    description: shape.description,
    total,
    ...general,
  },
  tables: ({ dataset }) =>
    dataset.activeCategories.map((category) => {
      const { slug, alias, title, description } = category;
      let ranked: readonly Ranked[] | null = null;
      const places = () => {
        ranked ??= rankOperators(category, dataset);
        return ranked;
      };
      return {
        paths: [rankingPath(slug), rankingPath(alias)],
        meta: () => ({ category: slug, alias, title, description, total: places().length }),
        rows: () =>
          places().map(({ operator, rank, claim }) => ({
            rank,
            ...summaryRecord(operator, dataset.service),
            ...datumOf(claim, dataset.metrics),
            claim_id: claim.claim_id,
            evidence_url: claim.evidence_url,
            observed_at: claim.observed_at,
          })),
      };
    }),
});

/** @param name The slug or the alias of a category. */
export function rankingPath(name: string) {
  return fill(path, name);
}
