import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { ActiveCategory, Brief, Dataset, ListedOperator } from '../../src/model/index.ts';
import { aggregate, amendAggregates } from '../../src/resources/index.ts';

const CHEAPEST = {
  cite: 'fee',
  where: { accepts_vpn: true },
  rank_by: [
    { by: 'fee', order: 'ascending' },
    { by: 'updated_at', order: 'descending' },
  ],
} as unknown as ActiveCategory;

/** Few moments, so that several operators have the first and the last; one is told in two ways. */
const time: fc.Arbitrary<string> = fc.constantFrom(
  '2026-01-01T00:00:00Z',
  '2026-01-01T00:00:00.0Z',
  '2026-02-01T00:00:00Z',
  '2026-02-01T00:00:00.5Z',
  '2026-03-01T00:00:00Z',
);

const claims = fc.uniqueArray(
  fc.record({ metric: fc.constantFrom('fee', 'minutes', 'coins'), value: fc.nat(2), at: time }),
  { selector: ({ metric }) => metric, maxLength: 3 },
);

/** An operator in brief, but for its id. */
const brief = fc.record({
  summary: fc.record({ accepts_vpn: fc.boolean(), updated_at: time }),
  current: claims.map((claims) => ({
    metrics: claims.map(({ metric }) => metric),
    values: claims.map(({ value }) => value),
    observedAt: claims.map(({ at }) => at),
  })),
  past: fc.array(time, { maxLength: 2 }),
  retractedAt: fc.array(time, { maxLength: 1 }),
});

type Draft = typeof brief extends fc.Arbitrary<infer T> ? T : never;

const withId = (id: number, { summary, ...rest }: Draft) =>
  ({ summary: { id, ...summary }, ...rest }) as unknown as Brief;

function datasetOf(briefs: readonly Brief[]): Dataset {
  const operators = briefs.map((brief) => ({ id: brief.summary.id, brief }) as ListedOperator);
  return { operators, service: {} } as unknown as Dataset;
}

/** What is made of aggregates, without what has no order. */
function shown({ coverage, rank }: ReturnType<typeof aggregate>) {
  const metrics = coverage.metrics.toSorted((a, b) => (a.key < b.key ? -1 : 1));
  return { ...coverage, metrics, places: rank(CHEAPEST) };
}

describe('what all operators come to together', () => {
  it('is the same, whether what it was is amended or all are looked at', () => {
    const life = fc.record({
      areIdsSwapped: fc.boolean(),
      before: fc.array(brief, { minLength: 1, maxLength: 5 }),
      edits: fc.array(fc.option(brief), { maxLength: 5 }),
      newcomers: fc.array(brief, { maxLength: 2 }),
    });
    fc.assert(
      fc.property(life, ({ before: drafts, edits, newcomers, areIdsSwapped }) => {
        const before = drafts.map((draft, id) => withId(id, draft));
        const drafted = [...drafts.map((draft, index) => edits[index] ?? draft), ...newcomers];
        // The first two, whatever else becomes of them.
        const swapped = areIdsSwapped && drafts.length > 1 ? 2 : 0;
        const after = drafted.map((draft, index) =>
          withId(index < swapped ? 1 - index : index, draft),
        );
        const changed = after.flatMap((after, index) =>
          index < swapped || index >= drafts.length || edits[index]
            ? [{ before: before[index] ?? null, after }]
            : [],
        );
        const dataset = datasetOf(after.toSorted((a, b) => a.summary.id - b.summary.id));
        const known = aggregate(datasetOf(before));
        const [coverage, contenders] = JSON.parse(
          JSON.stringify([known.coverage, known.contendersIn(CHEAPEST)]),
        );
        const earlier = { coverage, contendersIn: () => contenders };
        expect(shown(amendAggregates(dataset, earlier, changed))).toEqual(
          shown(aggregate(dataset)),
        );
      }),
      { numRuns: 3000 },
    );
  });

  it('is told without a look at operators that stay as they are, though they move', () => {
    const draft = (updated_at: string, fee: number): Draft => ({
      summary: { accepts_vpn: true, updated_at },
      current: { metrics: ['fee'], values: [fee], observedAt: [updated_at] },
      past: [],
      retractedAt: [],
    });
    const before = [draft('2026-01-01T00:00:00Z', 1), draft('2026-02-01T00:00:00Z', 2)].map(
      (draft, id) => withId(id, draft),
    );
    const after = withId(1, draft('2026-03-01T00:00:00Z', 0));
    const hidden = Object.defineProperty({ id: 0 }, 'brief', {
      get: () => expect.fail('One that did not change was looked at'),
    }) as ListedOperator;
    const [changed] = datasetOf([after]).operators;
    const dataset = { ...datasetOf([]), operators: [hidden, changed as ListedOperator] };
    const earlier = aggregate(datasetOf(before));
    const edits = [{ before: before[1] ?? null, after }];
    expect(shown(amendAggregates(dataset, earlier, edits))).toEqual({
      claims: 2,
      currentClaims: 2,
      metrics: [
        {
          key: 'fee',
          operators: 2,
          oldest: '2026-01-01T00:00:00Z',
          newest: '2026-03-01T00:00:00Z',
        },
      ],
      past: null,
      changedAt: '2026-03-01T00:00:00Z',
      places: [
        { rank: 1, id: 1 },
        { rank: 2, id: 0 },
      ],
    });
  });
});
