import * as z from 'zod';
import {
  type ActiveCategory,
  activeCategory,
  claim,
  type Dataset,
  isSummaryColumn,
  lastObserved,
  type Operator,
  summaryFields,
  summaryNames,
} from '../../model/index.ts';
import { defineAnswer, fill } from '../answer.ts';
import { count, datum, evidence, general, nullable, total } from '../fields.ts';
import { type Ranked, type RankedOperators, REASONS, rankOperators } from '../rank-operators.ts';
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
    'The operators that the rule of the category lets in, best first, each with the claim or the summary field that the category cites. Who lacks the datum is left out, never taken for zero. Equal operators share a rank (1, 1, 3) and stand by id.',
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
    metric: datum.metric.describe('The metric or the summary field that the category cites.'),
    value: datum.value.describe('What the cited claim or field states.'),
    claim_id: nullable(claim.shape.claim_id),
    evidence_url: nullable(evidence.evidence_url),
    observed_at: nullable(evidence.observed_at),
    previous_rank: count
      .nullable()
      .describe(
        'The rank before the order of the ranking last changed; null if the operator was not in it, or no earlier publication is known.',
      ),
  },
  meta: {
    category: shape.slug,
    alias: shape.alias,
    title: shape.title,
    description: shape.description,
    total,
    left_out: z
      .array(
        z.strictObject({
          reason: z
            .enum(REASONS)
            .describe(
              'Why: ended (closed or merged), condition (it does not meet one), or unknown (a value is not known).',
            ),
          field: z
            .string()
            .nullable()
            .describe('The summary field or metric of the condition or value; null for ended.'),
          operators: count.describe('How many operators.'),
        }),
      )
      .describe('How many operators are not in the ranking, by the first reason that applies.'),
    ...general,
  },
  tables: ({ dataset }) =>
    dataset.activeCategories.map((category) => {
      const { slug, alias, title, description } = category;
      let found: RankedOperators | null = null;
      const rank = () => {
        found ??= rankOperators(category, dataset);
        return found;
      };
      return {
        paths: [rankingPath(slug), ...(alias === null ? [] : [rankingPath(alias)])],
        meta() {
          const { ranked, leftOut } = rank();
          const left_out = [...leftOut];
          return { category: slug, alias, title, description, total: ranked.length, left_out };
        },
        rows: () =>
          rank().ranked.map(({ operator, rank, claim }) => ({
            rank,
            ...summaryRecord(operator, dataset.service),
            ...deciding(category, operator, claim, dataset),
            // Only a build that knows the last publication knows more.
            previous_rank: null,
          })),
      };
    }),
});

/** What a category cites of a ranked operator: a claim, or a summary field. */
export function deciding(
  { cite }: ActiveCategory,
  operator: Operator,
  claim: Ranked['claim'],
  { metrics, service }: Pick<Dataset, 'metrics' | 'service'>,
) {
  if (claim !== null) {
    return {
      ...datumOf(claim, metrics),
      claim_id: claim.claim_id,
      evidence_url: claim.evidence_url,
      observed_at: lastObserved(claim),
    };
  }
  const field = isSummaryColumn(cite) ? cite : null;
  const value = field === null ? null : summaryRecord(operator, service)[field];
  if (field === null || value === null)
    throw new Error(`Broken invariant: ${cite} was not checked`);
  return {
    metric: cite,
    metric_name: summaryNames[field],
    value,
    unit: null,
    claim_id: null,
    evidence_url: null,
    observed_at: null,
  };
}

/** @param name The slug or the alias of a category. */
export function rankingPath(name: string) {
  return fill(path, name);
}
