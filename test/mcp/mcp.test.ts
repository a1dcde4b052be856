import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { generateDataset } from '../../scripts/generate-dataset.ts';
import { ANSWERS } from '../../src/resources/index.ts';
import { project } from '../doors/check-build.ts';
import { preview } from '../doors/check-preview.ts';
import { temporaryFolder, writeFiles } from '../doors/folders.ts';
import { connectMcp } from '../doors/mcp-client.ts';
import { plainHost } from '../doors/plain-host.ts';
import { publicationOf } from '../doors/publication.ts';
import { freePort } from '../doors/real-server.ts';
import { runCli, startCli, untilExit } from '../doors/run-cli.ts';
import { sampleSources } from '../doors/sample-data.ts';
import { sharedInFile } from '../doors/shared.ts';
import { claimPages, EMPTY, operator, type Sources, TINY, tiny } from '../doors/tiny-dataset.ts';

/** Four thousand tokens, at two and a half bytes a token: JSON and text are both in it. */
const MOST_BYTES = 10_000;

const publishSample = sharedInFile(() => publicationOf(sampleSources()));
const publishGenerated = sharedInFile((operators: number) =>
  publicationOf(generateDataset(operators)),
);
const connectOnce = sharedInFile((out: string) => connectMcp(out));
const openSample = async () => connectOnce((await publishSample()).out);
const openGenerated = async (operators: number) =>
  connectOnce((await publishGenerated(operators)).out);

async function openTiny(changes: Sources = {}) {
  const { out } = await publicationOf(tiny(changes));
  return connectMcp(out);
}

const HARBOUR_FEE = {
  value: 1.5,
  claim_id: 'usdt_trc20_withdrawal_fee_usd_7',
  evidence_url: 'https://harbour-nine.example/cashier',
  observed_at: '2026-10-01T00:00:00Z',
};

describe('the tools', () => {
  it('are at most eight, and take at most 2,000 tokens of four bytes', async () => {
    const { client } = await openSample();
    const { tools } = await client.listTools();
    expect(tools.map(({ name }) => name)).toEqual([
      'find_operators',
      'get_operator',
      'compare_operators',
      'rank_operators',
      'metric_values',
      'cite_claim',
      'claim_history',
      'recent_changes',
    ]);
    expect(Buffer.byteLength(JSON.stringify(tools))).toBeLessThanOrEqual(8000);
    expect(tools.every(({ outputSchema, annotations }) => outputSchema && annotations)).toBe(true);
  });

  it.each([
    [
      'find_operators',
      { kyc_level: 'threshold', accepts_vpn: true },
      { operators: [{ slug: 'harbour-nine', license_jurisdiction: 'Curaçao' }, {}] },
      ['Harbour Nine (harbour-nine): licence Curaçao'],
    ],
    [
      'get_operator',
      { operator: 'Harbour Nine' },
      {
        name: 'Harbour Nine',
        claims: expect.arrayContaining([expect.objectContaining(HARBOUR_FEE)]),
        limits: expect.arrayContaining([expect.objectContaining({ type: 'withdrawal_max' })]),
      },
      ['1.5 USD (usdt_trc20_withdrawal_fee_usd_7, observed 2026-10-01, https://'],
    ],
    [
      'compare_operators',
      { operators: ['harbour-nine', '31'], metrics: ['usdt_trc20_withdrawal_fee_usd'] },
      {
        operators: [{ slug: 'harbour-nine' }, { slug: 'lantern-quay' }],
        metrics: [{ unit: 'USD', figures: [HARBOUR_FEE, { operator_slug: 'lantern-quay' }] }],
      },
      ['harbour-nine: 1.5 USD (usdt_trc20_withdrawal_fee_usd_7, observed 2026-10-01'],
    ],
    [
      'rank_operators',
      { category: 'usdt-trc20', limit: 2 },
      {
        operators: [
          { rank: 1, slug: 'copper-heron' },
          { rank: 1, slug: '404-furlongs' },
        ],
      },
      ['1. Copper Heron (copper-heron): 0 USD (', 'limit: 13'],
    ],
    [
      'metric_values',
      { metric: 'USDT (TRC-20) withdrawal fee (USD)' },
      {
        metric: 'usdt_trc20_withdrawal_fee_usd',
        better: 'lower',
        distribution: { count: 13, min: 0 },
        values: expect.arrayContaining([expect.objectContaining(HARBOUR_FEE)]),
      },
      ['lower is better', 'Known for 13 of 17 operators', 'Harbour Nine (harbour-nine): 1.5 USD'],
    ],
    [
      'cite_claim',
      { claim_id: 'usdt_trc20_withdrawal_fee_usd_1' },
      { status: 'superseded', superseded_by: 'usdt_trc20_withdrawal_fee_usd_4' },
      ['Cite: Example Comparison states for Tidewrack', '@'],
    ],
    [
      'claim_history',
      { operator: 'tidewrack', metric: 'usdt_trc20_withdrawal_fee_usd' },
      { claims: [{ value: 1.5, status: 'superseded' }, {}, { valid_to: null }] },
      ['2026-05-06 to ', ' to now: '],
    ],
    ['recent_changes', { since: '2020-01-01' }, { changes: [] }, ['0 changes']],
  ])('%s answers %j', async (tool, given, content, words) => {
    const { ask } = await openSample();
    const answer = await ask(tool, given);
    expect(answer).toMatchObject({ isError: false, content });
    for (const part of [...words, 'Source: Example Comparison, CC BY 4.0, https://'])
      expect(answer.text).toContain(part);
  });

  it('answer the same from a folder, from its api/v1, and from a live server', async () => {
    const { out } = await publishSample();
    const { port } = await preview(out);
    const places = [out, join(out, 'api/v1'), `http://127.0.0.1:${port}/api/v1/`];
    const questions = [
      ['get_operator', { operator: '狐火ブック' }],
      ['rank_operators', { category: 'no-kyc-crypto-bookmakers' }],
      ['rank_operators', { category: 'lowest-fees' }],
      ['claim_history', { operator: 'harbour-9' }],
      ['cite_claim', { claim_id: 'nothing_1' }],
    ] as const;
    const answers = await Promise.all(
      places.map(async (place) => {
        const { ask } = await connectMcp(place);
        return Promise.all(questions.map(([tool, given]) => ask(tool, given)));
      }),
    );
    expect(answers[0]?.map(({ isError }) => isError)).toEqual([false, false, true, false, true]);
    expect(answers[1]).toEqual(answers[0]);
    expect(answers[2]).toEqual(answers[0]);
  });

  it.each(['legacy', 'auto'] as const)('speak the protocol of clients in mode %s', async (mode) => {
    const { client, ask } = await connectMcp((await publishSample()).out, { mode });
    expect(client.getServerVersion()).toMatchObject({ title: 'Example Comparison' });
    expect(client.getInstructions()).toContain('Every operator is invented');
    expect(client.getInstructions()).toContain('Rankings: usdt-trc20, no-kyc, vpn-friendly.');
    expect(await ask('cite_claim', { claim_id: 'kyc_threshold_usd_3' })).toMatchObject({
      content: { value: 2000 },
    });
  });

  it('read dist without an argument', async () => {
    const { out } = await publishSample();
    const { ask } = await connectMcp('', { cwd: join(out, '..') });
    expect(await ask('find_operators', { text: 'harbour' })).toMatchObject({ isError: false });
  });
});

describe('a question that cannot be answered', () => {
  it.each([
    ['get_operator', { operator: 'harbor nine' }, 'Nearest: harbour-nine (Harbour Nine), '],
    ['find_operators', { text: 'harbor nine' }, 'Nearest: harbour-nine (Harbour Nine), '],
    ['compare_operators', { operators: ['tidewrack', 'habour-nine'] }, 'Nearest: harbour-nine'],
    [
      'compare_operators',
      { operators: ['tidewrack', 'harbour-nine'], metrics: ['usdt_trc20_fee'] },
      'Nearest: usdt_trc20_withdrawal_fee_usd (',
    ],
    ['rank_operators', { category: 'usdt fees' }, 'Nearest: usdt-trc20 ('],
    ['rank_operators', { category: 'lowest-fees' }, 'was removed on 2026-06-01.'],
    ['metric_values', { metric: 'withdrawal_minutes' }, 'Nearest: median_withdrawal_minutes ('],
    ['cite_claim', { claim_id: 'usdt_trc20_withdrawal_fee_usd_999' }, 'withdrawal_fee_usd_'],
    ['claim_history', { operator: 'Harbour 10' }, 'Nearest: harbour-nine (Harbour Nine)'],
    ['claim_history', { operator: 'tidewrack', metric: 'fee' }, 'Nearest: '],
    ['recent_changes', { operator: 'harbor-nine' }, 'Nearest: harbour-nine (Harbour Nine)'],
    ['recent_changes', { metric: 'fee' }, 'All: usdt_trc20_withdrawal_fee_usd, '],
    ['get_operator', { name: 'Harbour Nine' }, 'Unrecognized key: "name"'],
    ['compare_operators', { operators: ['tidewrack'] }, 'operators: '],
    ['get_operator', { operator: '../manifest' }, 'There is no operator "../manifest"'],
    ['get_operator', { operator: ' ' }, 'There is no operator " "'],
    ['get_operator', { operator: '\ud800' }, 'There is no operator'],
  ])('%s %j says what to ask instead', async (tool, given, words) => {
    const { ask } = await openSample();
    const answer = await ask(tool, given);
    expect(answer).toMatchObject({ isError: true, text: expect.stringContaining(words) });
    expect(answer.bytes).toBeLessThan(1500);
  });

  it('says when the API does not answer, and answers again as soon as it does', async () => {
    const { out } = await publicationOf(tiny());
    const host = await plainHost(out);
    const { ask } = await connectMcp(`${host.address}/api/v1`);
    host.fail(503);
    expect(await ask('find_operators')).toMatchObject({
      isError: true,
      text: `The API gave no usable answer. GET ${host.address}/api/v1/operators.json: the answer is 503. Try again later.`,
    });
    host.fail(null);
    expect(await ask('find_operators')).toMatchObject({ isError: false });
  });
});

describe('the length of answers', () => {
  const QUESTIONS = [
    ['find_operators', {}],
    ['get_operator', { operator: '1' }],
    ['compare_operators', { operators: ['1', '2', '3', '4', '5'] }],
    ['rank_operators', { category: 'usdt-trc20' }],
    ['metric_values', { metric: 'usdt_trc20_withdrawal_fee_usd' }],
    ['cite_claim', { claim_id: 'usdt_trc20_withdrawal_fee_usd_1' }],
    ['claim_history', { operator: '1' }],
    ['recent_changes', {}],
  ] as const;

  it.each([20, 300])('stays within 4,000 tokens at %i operators', async (operators) => {
    const { ask } = await openGenerated(operators);
    for (const [tool, given] of QUESTIONS) {
      const { isError, bytes, text } = await ask(tool, given);
      expect({ tool, isError, text }).toMatchObject({ isError: false });
      expect(bytes, tool).toBeLessThanOrEqual(MOST_BYTES);
    }
  });

  it('does not depend on the number of operators if the question is about one', async () => {
    const [few, many] = [await openGenerated(20), await openGenerated(300)];
    const about = ['get_operator', 'compare_operators', 'cite_claim', 'claim_history'];
    for (const [tool, given] of QUESTIONS.filter(([tool]) => about.includes(tool)))
      expect((await many.ask(tool, given)).text).toBe((await few.ask(tool, given)).text);
  });

  it('says what it leaves out, and gives all that is asked for', async () => {
    const { ask } = await openGenerated(300);
    const { text, content } = await ask('find_operators');
    const left = 'Only the first 20 of 300 operators. For all, ask again with limit: 300.';
    expect(text).toContain(left);
    expect(content).toMatchObject({ left_out: left });
    const all = await ask('find_operators', { limit: 300 });
    expect(all.content).toMatchObject({ left_out: null });
    expect(all.content['operators']).toHaveLength(300);
    expect(await ask('rank_operators', { category: 'usdt-trc20', limit: 3 })).toMatchObject({
      content: {
        operators: [{}, {}, {}],
        left_out: expect.stringContaining('Only the first 3 of '),
      },
    });
  });

  it('is kept by cutting texts that are too long', async () => {
    const long = 'Very '.repeat(3000);
    const { ask } = await openTiny({
      'operators/birch.yaml': operator(3, 'Birch').replace('pros: []', `pros: ["${long}end"]`),
    });
    const { bytes, text } = await ask('get_operator', { operator: 'birch' });
    expect(bytes).toBeLessThanOrEqual(MOST_BYTES);
    expect(text).toContain('Very … (cut)');
    expect((await ask('get_operator', { operator: 'birch', limit: 1 })).text).toContain('end');
  });
});

/** A change about nothing. */
const NONE = Object.fromEntries(ANSWERS.changes.columns.map((column) => [column, null] as const));

describe('publications of other kinds', () => {
  it('have claims without pages', async () => {
    const { ask } = await openTiny(claimPages('none'));
    expect(await ask('cite_claim', { claim_id: 'fee_usd_1' })).toMatchObject({
      isError: false,
      content: { value: 1.5, citation: null, evidence_url: 'https://anchor.example/fees' },
    });
    expect(await ask('cite_claim', { claim_id: 'fee_usd_2' })).toMatchObject({ isError: true });
  });

  it('leave the histories of operators out', async () => {
    const service = `${TINY['service.yaml']}operator_claims: false\n`;
    const { ask } = await openTiny({ 'service.yaml': service });
    expect(await ask('claim_history', { operator: 'anchor' })).toMatchObject({
      isError: true,
      text: expect.stringContaining('The publisher leaves the histories of operators out.'),
    });
    expect(await ask('claim_history', { operator: 'ancor' })).toMatchObject({
      text: expect.stringContaining('Nearest: anchor (Anchor)'),
    });
  });

  it('have closed operators, and none at all', async () => {
    const sample = await openSample();
    expect(await sample.ask('get_operator', { operator: 'brass-lapwing' })).toMatchObject({
      content: { status: 'closed' },
    });
    const { ask } = await connectMcp((await publicationOf(EMPTY)).out);
    expect((await ask('find_operators')).text).toMatch(/^0 of 0 operators\.\n/);
    expect((await ask('rank_operators', { category: 'any' })).text).toBe(
      'There is no ranking "any". There are none.',
    );
  });

  it('have older changes in the answers of years', async () => {
    const { out, read } = await publicationOf(tiny());
    const change = { kind: 'field_changed', field: 'name', old: 'A', new: 'B' };
    const write = (path: string, data: readonly object[]) => {
      const { meta } = JSON.parse(read('changes.json'));
      const whole = { meta: { ...meta, limit: 1 }, data: data.map((own) => ({ ...NONE, ...own })) };
      writeFiles(out, { [`api/v1/${path}`]: JSON.stringify(whole) });
    };
    write('changes.json', [{ ...change, changed_at: '2026-02-01T00:00:00Z' }]);
    write('changes/2026.json', [{ ...change, changed_at: '2026-02-01T00:00:00Z' }]);
    write('changes/2024.json', [{ ...change, changed_at: '2024-02-01T00:00:00Z' }]);
    const { ask } = await connectMcp(out);
    const times = async (since: string) => {
      const { content } = await ask('recent_changes', { since });
      return (content['changes'] as { changed_at: string }[]).map(({ changed_at }) => changed_at);
    };
    expect(await times('2024-01-01')).toEqual(['2026-02-01T00:00:00Z', '2024-02-01T00:00:00Z']);
    expect(await times('2026-01-01')).toEqual(['2026-02-01T00:00:00Z']);
  });

  it('have changes, of which some are asked for', async () => {
    const built = project(tiny());
    await built.buildAt(0);
    built.change({ 'operators/birch.yaml': operator(3, 'Birch and Sons') });
    await built.buildAt(60);
    const { ask } = await connectMcp(built.out);
    expect(await ask('recent_changes', { operator: 'Birch and Sons' })).toMatchObject({
      content: { changes: [{ operator_slug: 'birch', old: 'Birch', new: 'Birch and Sons' }] },
      text: expect.stringContaining('Birch → Birch and Sons'),
    });
    expect(await ask('recent_changes', { operator: 'anchor' })).toMatchObject({
      isError: false,
      content: { changes: [] },
    });
    expect(await ask('recent_changes', { since: '2100-01-01' })).toMatchObject({
      content: { changes: [] },
    });
  });
});

describe('the resources', () => {
  it('are the dictionary and llms-full.txt', async () => {
    const { client } = await openSample();
    const { resources } = await client.listResources();
    const read = async (uri: string) => {
      const [content] = (await client.readResource({ uri })).contents;
      return content !== undefined && 'text' in content ? content.text : '';
    };
    const texts = await Promise.all(resources.map(({ uri }) => read(uri)));
    expect(resources.map(({ uri }) => uri)).toEqual([
      'operator-api://metrics',
      'operator-api://categories',
      'operator-api://llms-full.txt',
    ]);
    expect(JSON.parse(texts[0] ?? '')).toHaveLength(16);
    expect(JSON.parse(texts[1] ?? '')[0]).toMatchObject({ slug: 'usdt-trc20' });
    expect(texts[2]).toBe((await publishSample()).read('llms-full.txt'));
  });
});

describe('the process', () => {
  it('writes only messages of the protocol to stdout, and exits with 0 when stdin ends', async () => {
    const child = startCli(['mcp', (await publishSample()).out], { stdin: 'pipe' });
    const finished = untilExit(child);
    child.stdin?.write(
      [
        '{"jsonrpc":"2.0","id":1,"method":"initialize","params":{"protocolVersion":"2025-06-18","capabilities":{},"clientInfo":{"name":"test","version":"0"}}}',
        '{"jsonrpc":"2.0","method":"notifications/initialized"}',
        'this is not JSON',
        '{"jsonrpc":"2.0","id":2,"method":"tools/call","params":{"name":"get_operator","arguments":{"operator":"7"}}}\n',
      ].join('\n'),
    );
    await new Promise<void>((resolve) => {
      child.stdout?.on('data', (text) => String(text).includes('"id":2') && resolve());
    });
    child.stdin?.end();
    const { code, out, err } = await finished;
    expect(code).toBe(0);
    const messages = out
      .trimEnd()
      .split('\n')
      .map((line) => JSON.parse(line));
    expect(messages.map(({ id }) => id)).toEqual([1, 2]);
    expect(err).toContain('to a language model over stdin and stdout. Ctrl-C stops.\n');
  });

  it.each(['SIGTERM', 'SIGINT'] as const)('exits with 0 on %s', async (signal) => {
    const child = startCli(['mcp', (await publishSample()).out], { stdin: 'pipe' });
    const finished = untilExit(child);
    await new Promise((resolve) => child.stderr?.once('data', resolve));
    child.kill(signal);
    expect(await finished).toMatchObject({ code: 0, signal: null, out: '' });
  });

  it.each([
    ['a folder without a publication', () => temporaryFolder(), 'Cannot find a publication at '],
    ['no folder', () => join(temporaryFolder(), 'nothing'), 'Cannot find a publication at '],
    [
      'an address where nothing listens',
      async () => `http://127.0.0.1:${await freePort()}/api/v1`,
      /^operator-api: Cannot use http:\/\/127.0.0.1:\d+\/api\/v1: GET http:\S+: no answer \(.*ECONNREFUSED.*\)\.\n$/,
    ],
    [
      'a host without the API',
      async () => `${(await plainHost(temporaryFolder())).address}/api/v1`,
      /index\.json: the answer is 404, Not Found\.\n$/,
    ],
    [
      'what an earlier version published',
      async () => {
        const { out, read } = await publicationOf(tiny());
        const { meta, data } = JSON.parse(read('index.json'));
        const links = data.filter(({ name }: { name: string }) => name !== 'metric');
        writeFiles(out, { 'api/v1/index.json': JSON.stringify({ meta, data: links }) });
        return out;
      },
      /: it has no metric, because an earlier version of operator-api published it; build it again\.\n$/,
    ],
    ['an address that is no base URL', () => 'https://compare.example/', 'ends in /api/v1'],
  ])('ends with one line and 2 for %s', async (_, place, words) => {
    const { code, out, err } = await runCli(['mcp', await place()]);
    expect({ code, out, lines: err.split('\n').length }).toEqual({ code: 2, out: '', lines: 2 });
    expect(err).toMatch(words);
  });
});
