import { describe, expect, it } from 'vitest';
import { publicationOf } from '../doors/publication.ts';
import { operator, TINY, tiny } from '../doors/tiny-dataset.ts';

const claim = (id: string, metric: string, value: string, more = '') => `- claim_id: ${id}
  metric: ${metric}
  value: ${value}
  evidence_url: https://tiny.example/fees
  observed_at: 2026-10-01T00:00:00Z
${more}`;

/** Nothing in it comes by its name or its number. */
const SOURCES = tiny({
  'operators/aspen.yaml': operator(9, 'Aspen'),
  'facts/aspen.yaml': claim('streams_5', 'streams', 'true') + claim('fee_usd_8', 'fee_usd', '3'),
  'facts/birch.yaml':
    claim('streams_2', 'streams', 'true') +
    claim('fee_usd_4', 'fee_usd', '3', '  superseded_by: fee_usd_3\n') +
    claim('fee_usd_3', 'fee_usd', '2'),
  'metrics.yaml': `${TINY['metrics.yaml']}- key: age
  name: Age
  description: Since when there is one.
  type: integer
  unit: null
  better: none
`,
  'categories.yaml': `${TINY['categories.yaml']}  - slug: broadest
    removed_at: 2026-06-01T00:00:00Z
    reason: Nobody asked for it.
`,
});

const KEPT = 'in the order that the publisher keeps them in';

describe('the records of a table', () => {
  it.each([
    ['/operators', 'by id', 'id', [3, 7, 9]],
    ['/operators/birch/facts', KEPT, 'claim_id', ['streams_2', 'fee_usd_3']],
    [
      '/facts',
      `by operator id, then ${KEPT}`,
      'claim_id',
      ['streams_2', 'fee_usd_3', 'fee_usd_1', 'streams_5', 'fee_usd_8'],
    ],
    [
      '/claims',
      `by operator id, then ${KEPT}`,
      'claim_id',
      ['streams_2', 'fee_usd_4', 'fee_usd_3', 'fee_usd_1', 'streams_5', 'fee_usd_8'],
    ],
    ['/metrics', 'in its own order', 'key', ['fee_usd', 'streams', 'age']],
    [
      '/categories',
      `Removed ones come last; otherwise they stand ${KEPT}`,
      'slug',
      ['cheapest', 'fastest', 'broadest'],
    ],
  ])('of %s stand %s, and its description says so', async (path, order, key, expected) => {
    const { read } = await publicationOf(SOURCES);
    const { data }: { data: readonly Record<string, unknown>[] } = JSON.parse(
      read(`${path.slice(1)}.json`),
    );
    expect(data.map((record) => record[key])).toEqual(expected);
    const { paths } = JSON.parse(read('openapi.json'));
    expect(paths[`${path.replace('birch', '{operator}')}.json`].get.description).toContain(order);
  });
});
