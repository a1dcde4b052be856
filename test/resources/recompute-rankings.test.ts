import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { build } from '../../src/index.ts';
import { project } from '../doors/check-build.ts';
import { repository } from '../doors/repository.ts';
import { operator, TINY, tiny } from '../doors/tiny-dataset.ts';

/**
 * Any ranking can be made again from three published files alone. What is below was written from
 * the words of `categories.json` and of docs, and shares no code with the build.
 */
type Value = string | number | boolean | null;
type Operator = Readonly<Record<string, Value>>;
interface Category {
  readonly slug: string;
  readonly status: string;
  readonly rule: string | null;
  readonly where: Readonly<Record<string, Value | readonly Value[]>>;
  readonly cite: string;
  readonly rank_by: readonly { readonly by: string; readonly order: string }[];
}
interface Fact {
  readonly operator_id: number;
  readonly metric: string;
  readonly value: Value;
  readonly claim_id: string | null;
}
interface Place {
  readonly rank: number;
  readonly id: number;
  readonly claim_id: string | null;
}

type Read = (path: string) => { readonly data: readonly unknown[] };

const KYC_LEVELS = ['none', 'discretionary', 'threshold', 'required'];

function recompute(category: Category, read: Read): readonly Place[] {
  const operators = read('operators.json').data as readonly Operator[];
  const facts = read('facts.json').data as readonly Fact[];
  const factOf = (id: Value | undefined, metric: string) =>
    facts.find((fact) => fact.operator_id === id && fact.metric === metric);
  const statedOf = (one: Operator, name: string): Value =>
    name in one ? (one[name] ?? null) : (factOf(one['id'], name)?.value ?? null);
  const metrics = read('metrics.json').data as readonly { readonly key: string }[];
  const isCited = (one: Operator, cite: string) =>
    metrics.some(({ key }) => key === cite)
      ? factOf(one['id'], cite) !== undefined
      : statedOf(one, cite) !== null;
  const keyOf = (one: Operator, name: string): string | number | null => {
    const value = statedOf(one, name);
    if (name === 'kyc_level') return KYC_LEVELS.indexOf(String(value));
    if (name === 'updated_at') return Date.parse(String(value));
    return typeof value === 'boolean' ? (value ? 1 : 0) : value;
  };
  const compare = (a: Operator, b: Operator): number => {
    for (const { by, order } of category.rank_by) {
      const [left, right] = [keyOf(a, by), keyOf(b, by)];
      if (left === right) continue;
      if (left === null) return 1;
      if (right === null) return -1;
      return left < right === (order === 'ascending') ? -1 : 1;
    }
    return 0;
  };
  const eligible = operators
    .filter((one) => isCited(one, category.cite))
    .filter((one) => statedOf(one, category.rank_by[0]?.by ?? '') !== null)
    .filter((one) =>
      Object.entries(category.where).every(([name, wanted]) =>
        [wanted].flat().includes(statedOf(one, name)),
      ),
    )
    .sort((a, b) => compare(a, b) || Number(a['id']) - Number(b['id']));
  return eligible.map((one) => ({
    rank: 1 + eligible.filter((other) => compare(other, one) < 0).length,
    id: Number(one['id']),
    claim_id: factOf(one['id'], category.cite)?.claim_id ?? null,
  }));
}

function differencesIn(read: Read): { ranked: number; differing: string[] } {
  const categories = read('categories.json').data as readonly Category[];
  const active = categories.filter(({ status }) => status === 'active');
  const differing = active.flatMap((category) => {
    const published = (read(`best/${category.slug}.json`).data as readonly Place[]).map(
      ({ rank, id, claim_id }) => ({ rank, id, claim_id }),
    );
    return JSON.stringify(published) === JSON.stringify(recompute(category, read))
      ? []
      : [category.slug];
  });
  return { ranked: active.length, differing };
}

describe('the published rules', () => {
  const out = mkdtempSync(join(tmpdir(), 'operator-api-recompute-'));
  const read: Read = (path) => JSON.parse(readFileSync(join(out, 'api/v1', path), 'utf8'));
  beforeAll(async () => {
    await build({ data: join(repository, 'data'), out });
  });
  afterAll(() => rmSync(out, { recursive: true }));

  it('give every ranking of the shipped dataset again', () => {
    expect(differencesIn(read)).toEqual({ ranked: 3, differing: [] });
  });

  it('give rankings by every kind of value again, with ties and unknown tie-breakers', async () => {
    const given = project(
      tiny({
        'categories.yaml': MANY_RULES,
        'operators/cedar.yaml': operator(11, 'Cedar').replace(
          'kyc_level: none',
          'kyc_level: required',
        ),
        'operators/dune.yaml': operator(2, 'Dune').replace(
          'kyc_level: none\naccepts_vpn: true',
          'kyc_level: threshold\nkyc_threshold_usd: 500\naccepts_vpn: false',
        ),
        'facts/birch.yaml': facts(2, { fee_usd: 1.5, streams: true }),
        'facts/cedar.yaml': facts(3, { fee_usd: 0, streams: false }),
        'facts/dune.yaml': facts(4, { fee_usd: 1.5 }),
      }),
    );
    await given.buildAt(0);
    const readTiny: Read = (path) => JSON.parse(given.read(path));
    expect(differencesIn(readTiny)).toEqual({ ranked: 7, differing: [] });
    const rules = (readTiny('categories.json').data as readonly Category[]).map(({ rule }) => rule);
    expect(rules).toMatchInlineSnapshot(`
      [
        "Operators with a current claim of Fee (USD), ranked by Fee (USD) (lowest first), then by Live streams (true first), unknown last. Operators equal in all of this share a rank, the next rank counts them all, and they stand in the order of their ids.",
        "Operators whose accepts_vpn is true, with a current claim of Fee (USD), ranked by Fee (USD) (highest first). Operators equal in all of this share a rank, the next rank counts them all, and they stand in the order of their ids.",
        "Operators with a current claim of Fee (USD) and a known kyc_level, ranked by kyc_level (strictest first), then by id (highest first). Operators equal in all of this share a rank, the next rank counts them all, and they stand in the order of their ids.",
        "Operators whose kyc_level is none or required, with a current claim of Fee (USD) and a known Live streams, ranked by Live streams (false first). Operators equal in all of this share a rank, the next rank counts them all, and they stand in the order of their ids.",
        "Operators with a current claim of Fee (USD) and a known kyc_threshold_usd, ranked by kyc_threshold_usd (lowest first). Operators equal in all of this share a rank, the next rank counts them all, and they stand in the order of their ids.",
        "Operators with a current claim of Fee (USD) and a known accepts_vpn, ranked by accepts_vpn (false first), then by kyc_threshold_usd (highest first), unknown last. Operators equal in all of this share a rank, the next rank counts them all, and they stand in the order of their ids.",
        "Operators whose Live streams is true or false, with a current claim of Fee (USD), ranked by updated_at (oldest first). Operators equal in all of this share a rank, the next rank counts them all, and they stand in the order of their ids.",
      ]
    `);
  });
});

it('says of a summary field how it is ordered, also where a metric has its name', async () => {
  const given = project(
    tiny({
      'metrics.yaml': `${TINY['metrics.yaml']}- key: name
  name: Length of the name
  description: In letters.
  type: integer
  better: none
`,
      'categories.yaml': `active:
  - slug: named
    alias: by-name
    title: By name
    description: By name.
    where: {}
    cite: fee_usd
    rank_by: [{ by: name, order: ascending }]
`,
    }),
  );
  await given.buildAt(0);
  expect(given.read('categories.json')).toContain('ranked by name (lowest code units first).');
});

function facts(n: number, values: Readonly<Record<string, unknown>>): string {
  return Object.entries(values)
    .map(
      ([metric, value]) => `- claim_id: ${metric}_${n}
  metric: ${metric}
  value: ${value}
  evidence_url: https://evidence.example/
  observed_at: 2026-10-01T00:00:00Z
`,
    )
    .join('');
}

const MANY_RULES = `active:
${[
  ['by-fee', '{}', '{ by: fee_usd, order: ascending }, { by: streams, order: descending }'],
  ['by-fee-down', '{ accepts_vpn: true }', '{ by: fee_usd, order: descending }'],
  ['by-level', '{}', '{ by: kyc_level, order: descending }, { by: id, order: descending }'],
  ['by-streams', '{ kyc_level: [none, required] }', '{ by: streams, order: ascending }'],
  ['by-threshold', '{}', '{ by: kyc_threshold_usd, order: ascending }'],
  [
    'by-vpn',
    '{}',
    '{ by: accepts_vpn, order: ascending }, { by: kyc_threshold_usd, order: descending }',
  ],
  ['by-time', '{ streams: [true, false] }', '{ by: updated_at, order: ascending }'],
]
  .map(
    ([slug, where, keys]) => `  - slug: ${slug}
    alias: ${slug}-alias
    title: Title
    description: Description.
    where: ${where}
    cite: fee_usd
    rank_by: [${keys}]
`,
  )
  .join('')}removed: []
`;
