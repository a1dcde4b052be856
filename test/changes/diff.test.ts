import { describe, expect, it } from 'vitest';
import type { Change, Row } from '../../src/resources/index.ts';
import { changesBetween, changesOf } from '../doors/check-changes.ts';
import { operator, type Sources, TINY, tiny } from '../doors/tiny-dataset.ts';

const claim = (id: number, value: number, more = '') => `- claim_id: fee_usd_${id}
  metric: fee_usd
  value: ${value}
  evidence_url: https://anchor.example/fees/${id}
  observed_at: 2026-10-0${id}T00:00:00Z
${more}`;

/** An operator file with something else in one of its keys. */
const birch = (key: string, value: string) =>
  operator(3, 'Birch').replace(new RegExp(`^${key}: .*$`, 'm'), `${key}: ${value}`);

const fee = (type: string, asset: string, amount: number) =>
  `{ type: ${type}, asset: ${asset}, model: flat, amount: ${amount}, currency: ${asset} }`;

const limit = (tier: string, amount: number) =>
  `{ type: withdrawal_max, amount: ${amount}, currency: USD, period: day, tier: ${tier} }`;

const feeRecord = (type: string, asset: string, amount: number) => ({
  type,
  asset,
  network: null,
  model: 'flat',
  amount,
  currency: asset,
  percent: null,
  note: null,
  claim_id: null,
});

interface Case {
  readonly old?: Sources;
  readonly new: Sources;
  /** What is not null of each change. */
  readonly changes: readonly Partial<Change>[];
}

const BIRCH = {
  operator_id: 3,
  operator_slug: 'birch',
  operator: 'Birch',
  api_url: 'https://tiny.example/api/v1/operators/3',
};
const ANCHOR = { operator_id: 7, operator_slug: 'anchor', operator: 'Anchor' };
const API = 'https://tiny.example/api/v1';

const license = (name: string) => ({
  name,
  url: 'https://creativecommons.org/licenses/by/4.0/',
});
const contact = (who: string) => ({ name: 'Desk', email: `${who}@tiny.example`, url: null });

const CASES: { readonly [what: string]: Case } = {
  'nothing at all': { new: {}, changes: [] },
  'other addresses of the same service': {
    new: {
      'service.yaml': TINY['service.yaml']?.replaceAll('https://tiny', 'https://other') ?? '',
    },
    changes: [],
  },
  'an operator that comes, with its claims': {
    new: {
      'operators/cedar.yaml': operator(9, 'Cedar'),
      'facts/cedar.yaml': claim(2, 3),
    },
    changes: [
      {
        kind: 'operator_added',
        operator_id: 9,
        operator_slug: 'cedar',
        operator: 'Cedar',
        new: 'Cedar',
        api_url: `${API}/operators/9`,
      },
      {
        kind: 'claim_added',
        operator_id: 9,
        operator_slug: 'cedar',
        operator: 'Cedar',
        metric: 'fee_usd',
        claim_id: 'fee_usd_2',
        new: 3,
        evidence_url: 'https://anchor.example/fees/2',
        observed_at: '2026-10-02T00:00:00Z',
        api_url: `${API}/claims/fee_usd_2`,
      },
    ],
  },
  'an operator that goes, with its claims': {
    new: { 'operators/anchor.yaml': null, 'facts/anchor.yaml': null },
    changes: [
      { kind: 'operator_removed', ...ANCHOR, old: 'Anchor' },
      {
        kind: 'claim_removed',
        ...ANCHOR,
        metric: 'fee_usd',
        claim_id: 'fee_usd_1',
        old: 1.5,
        evidence_url: 'https://anchor.example/fees',
        observed_at: '2026-10-01T00:00:00Z',
      },
    ],
  },
  'an operator of another slug and name': {
    new: { 'operators/birch.yaml': null, 'operators/beech.yaml': operator(3, 'Beech') },
    changes: ['slug', 'name'].map((field) => ({
      kind: 'operator_renamed' as const,
      operator_id: 3,
      operator_slug: 'beech',
      operator: 'Beech',
      field,
      old: field === 'slug' ? 'birch' : 'Birch',
      new: field === 'slug' ? 'beech' : 'Beech',
      api_url: `${API}/operators/3`,
    })),
  },
  'fields, in the order of the record': {
    new: {
      'operators/birch.yaml': birch('kyc_level', 'threshold\nkyc_threshold_usd: 0').replace(
        'accepts_vpn: true',
        'accepts_vpn: false',
      ),
    },
    changes: [
      { kind: 'field_changed', ...BIRCH, field: 'kyc_level', old: 'none', new: 'threshold' },
      { kind: 'field_changed', ...BIRCH, field: 'kyc_threshold_usd', new: 0 },
      { kind: 'field_changed', ...BIRCH, field: 'accepts_vpn', old: true, new: false },
    ],
  },
  'items of a list, each matched with what it was': {
    old: {
      'operators/birch.yaml': birch(
        'fees',
        `[${fee('deposit', 'BTC', 1)}, ${fee('withdrawal', 'BTC', 2)}, ${fee('withdrawal', 'ETH', 3)}]`,
      ),
    },
    new: {
      'operators/birch.yaml': birch(
        'fees',
        `[${fee('withdrawal', 'LTC', 4)}, ${fee('withdrawal', 'BTC', 2.5)}, ${fee('deposit', 'BTC', 1)}]`,
      ),
    },
    changes: [
      {
        kind: 'item_added',
        ...BIRCH,
        field: 'fees',
        item: 'withdrawal LTC',
        new: feeRecord('withdrawal', 'LTC', 4),
      },
      {
        kind: 'item_changed',
        ...BIRCH,
        field: 'fees.amount',
        item: 'withdrawal BTC',
        old: 2,
        new: 2.5,
      },
      {
        kind: 'item_removed',
        ...BIRCH,
        field: 'fees',
        item: 'withdrawal ETH',
        old: feeRecord('withdrawal', 'ETH', 3),
      },
    ],
  },
  'texts of a list': {
    old: { 'operators/birch.yaml': birch('pros', '[Quick, Cheap, Plain]') },
    new: { 'operators/birch.yaml': birch('pros', '[Cheap, Old]') },
    changes: [
      { kind: 'item_added', ...BIRCH, field: 'pros', new: 'Old' },
      { kind: 'item_removed', ...BIRCH, field: 'pros', old: 'Quick' },
      { kind: 'item_removed', ...BIRCH, field: 'pros', old: 'Plain' },
    ],
  },
  'a list in another order': {
    old: { 'operators/birch.yaml': birch('pros', '[Quick, Cheap]') },
    new: { 'operators/birch.yaml': birch('pros', '[Cheap, Quick]') },
    changes: [
      {
        kind: 'field_changed',
        ...BIRCH,
        field: 'pros',
        old: ['Quick', 'Cheap'],
        new: ['Cheap', 'Quick'],
      },
    ],
  },
  'a claim superseded, past one that never was current': {
    new: {
      'facts/anchor.yaml': [
        claim(1, 1.5, '  superseded_by: fee_usd_2\n'),
        claim(2, 1.8, '  superseded_by: fee_usd_3\n'),
        claim(3, 2),
      ].join(''),
    },
    old: { 'facts/anchor.yaml': claim(1, 1.5) },
    changes: [
      {
        kind: 'claim_superseded',
        ...ANCHOR,
        metric: 'fee_usd',
        claim_id: 'fee_usd_3',
        replaced_claim_id: 'fee_usd_1',
        old: 1.5,
        new: 2,
        evidence_url: 'https://anchor.example/fees/3',
        observed_at: '2026-10-03T00:00:00Z',
        api_url: `${API}/claims/fee_usd_3`,
      },
    ],
  },
  'a claim retracted, and a right one added': {
    old: { 'facts/anchor.yaml': claim(1, 1.5) },
    new: {
      'facts/anchor.yaml': `${claim(1, 1.5, '  retracted: { at: 2026-10-05T00:00:00Z, reason: Misread }\n')}${claim(2, 2)}`,
    },
    changes: [
      {
        kind: 'claim_retracted',
        ...ANCHOR,
        metric: 'fee_usd',
        claim_id: 'fee_usd_1',
        old: 1.5,
        reason: 'Misread',
        evidence_url: 'https://anchor.example/fees/1',
        observed_at: '2026-10-01T00:00:00Z',
        api_url: `${API}/claims/fee_usd_1`,
      },
      {
        kind: 'claim_added',
        ...ANCHOR,
        metric: 'fee_usd',
        claim_id: 'fee_usd_2',
        new: 2,
        evidence_url: 'https://anchor.example/fees/2',
        observed_at: '2026-10-02T00:00:00Z',
        api_url: `${API}/claims/fee_usd_2`,
      },
    ],
  },
  'the evidence of a claim corrected in its place': {
    old: { 'facts/anchor.yaml': claim(1, 1.5) },
    new: { 'facts/anchor.yaml': claim(1, 1.5).replace('fees/1', 'prices') },
    changes: [
      {
        kind: 'claim_changed',
        ...ANCHOR,
        metric: 'fee_usd',
        claim_id: 'fee_usd_1',
        field: 'evidence_url',
        old: 'https://anchor.example/fees/1',
        new: 'https://anchor.example/prices',
        evidence_url: 'https://anchor.example/prices',
        observed_at: '2026-10-01T00:00:00Z',
        api_url: `${API}/claims/fee_usd_1`,
      },
    ],
  },
  'an item among others that have all but its tier': {
    old: { 'operators/birch.yaml': birch('limits', `[${limit('gold', 5)}, ${limit('blue', 1)}]`) },
    new: { 'operators/birch.yaml': birch('limits', `[${limit('blue', 1)}, ${limit('gold', 6)}]`) },
    changes: [
      {
        kind: 'item_changed',
        ...BIRCH,
        field: 'limits.amount',
        item: 'withdrawal_max day gold',
        old: 5,
        new: 6,
      },
    ],
  },
  'claims that move with the ids of their operators': {
    new: {
      'operators/anchor.yaml': operator(3, 'Anchor'),
      'operators/birch.yaml': operator(7, 'Birch'),
    },
    changes: [
      ...(['slug', 'name'] as const).map((field) => ({
        kind: 'operator_renamed' as const,
        operator_id: 3,
        operator_slug: 'anchor',
        operator: 'Anchor',
        field,
        old: field === 'slug' ? 'birch' : 'Birch',
        new: field === 'slug' ? 'anchor' : 'Anchor',
        api_url: `${API}/operators/3`,
      })),
      {
        kind: 'claim_added',
        operator_id: 3,
        operator_slug: 'anchor',
        operator: 'Anchor',
        metric: 'fee_usd',
        claim_id: 'fee_usd_1',
        new: 1.5,
        evidence_url: 'https://anchor.example/fees',
        observed_at: '2026-10-01T00:00:00Z',
        api_url: `${API}/claims/fee_usd_1`,
      },
      ...(['slug', 'name'] as const).map((field) => ({
        kind: 'operator_renamed' as const,
        operator_id: 7,
        operator_slug: 'birch',
        operator: 'Birch',
        field,
        old: field === 'slug' ? 'anchor' : 'Anchor',
        new: field === 'slug' ? 'birch' : 'Birch',
        api_url: `${API}/operators/7`,
      })),
      {
        kind: 'claim_removed',
        operator_id: 7,
        operator_slug: 'birch',
        operator: 'Birch',
        metric: 'fee_usd',
        claim_id: 'fee_usd_1',
        old: 1.5,
        evidence_url: 'https://anchor.example/fees',
        observed_at: '2026-10-01T00:00:00Z',
        api_url: `${API}/claims/fee_usd_1`,
      },
    ],
  },
  'metrics: one changed, one added, one removed': {
    new: {
      'metrics.yaml': `${TINY['metrics.yaml']?.replace('Fee (USD)', 'Fee').replace(/- key: streams.*$/s, '') ?? ''}- key: age
  name: Age
  description: Years.
  type: integer
  unit: null
  better: none
`,
    },
    changes: [
      { kind: 'metric_added', metric: 'age', new: 'Age', api_url: `${API}/metrics` },
      {
        kind: 'metric_changed',
        metric: 'fee_usd',
        field: 'name',
        old: 'Fee (USD)',
        new: 'Fee',
        api_url: `${API}/metrics`,
      },
      { kind: 'metric_removed', metric: 'streams', old: 'Live streams' },
    ],
  },
  'categories: one changed, one removed': {
    old: {
      'categories.yaml': (TINY['categories.yaml'] ?? '').replace(
        'removed:',
        `  - slug: dearest
    alias: highest-withdrawal-fee
    title: Dearest
    description: By fee.
    where: {}
    cite: fee_usd
    rank_by:
      - { by: fee_usd, order: descending }
removed:`,
      ),
    },
    new: {
      'categories.yaml': `${(TINY['categories.yaml'] ?? '').replace('ascending', 'descending')}  - slug: dearest
    removed_at: 2026-07-01T00:00:00Z
    reason: Nobody asked
    see: null
`,
    },
    changes: [
      {
        kind: 'category_changed',
        category: 'cheapest',
        field: 'rank_by',
        old: [{ by: 'fee_usd', order: 'ascending' }],
        new: [{ by: 'fee_usd', order: 'descending' }],
        api_url: `${API}/best/cheapest`,
      },
      { kind: 'category_removed', category: 'dearest', old: 'Dearest', reason: 'Nobody asked' },
    ],
  },
  'categories: one that was removed before, for a better reason': {
    new: {
      'categories.yaml': (TINY['categories.yaml'] ?? '')
        .replace('Speed could not be measured', 'Nobody measures speed')
        .replace('see: cheapest', 'see: null'),
    },
    changes: [
      {
        kind: 'category_changed',
        category: 'fastest',
        field: 'reason',
        old: 'Speed could not be measured',
        new: 'Nobody measures speed',
      },
      { kind: 'category_changed', category: 'fastest', field: 'see', old: 'cheapest' },
    ],
  },
  'categories: one with another slug, which keeps the old one as its alias': {
    new: {
      'categories.yaml': (TINY['categories.yaml'] ?? '')
        .replace('slug: cheapest', 'slug: lowest-fee')
        .replace('alias: lowest-withdrawal-fee', 'alias: cheapest')
        .replace('see: cheapest', 'see: lowest-fee')
        .concat(`  - slug: lowest-withdrawal-fee
    removed_at: 2026-07-01T00:00:00Z
    reason: Too long
    see: lowest-fee
`),
    },
    changes: [
      {
        kind: 'category_changed',
        category: 'fastest',
        field: 'see',
        old: 'cheapest',
        new: 'lowest-fee',
      },
      {
        kind: 'category_changed',
        category: 'lowest-fee',
        field: 'slug',
        old: 'cheapest',
        new: 'lowest-fee',
        api_url: `${API}/best/lowest-fee`,
      },
      {
        kind: 'category_changed',
        category: 'lowest-fee',
        field: 'alias',
        old: 'lowest-withdrawal-fee',
        new: 'cheapest',
        api_url: `${API}/best/lowest-fee`,
      },
    ],
  },
  'what the service says about itself': {
    new: {
      'service.yaml': (TINY['service.yaml'] ?? '')
        .replace('Tiny Comparison', 'Small Comparison')
        .replace('desk@', 'data@')
        .replace('CC BY 4.0', 'CC BY-SA 4.0')
        .replace('Name the service.', 'Name us.')
        .replace('notice: null', 'notice: A sample.\nclaim_pages: none')
        .concat('deprecation: { since: 2027-01-01T00:00:00Z, details: https://tiny.example/v2 }\n'),
    },
    changes: [
      { field: 'name', old: 'Tiny Comparison', new: 'Small Comparison' },
      { field: 'notice', new: 'A sample.' },
      { field: 'license', old: license('CC BY 4.0'), new: license('CC BY-SA 4.0') },
      { field: 'attribution', old: 'Name the service.', new: 'Name us.' },
      { field: 'contact', old: contact('desk'), new: contact('data') },
      { field: 'claim_pages', old: 'json_and_csv', new: 'none' },
      {
        field: 'deprecation',
        new: { since: '2027-01-01T00:00:00Z', sunset: null, details: 'https://tiny.example/v2' },
      },
    ].map((changed) => ({ kind: 'service_changed' as const, ...changed, api_url: API })),
  },
};

const withoutNulls = (change: object) =>
  Object.fromEntries(Object.entries(change).filter(([, value]) => value !== null));

describe('what changed', () => {
  it.each(Object.entries(CASES))('is told value by value: %s', async (_, given) => {
    const old = tiny(given.old);
    const { logged, comparison } = await changesBetween(old, { ...old, ...given.new });
    expect(comparison.changes.map(withoutNulls)).toEqual(given.changes);
    // The log of a build in place, from its sources, is what two folders tell by their files.
    expect(logged).toEqual(
      comparison.changes.map((change) => ({ changed_at: '2026-11-15T12:01:00Z', ...change })),
    );
  });
});

describe('a field that an earlier release of this program did not publish', () => {
  const ending = { since: '2027-01-01T00:00:00Z', details: 'https://tiny.example/v2' };
  const fees = [
    { type: 'deposit', asset: 'BTC', amount: 1 },
    { type: 'deposit', asset: 'BTC', amount: 2 },
  ];
  const notedFees = fees.map((one) => ({ ...one, note: null }));

  it.each<[what: string, kind: string, old: Row, now: Row, changed: readonly string[]]>([
    ['of the service', 'index', {}, { notice: null }, []],
    [
      'within one of the service',
      'index',
      { deprecation: ending },
      { deprecation: { ...ending, sunset: null } },
      [],
    ],
    ['of an operator', 'operator', {}, { kyc_threshold_usd: null }, []],
    ['of items', 'operator', { fees }, { fees: notedFees }, []],
    ['of items that moved', 'operator', { fees }, { fees: [...notedFees].reverse() }, ['fees']],
    ['of a metric', 'metrics', {}, { unit: null }, []],
    ['of a category', 'categories', {}, { see: null }, []],
    // That something is unknown can well be what a ranking goes by.
    ['but not a condition', 'categories', { where: {} }, { where: { name: null } }, ['where']],
  ])('changes nothing by coming as null: %s', (_, kind, old, now, changed) => {
    expect(changesOf(kind, old, now).map(({ field }) => field)).toEqual(changed);
  });
});

describe('what makes no sense in a publication is passed over', () => {
  const NO_TEXT = { toString: null };
  it.each<[what: string, kind: string, old: Row, now: Row, changes: number]>([
    ['the key of a metric', 'metrics', { key: NO_TEXT }, { key: NO_TEXT, unit: 'USD' }, 0],
    ['the slug of a category', 'categories', { slug: NO_TEXT }, { slug: 'a' }, 1],
    ['a place in a ranking', 'ranking', { id: NO_TEXT, rank: NO_TEXT }, {}, 0],
    ['the id of a claim', 'facts', { claim_id: NO_TEXT }, { claim_id: 'fee_usd_1' }, 1],
    ['what an item is known by', 'operator', { fees: [{ type: NO_TEXT }] }, { fees: [] }, 1],
  ])('%s', (_, kind, old, now, count) => {
    expect(changesOf(kind, old, now)).toHaveLength(count);
  });
});

describe('a list of twenty thousand', () => {
  const names = Array.from({ length: 20_000 }, (_, index) => `a${index}`);
  const options = names.map((asset) => ({ asset, network: null, deposit: true }));
  it.each<[what: string, old: Row, now: Row, kind: string, changes: number]>([
    [
      'of other texts',
      { pros: names },
      { pros: names.map((one) => `${one}!`) },
      'item_added',
      40_000,
    ],
    ['turned around', { pros: names }, { pros: [...names].reverse() }, 'field_changed', 1],
    [
      'of items that changed',
      { payment_options: options },
      { payment_options: options.map((one) => ({ ...one, deposit: false })).reverse() },
      'item_changed',
      20_000,
    ],
  ])('is compared in no time: %s', (_, old, now, kind, count) => {
    const changes = changesOf('operator', old, now);
    expect(changes).toHaveLength(count);
    expect(changes[0]).toMatchObject({ kind });
  });
});

describe('the effect on rankings', () => {
  it('is who enters, leaves and moves', async () => {
    const old = tiny({
      'operators/cedar.yaml': operator(9, 'Cedar'),
      'facts/cedar.yaml': claim(2, 3),
      'operators/dogwood.yaml': operator(10, 'Dogwood'),
      'facts/dogwood.yaml': claim(3, 9),
    });
    const now = {
      ...old,
      'facts/birch.yaml': claim(4, 1),
      'facts/cedar.yaml': claim(2, 3, '  retracted: { at: 2026-10-05T00:00:00Z, reason: No }\n'),
    };
    const { comparison } = await changesBetween(old, now);
    const move = (operator_id: number, operator: string, old_rank: unknown, new_rank: unknown) => ({
      operator_id,
      operator_slug: operator.toLowerCase(),
      operator,
      old_rank,
      new_rank,
    });
    expect(comparison.rankings).toEqual([
      {
        category: 'cheapest',
        title: 'Cheapest',
        moves: [move(3, 'Birch', null, 1), move(7, 'Anchor', 1, 2), move(9, 'Cedar', 2, null)],
      },
    ]);
  });

  it('comes in the order of their slugs, with the titles that they have now', async () => {
    const categories = (title: string) =>
      (TINY['categories.yaml'] ?? '').replace(
        /active:\n((?: {2}.*\n)+?)removed:/,
        (_, cheapest: string) =>
          `active:\n${cheapest.replaceAll('cheapest', 'thrifty').replace('alias: lowest', 'alias: least')}${cheapest.replace('Cheapest', title)}removed:`,
      );
    const { comparison } = await changesBetween(
      tiny({ 'categories.yaml': categories('Cheapest') }),
      tiny({ 'categories.yaml': categories('Lowest'), 'facts/birch.yaml': claim(4, 1) }),
    );
    expect(comparison.rankings.map(({ category, title }) => [category, title])).toEqual([
      ['cheapest', 'Lowest'],
      ['thrifty', 'Cheapest'],
    ]);
  });

  it('is nothing where a category and its alias trade places', async () => {
    const traded = (TINY['categories.yaml'] ?? '')
      .replace(/slug: cheapest(\s+)alias: (\S+)/, 'slug: $2$1alias: cheapest')
      .replace('see: cheapest', 'see: lowest-withdrawal-fee');
    const { comparison } = await changesBetween(tiny(), tiny({ 'categories.yaml': traded }));
    expect(comparison.changes.map(({ field, new: now }) => [field, now])).toEqual([
      ['see', 'lowest-withdrawal-fee'],
      ['slug', 'lowest-withdrawal-fee'],
      ['alias', 'cheapest'],
    ]);
    expect(comparison.rankings).toEqual([]);
  });
});
