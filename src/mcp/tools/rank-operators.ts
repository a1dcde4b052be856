import * as z from 'zod';
import type { RankedOperator } from '../../client/index.ts';
import { ANSWERS } from '../../resources/index.ts';
import { lookUp } from '../look-up.ts';
import { citedFigure } from '../phrases.ts';
import { defineTool, limit, list } from '../tool.ts';

const { fields, meta } = ANSWERS.ranking;

export const rankOperators = defineTool({
  name: 'rank_operators',
  description: 'One ranking, best first, each place with the claim that decides it.',
  input: {
    category: z.string().max(200).describe('Slug or title; an unknown one lists all'),
    limit,
  },
  output: {
    title: meta.title,
    operators: z.array(
      z.object(fields).pick({
        rank: true,
        slug: true,
        name: true,
        value: true,
        unit: true,
        claim_id: true,
        evidence_url: true,
        observed_at: true,
      }),
    ),
  },
  async draft({ category }, api, options) {
    const ask = (name: string) => api.client.best(name, options);
    const { meta, data } = await lookUp('ranking', category, api, options, ask);
    return {
      path: `best/${meta.category}`,
      head: `${meta.title}: ${meta.description} ${data.length} operators.`,
      about: { title: meta.title },
      lists: [list('operators', data, line)],
    };
  },
});

function line(ranked: RankedOperator): string {
  return `${ranked.rank}. ${ranked.name} (${ranked.slug}): ${citedFigure(ranked)}`;
}
