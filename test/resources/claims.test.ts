import { createHash } from 'node:crypto';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import type { Service } from '../../src/model/index.ts';
import { publicationOf } from '../doors/publication.ts';
import { claimPages, operator, type Sources, tiny } from '../doors/tiny-dataset.ts';
import { HISTORY } from './claim-history.ts';

interface Claim {
  readonly [column: string]: unknown;
}

async function built(changes: Sources = {}) {
  const given = await publicationOf(tiny({ 'facts/anchor.yaml': HISTORY, ...changes }));
  const claimsAt = (path: string): readonly Claim[] => JSON.parse(given.read(path)).data;
  const has = (path: string) => existsSync(join(given.out, 'api/v1', path));
  const pages = () =>
    claimsAt('claims.json').flatMap(({ claim_id: id }) => claimsAt(`claims/${id}.json`));
  return { ...given, claimsAt, pages, has };
}

it('every claim has an address, whatever became of it', async () => {
  const { claimsAt, pages, read } = await built();
  const all = claimsAt('claims.json');
  expect(all.map(({ claim_id: id, status }) => [id, status])).toEqual([
    ['fee_usd_1', 'superseded'],
    ['fee_usd_2', 'current'],
    ['streams_1', 'retracted'],
  ]);
  // The list says in brief what the pages say in full.
  expect(pages().map((page, index) => ({ ...page, ...all[index] }))).toEqual(pages());
  expect(read('claims/fee_usd_1.csv').split('\r\n')).toHaveLength(3);
  expect(all[0]).toMatchObject({
    operator_id: 7,
    operator_slug: 'anchor',
    superseded_by: 'fee_usd_2',
    retracted_at: null,
    api_url: 'https://tiny.example/api/v1/claims/fee_usd_1',
  });
  expect(all[2]).toMatchObject({
    retracted_at: '2026-04-02T00:00:00Z',
    retracted_reason: 'It was another Anchor',
  });
  // What is current, and nothing else, is a fact.
  expect(claimsAt('facts.json').map(({ claim_id: id }) => id)).toEqual(['fee_usd_2']);
});

it('a citation is one sentence that says who, what, how much, when and where', async () => {
  const { pages } = await built();
  expect(pages().map(({ citation }) => citation)).toEqual([
    'Tiny Comparison states for Anchor: Fee (USD) = 1 USD, observed on 2026-01-01, superseded since by fee_usd_2 (https://tiny.example/api/v1/claims/fee_usd_1).',
    'Tiny Comparison states for Anchor: Fee (USD) = 4 USD, observed on 2026-02-01 (https://tiny.example/api/v1/claims/fee_usd_2).',
    'Tiny Comparison states for Anchor: Live streams = true, observed on 2026-03-01, retracted on 2026-04-02 (https://tiny.example/api/v1/claims/streams_1).',
  ]);
});

it('a content hash can be made again from the record, and outlives what becomes of a claim', async () => {
  const { pages, change, buildAt } = await built();
  const hashes = () => pages().map(({ content_hash: hash }) => hash);
  const before = hashes();
  for (const claim of pages()) {
    // RFC 8785: keys in order, no white space.
    const cited = [
      'claim_id',
      'evidence_url',
      'metric',
      'observed_at',
      'operator_id',
      'unit',
      'value',
    ];
    const record = { ...claim, observed_at: claim['first_observed_at'] };
    const canonical = JSON.stringify(
      Object.fromEntries(cited.map((key) => [key, record[key as keyof typeof record]])),
    );
    const sha256 = createHash('sha256').update(canonical, 'utf8').digest('hex');
    expect(claim['content_hash']).toBe(`sha256:${sha256}`);
  }
  change({ 'facts/anchor.yaml': HISTORY.replace('another Anchor', 'an error') });
  await buildAt(60);
  expect(hashes()).toEqual(before);
  change({ 'facts/anchor.yaml': HISTORY.replace('value: 4', 'value: 5') });
  await buildAt(120, { isPreview: true });
  expect(hashes().map((hash, index) => hash === before[index])).toEqual([true, false, true]);
});

it('claim_pages says which pages there are, and the list has everything all the same', async () => {
  const json = await built(claimPages('json'));
  expect(json.has('claims/fee_usd_1.json')).toBe(true);
  expect(json.has('claims/fee_usd_1.csv')).toBe(false);
  expect(json.readManifest().resources.find(({ kind }) => kind === 'claim')?.files).toHaveLength(1);
  const none = await built(claimPages('none'));
  expect(none.has('claims')).toBe(false);
  expect(none.claimsAt('claims.json')).toHaveLength(3);
  expect(none.claimsAt('claims.json')[0]).toMatchObject({ claim_id: 'fee_usd_1', api_url: null });
});

it.each<[Service['claim_pages'], readonly string[]]>([
  ['json_and_csv', ['/claims/{claim_id}']],
  ['none', []],
])(
  'an unknown path is answered with those that there are, claim_pages: %s',
  async (pages, more) => {
    const { read } = await built(claimPages(pages));
    expect(JSON.parse(read('problems/unknown-path.json')).paths).toEqual(
      [
        '',
        '/operators',
        '/operators/{slug or id}',
        '/operators/{slug or id}/facts',
        '/operators/{slug}/claims',
        '/best/{category}',
        '/table',
        '/payment-options',
        '/fees',
        '/limits',
        '/pros-cons',
        '/sources',
        '/metrics',
        '/metrics/{metric}',
        '/categories',
        '/facts',
        '/claims',
        ...more,
        '/changes',
        '/changes/{year}',
      ].map((path) => `https://tiny.example/api/v1${path}`),
    );
  },
);

it('only the pages of an operator whose sources changed are made anew', async () => {
  const { change, buildAt, readManifest } = await built();
  const times = () =>
    readManifest()
      .resources.filter(({ kind }) => kind === 'claim')
      .map(({ path, files }) => `${path} ${files[0]?.generated_at}`);
  const before = times();
  change({ 'facts/anchor.yaml': HISTORY.replace('value: 4', 'value: 5') });
  expect(await buildAt(60, { isPreview: true })).toMatchObject({ ok: true });
  expect(times().filter((line) => !before.includes(line))).toEqual([
    '/claims/fee_usd_2 2026-11-15T12:01:00Z',
  ]);
});

it('the index leads to everything, counts it, and says when something was last seen', async () => {
  const { read } = await built();
  const { meta, data } = JSON.parse(read('index.json'));
  expect(meta).toMatchObject({
    name: 'Tiny Comparison',
    license: { url: 'https://creativecommons.org/licenses/by/4.0/' },
    contact: { name: 'Desk', email: 'desk@tiny.example', url: null },
    operators: 2,
    claims: 3,
    current_claims: 1,
    metrics: 2,
    categories: 1,
    newest_observed_at: '2026-02-01T00:00:00Z',
  });
  const links = data as { name: string; href: string; is_template: boolean }[];
  expect(links.map(({ name }) => name)).toEqual([
    'index',
    'operators',
    'operator',
    'operator_facts',
    'operator_claims',
    'best',
    'table',
    'payment_options',
    'fees',
    'limits',
    'pros_cons',
    'sources',
    'metrics',
    'metric',
    'categories',
    'facts',
    'claims',
    'claim',
    'openapi',
    'schema',
    'csv_metadata',
    'dataset',
    'api_catalog',
    'llms',
    'llms_full',
    'manifest',
    'client',
    'changes',
    'changes_of_year',
    'changes_feed',
    'changes_json_feed',
    'operator_changes_feed',
    'index_markdown',
    'operator_markdown',
    'best_markdown',
    'metric_markdown',
  ]);
  const plain = links.filter((one) => !one.is_template);
  for (const { href } of plain) {
    const path = href.replace('https://tiny.example/api/v1', '').slice(1);
    const isOneForm = /\.[a-z]+$/.test(path);
    expect(read(isOneForm ? path : `${path || 'index'}.json`)).toBeTruthy();
  }
  expect(JSON.parse(read('metrics.json')).data).toMatchObject([
    { key: 'fee_usd', operators_with_current_claim: 1, oldest_observed_at: '2026-02-01T00:00:00Z' },
    { key: 'streams', operators_with_current_claim: 0, newest_observed_at: null },
  ]);
});

it('the times of what was seen first and last are those of all operators together', async () => {
  const claim = (id: string, value: string, day: string) => `- claim_id: ${id}
  metric: ${id.replace(/_\d+$/, '')}
  value: ${value}
  evidence_url: https://anchor.example/seen
  observed_at: 2026-02-${day}T00:00:00Z
`;
  // By id, the operators come in the order of birch, anchor, cedar.
  const { read } = await built({
    'operators/cedar.yaml': operator(9, 'Cedar'),
    'facts/birch.yaml': claim('fee_usd_1', '1', '02') + claim('streams_1', 'true', '01'),
    'facts/anchor.yaml': claim('fee_usd_2', '2', '03') + claim('streams_2', 'true', '04'),
    'facts/cedar.yaml': claim('fee_usd_3', '3', '01'),
  });
  const seen = (first: string, last: string) => ({
    oldest_observed_at: `2026-02-${first}T00:00:00Z`,
    newest_observed_at: `2026-02-${last}T00:00:00Z`,
  });
  expect(JSON.parse(read('metrics.json')).data).toMatchObject([
    { key: 'fee_usd', operators_with_current_claim: 3, ...seen('01', '03') },
    { key: 'streams', operators_with_current_claim: 2, ...seen('01', '04') },
  ]);
  const { meta } = JSON.parse(read('index.json'));
  expect(meta.newest_observed_at).toBe('2026-02-04T00:00:00Z');
});
