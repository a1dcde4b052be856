import { describe, expect, it } from 'vitest';
import { changesBetween } from '../doors/check-changes.ts';
import { codesOf } from '../doors/check-sources.ts';
import { publicationOf } from '../doors/publication.ts';
import {
  change,
  inAnchor,
  inCategories,
  inClaim,
  type Sources,
  TINY,
  tiny,
} from '../doors/tiny-dataset.ts';

const inBirch = (from: string, to: string) => change('operators/birch.yaml', from, to);
const inMetrics = (from: string, to: string) => change('metrics.yaml', from, to);

const CLOSED = inAnchor('name: Anchor', 'name: Anchor\nstatus: closed\nended_at: 2026-10-05');
const SEEN = 'observed_at: 2026-10-01T00:00:00Z';
const SEEN_TWICE = inClaim(SEEN, `observed_at: [2026-10-01, 2026-11-01T08:00:00Z]`);

/** Reads the JSON answers of a publication of the tiny dataset with some changes. */
async function answersOf(changes: Sources) {
  const { read } = await publicationOf(tiny(changes));
  return { read, answer: (path: string) => JSON.parse(read(`${path}.json`)) };
}

describe('a claim that was seen again', () => {
  it('has its newest time in facts and rankings, and all that is known on its page', async () => {
    const { answer } = await answersOf(SEEN_TWICE);
    for (const path of ['facts', 'operators/anchor/facts', 'best/cheapest', 'claims']) {
      expect(answer(path).data[0].observed_at, path).toBe('2026-11-01T08:00:00Z');
    }
    expect(answer('claims/fee_usd_1').data[0]).toMatchObject({
      observed_at: '2026-11-01T08:00:00Z',
      first_observed_at: '2026-10-01T00:00:00Z',
      observations: 2,
    });
  });

  it('keeps the hash of what was cited', async () => {
    const hashOf = async (changes: Sources) =>
      (await answersOf(changes)).answer('claims/fee_usd_1').data[0].content_hash;
    expect(await hashOf(SEEN_TWICE)).toBe(await hashOf({}));
  });

  it('is no entry of the change log, unless the service wants it', async () => {
    const confirmed = await changesBetween(tiny(), tiny(SEEN_TWICE));
    expect(confirmed.logged).toEqual([]);
    expect(confirmed.comparison.changes).toMatchObject([
      { kind: 'claim_confirmed', claim_id: 'fee_usd_1', new: '2026-11-01T08:00:00Z' },
    ]);
    const wanting = tiny({
      'service.yaml': `${TINY['service.yaml']}changes: { confirmations: true }\n`,
    });
    const { logged } = await changesBetween(wanting, { ...wanting, ...SEEN_TWICE });
    expect(logged).toMatchObject([{ kind: 'claim_confirmed' }]);
  });
});

describe('an operator that has closed', () => {
  it('leaves the list, the facts and the rankings, and keeps its own answers', async () => {
    const { answer } = await answersOf(CLOSED);
    for (const path of ['operators', 'facts', 'best/cheapest']) {
      expect(JSON.stringify(answer(path).data), path).not.toContain('anchor');
    }
    const detail = { slug: 'anchor', status: 'closed', ended_at: '2026-10-05T00:00:00Z' };
    expect(answer('operators/anchor').data[0]).toMatchObject(detail);
    expect(answer('operators/anchor/facts').meta).toMatchObject({ operator_status: 'closed' });
    const [claim] = answer('claims/fee_usd_1').data;
    expect(claim).toMatchObject({ operator_status: 'closed', status: 'current' });
    expect(claim.citation).toContain('operator closed on 2026-10-05');
    expect(answer('index').meta).toMatchObject({ operators: 1, ended_operators: 1, claims: 1 });
    expect(answer('metrics').data[0].operators_with_current_claim).toBe(0);
  });

  it('is one change', async () => {
    const reason = { ...CLOSED };
    const { comparison, logged } = await changesBetween(tiny(), tiny(reason));
    expect(comparison.changes).toMatchObject([
      { kind: 'operator_ended', operator_slug: 'anchor', old: 'active', new: 'closed' },
    ]);
    expect(logged).toHaveLength(1);
  });
});

it('a former slug answers with the bytes of the slug', async () => {
  const { read, readManifest } = await publicationOf(
    tiny(inAnchor('name: Anchor', 'name: Anchor\nformer_slugs: [old-anchor]')),
  );
  for (const file of ['', '/facts'].flatMap((end) => [`${end}.json`, `${end}.csv`])) {
    expect(read(`operators/old-anchor${file}`)).toBe(read(`operators/anchor${file}`));
  }
  const paths = readManifest().resources.map(({ path, aliases }) => [path, ...aliases]);
  expect(paths).toContainEqual(['/operators/anchor', '/operators/7', '/operators/old-anchor']);
});

describe('a fee or limit that names a metric', () => {
  const fee = '{ type: withdrawal, asset: USDT, model: flat, metric: fee_usd }';
  const limit = '{ type: stake_min, period: day, metric: fee_usd }';

  it('has the figure and the id of the current claim', async () => {
    const { answer } = await answersOf(
      inAnchor('fees: []\nlimits: []', `fees: [${fee}]\nlimits: [${limit}]`),
    );
    const [{ fees, limits }] = answer('operators/anchor').data;
    const figure = { amount: 1.5, currency: 'USD', claim_id: 'fee_usd_1' };
    expect(fees).toMatchObject([{ ...figure, model: 'flat', percent: null }]);
    expect(limits).toMatchObject([figure]);
  });

  it('is unknown without a current claim', async () => {
    const { answer } = await answersOf(inBirch('fees: []', `fees: [${fee}]`));
    expect(answer('operators/birch').data[0].fees).toMatchObject([
      { model: 'unknown', amount: null, currency: null, claim_id: null },
    ]);
  });

  it('changes with the claim, whose id is no change of the fee', async () => {
    const old = tiny(inAnchor('fees: []', `fees: [${fee}]`));
    const { comparison } = await changesBetween(old, {
      ...old,
      'facts/anchor.yaml': `${TINY['facts/anchor.yaml']}  superseded_by: fee_usd_2
- { claim_id: fee_usd_2, metric: fee_usd, value: 2, evidence_url: https://a.example/, observed_at: 2026-10-03 }
`,
    });
    expect(comparison.changes.map(({ kind, field, new: now }) => [kind, field, now])).toEqual([
      ['item_changed', 'fees.amount', 2],
      ['claim_superseded', null, 2],
    ]);
  });

  it.each(['h', 'markets', 'null'])('takes no amount from a metric in %s', (unit) => {
    const sources = tiny({
      ...inMetrics('unit: USD', `unit: ${unit}`),
      ...inAnchor('fees: []', `fees: [${fee}]`),
    });
    expect(codesOf(sources)).toEqual(['figure/metric operators/anchor.yaml']);
  });

  it('can state the percentage of a fee', async () => {
    const { answer } = await answersOf({
      ...inMetrics('unit: USD', 'unit: "%"'),
      ...inAnchor('fees: []', 'fees: [{ type: betting, model: percent, metric: fee_usd }]'),
    });
    expect(answer('operators/anchor').data[0].fees).toMatchObject([
      { percent: 1.5, amount: null, currency: null, claim_id: 'fee_usd_1' },
    ]);
  });
});

it('an operator without updated_at has the newest date of its sources', async () => {
  const { answer } = await answersOf({
    ...SEEN_TWICE,
    ...inAnchor('updated_at: 2026-10-02T09:30:00Z\n', ''),
  });
  expect(answer('operators').data[1].updated_at).toBe('2026-11-01T08:00:00Z');
});

it('what is not known is null', async () => {
  const unknown = (TINY['operators/anchor.yaml'] ?? '').replace(
    /kyc_level: .*\naccepts_vpn: .*\nhas_mobile_app: .*/,
    'kyc_level: null\naccepts_vpn: null\nhas_mobile_app: null',
  );
  const { answer } = await answersOf({ 'operators/anchor.yaml': unknown });
  expect(answer('operators').data[1]).toMatchObject({
    kyc_level: null,
    kyc_threshold_usd: null,
    accepts_vpn: null,
    has_mobile_app: null,
  });
});

it.each([
  ['https://tiny.example/reviews/{slug}.html', 'https://tiny.example/reviews/anchor.html'],
  ['https://other.example/?o={id}', 'https://other.example/?o=7'],
])('the page of an operator is where operator_url says: %s', async (template, url) => {
  const { answer } = await answersOf({
    'service.yaml': `${TINY['service.yaml']}operator_url: ${template}\n`,
  });
  expect(answer('operators').data[1].url).toBe(url);
});

it('a category needs no alias, and may cite a summary field', async () => {
  const { answer, read } = await answersOf({
    'categories.yaml': (TINY['categories.yaml'] ?? '')
      .replace('    alias: lowest-withdrawal-fee\n', '')
      .replace('cite: fee_usd', 'cite: accepts_vpn'),
  });
  const { meta, data } = answer('best/cheapest');
  expect(meta.alias).toBeNull();
  expect(data).toMatchObject([
    {
      slug: 'anchor',
      metric: 'accepts_vpn',
      metric_name: 'Accepts VPN',
      value: true,
      claim_id: null,
    },
  ]);
  expect(() => read('best/lowest-withdrawal-fee.json')).toThrow();
});

it('a claim may be superseded by one of the metric that replaces its own', async () => {
  const { answer } = await answersOf({
    ...inMetrics(
      'better: lower',
      'better: lower\n  retired_at: 2026-10-02\n  replaced_by: fee_eur',
    ),
    'metrics.yaml': `${inMetrics('better: lower', 'better: lower\n  retired_at: 2026-10-02\n  replaced_by: fee_eur')['metrics.yaml']}- key: fee_eur
  name: Fee (EUR)
  description: What a withdrawal costs.
  type: number
  unit: EUR
  better: lower
`,
    ...inCategories(
      'cite: fee_usd\n    rank_by:\n      - { by: fee_usd',
      'cite: fee_eur\n    rank_by:\n      - { by: fee_eur',
    ),
    'facts/anchor.yaml': `${TINY['facts/anchor.yaml']}  superseded_by: fee_eur_1
- claim_id: fee_eur_1
  metric: fee_eur
  value: 1.4
  evidence_url: https://anchor.example/fees
  observed_at: 2026-10-03
`,
  });
  expect(answer('facts').data).toMatchObject([{ claim_id: 'fee_eur_1' }]);
  expect(answer('metrics').data[0]).toMatchObject({
    retired_at: '2026-10-02T00:00:00Z',
    replaced_by: 'fee_eur',
  });
});

it('a claim of a metric that replaces another is one change, and nothing is gone', async () => {
  const dictionary = `${TINY['metrics.yaml']}- { key: fee_eur, name: Fee (EUR), description: F, type: number, unit: EUR, better: lower }\n`;
  const old = tiny({ 'metrics.yaml': dictionary, ...citing('fee_eur') });
  const { comparison } = await changesBetween(old, {
    ...old,
    'metrics.yaml': dictionary.replace(
      'better: lower\n',
      'better: lower\n  retired_at: 2026-10-02\n  replaced_by: fee_eur\n',
    ),
    'facts/anchor.yaml': `${TINY['facts/anchor.yaml']}  superseded_by: fee_eur_1
- { claim_id: fee_eur_1, metric: fee_eur, value: 1.4, evidence_url: https://a.example/, observed_at: 2026-10-03 }
`,
  });
  expect(comparison.changes).toMatchObject([
    { kind: 'claim_superseded', claim_id: 'fee_eur_1', replaced_claim_id: 'fee_usd_1' },
    { kind: 'metric_retired', metric: 'fee_usd' },
  ]);
});

/** The tiny categories, by another metric. */
function citing(metric: string): Sources {
  return { 'categories.yaml': (TINY['categories.yaml'] ?? '').replaceAll('fee_usd', metric) };
}

it('the retirement of a metric is one change', async () => {
  const { comparison } = await changesBetween(
    tiny(),
    tiny(
      inMetrics('better: none', 'better: none\n  retired_at: 2026-10-02\n  replaced_by: fee_usd'),
    ),
  );
  expect(comparison.changes).toMatchObject([{ kind: 'metric_retired', metric: 'streams' }]);
});

it('an archived copy and the words of the evidence are on the page of a claim', async () => {
  const { answer } = await answersOf(
    inClaim(SEEN, `${SEEN}\n  archive_url: https://archive.example/1\n  quote: Costs 1.50 USD`),
  );
  expect(answer('claims/fee_usd_1').data[0]).toMatchObject({
    archive_url: 'https://archive.example/1',
    quote: 'Costs 1.50 USD',
  });
});

it('a correction in place is a change of its own, with its reason', async () => {
  const { logged, comparison } = await changesBetween(
    tiny(),
    tiny(
      inClaim(
        'value: 1.5',
        'value: 15\n  corrections: [{ at: 2026-11-02, field: value, was: 1.5, reason: Misread }]',
      ),
    ),
  );
  for (const changes of [logged, comparison.changes]) {
    expect(changes).toMatchObject([
      { kind: 'claim_corrected', field: 'value', old: 1.5, new: 15, reason: 'Misread' },
    ]);
  }
});
