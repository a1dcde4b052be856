import { describe, expect, it } from 'vitest';
import { isTable, planResources } from '../../src/resources/index.ts';
import { checkSources } from '../doors/check-sources.ts';
import { operator, TINY, tiny } from '../doors/tiny-dataset.ts';
import { SUPERSEDED } from './claim-history.ts';

interface Contender {
  readonly id: number;
  /** Fee, cited by the ranking; null for none. */
  readonly fee?: number | null;
  /** Raw YAML of the claim's fate. */
  readonly fate?: string;
  readonly minutes?: number;
  readonly updatedAt?: string;
  readonly more?: string;
}

const TIME = '2026-10-02T09:30:00Z';

/** Ranks contenders by a category; gives `rank:id` for each place. */
function rank(contenders: readonly Contender[], category: string): string[] {
  const files: Record<string, string | null> = {
    'operators/anchor.yaml': null,
    'operators/birch.yaml': null,
    'facts/anchor.yaml': null,
    'metrics.yaml': `${TINY['metrics.yaml']}- key: minutes
  name: Minutes
  description: How long.
  type: integer
  unit: min
  better: lower
`,
    'categories.yaml': `active:
  - slug: cheapest
    alias: cheap
    title: Cheapest
    description: By fee.
    cite: fee_usd
${category}`,
  };
  for (const { id, fee = null, fate = '', minutes, updatedAt = TIME, more = '' } of contenders) {
    // Slugs run against the ids, so that neither can stand in for the other.
    const slug = `o${String.fromCharCode(122 - id)}`;
    files[`operators/${slug}.yaml`] = operator(id, slug)
      .replace('kyc_level: none', more || 'kyc_level: none')
      .replace(TIME, updatedAt);
    const claim = (metric: string, value: number, end = '') =>
      `- { claim_id: ${metric}_${id}, metric: ${metric}, value: ${value}, evidence_url: https://x.example/, observed_at: 2026-01-01T00:00:00Z${end} }\n`;
    files[`facts/${slug}.yaml`] =
      (fee === null ? '' : claim('fee_usd', fee, fate)) +
        (minutes === undefined ? '' : claim('minutes', minutes)) || '[]';
  }
  const { dataset, diagnostics } = checkSources(tiny(files));
  expect(diagnostics.map(({ finding }) => finding)).toEqual([]);
  const tables = dataset === null ? [] : planResources(dataset).filter(isTable);
  const best = tables.find(({ answer }) => answer === 'ranking');
  if (best === undefined) throw new Error('no ranking');
  return best.rows().map((row) => `${row['rank']}:${row['id']}`);
}

const BY_FEE = '    where: {}\n    rank_by: [{ by: fee_usd, order: ascending }]\n';
const BY_FEE_AND_MINUTES =
  '    where: {}\n    rank_by: [{ by: fee_usd, order: ascending }, { by: minutes, order: descending }]\n';

describe('a ranking', () => {
  it.each<[string, string, Contender[], string[]]>([
    [
      'gives equals one rank, counts them all for the next, and puts them in the order of their ids',
      BY_FEE,
      [
        { id: 9, fee: 1 },
        { id: 4, fee: 2 },
        { id: 2, fee: 1 },
        { id: 3, fee: 0 },
        { id: 7, fee: 2 },
        { id: 8, fee: 3 },
      ],
      ['1:3', '2:2', '2:9', '4:4', '4:7', '6:8'],
    ],
    [
      'goes down as well as up',
      '    where: {}\n    rank_by: [{ by: fee_usd, order: descending }]\n',
      [
        { id: 1, fee: 1 },
        { id: 2, fee: 10 },
        { id: 3, fee: 9 },
      ],
      ['1:2', '2:3', '3:1'],
    ],
    [
      'leaves out who lacks the cited claim, and never takes it for zero',
      BY_FEE,
      [{ id: 1 }, { id: 2, fee: 0 }, { id: 3, fee: 5 }],
      ['1:2', '2:3'],
    ],
    [
      'never cites a retracted claim',
      BY_FEE,
      [
        { id: 1, fee: 0, fate: ', retracted: { at: 2026-02-01T00:00:00Z, reason: Wrong page. }' },
        { id: 2, fee: 5 },
      ],
      ['1:2'],
    ],
    [
      'breaks ties by the next key, and puts who lacks it last among equals whichever way it goes',
      BY_FEE_AND_MINUTES,
      [
        { id: 1, fee: 1 },
        { id: 2, fee: 1, minutes: 5 },
        { id: 3, fee: 1, minutes: 9 },
        { id: 4, fee: 1 },
        { id: 5, fee: 1, minutes: 5 },
      ],
      ['1:3', '2:2', '2:5', '4:1', '4:4'],
    ],
    [
      'holds conditions on summary fields and metrics, one value or several',
      '    where: { kyc_level: [none, required], minutes: 5 }\n    rank_by: [{ by: fee_usd, order: ascending }]\n',
      [
        { id: 1, fee: 1, minutes: 5 },
        { id: 2, fee: 1, minutes: 6 },
        { id: 3, fee: 1 },
        { id: 4, fee: 1, minutes: 5, more: 'kyc_level: discretionary' },
        { id: 5, fee: 2, minutes: 5, more: 'kyc_level: required' },
      ],
      ['1:1', '2:5'],
    ],
    [
      'can hold a field to null',
      '    where: { kyc_threshold_usd: null }\n    rank_by: [{ by: fee_usd, order: ascending }]\n',
      [
        { id: 1, fee: 1, more: 'kyc_level: threshold\nkyc_threshold_usd: 500' },
        { id: 2, fee: 1 },
      ],
      ['1:2'],
    ],
    [
      'orders levels by strictness, not by the alphabet',
      '    where: {}\n    rank_by: [{ by: kyc_level, order: ascending }]\n',
      [
        { id: 1, fee: 1, more: 'kyc_level: required' },
        { id: 2, fee: 1, more: 'kyc_level: discretionary' },
        { id: 3, fee: 1 },
        { id: 4, fee: 1, more: 'kyc_level: threshold\nkyc_threshold_usd: 5' },
      ],
      ['1:3', '2:2', '3:4', '4:1'],
    ],
    [
      'orders times by the moment, not by how they are written',
      '    where: {}\n    rank_by: [{ by: updated_at, order: ascending }]\n',
      [
        { id: 1, fee: 1, updatedAt: '2026-10-02T09:30:00.5Z' },
        { id: 2, fee: 1, updatedAt: '2026-10-02T09:30:00Z' },
      ],
      ['1:2', '2:1'],
    ],
    [
      'tells times apart that differ by less than a millisecond, and no others',
      '    where: {}\n    rank_by: [{ by: updated_at, order: descending }]\n',
      [
        { id: 1, fee: 1, updatedAt: '2026-10-02T09:30:00.000Z' },
        { id: 2, fee: 1, updatedAt: '2026-10-02T09:30:00.0009Z' },
        { id: 3, fee: 1, updatedAt: '2026-10-02T09:30:00.00090Z' },
        { id: 4, fee: 1, updatedAt: '2026-10-02T09:30:00Z' },
      ],
      ['1:2', '1:3', '3:1', '3:4'],
    ],
    [
      'leaves out who lacks what it goes by first',
      '    where: {}\n    rank_by: [{ by: minutes, order: ascending }]\n',
      [
        { id: 1, fee: 1 },
        { id: 2, fee: 1, minutes: 5 },
      ],
      ['1:2'],
    ],
  ])('%s', (_, category, contenders, expected) => {
    expect(rank(contenders, category)).toEqual(expected);
  });

  it('goes by a metric that is called as something of every JavaScript object', () => {
    const called = (text = '') => text.replaceAll('fee_usd', 'constructor');
    const names = ['metrics.yaml', 'categories.yaml', 'facts/anchor.yaml'] as const;
    const sources = Object.fromEntries(names.map((name) => [name, called(TINY[name])]));
    const { dataset } = checkSources(tiny(sources));
    const tables = dataset === null ? [] : planResources(dataset).filter(isTable);
    const rowsOf = (kind: string) =>
      tables.filter(({ answer }) => answer === kind).flatMap(({ rows }) => rows());
    expect(rowsOf('ranking')).toMatchObject([{ rank: 1, claim_id: 'constructor_1' }]);
    expect(rowsOf('categories')).toMatchObject([
      { rule: expect.stringContaining('ranked by Fee (USD) (lowest first)') },
      {},
    ]);
  });

  it('cites the claim that superseded another', () => {
    const { dataset } = checkSources(tiny({ 'facts/anchor.yaml': SUPERSEDED }));
    const resources = dataset === null ? [] : planResources(dataset);
    const rowsOf = (path: string) => {
      const table = resources.find(({ paths }) => paths.some((known) => known === path));
      return table !== undefined && 'rows' in table ? table.rows() : [];
    };
    expect(rowsOf('best/cheapest')).toMatchObject([
      { value: 4, claim_id: 'fee_usd_2', evidence_url: 'https://anchor.example/new' },
    ]);
    expect(rowsOf('operators/anchor/facts')).toMatchObject([{ claim_id: 'fee_usd_2' }]);
  });
});
