import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { temporaryFolder, writeFiles } from '../doors/folders.ts';
import { runCommand } from '../doors/run-command.ts';
import { operator, type Sources, TINY, tiny } from '../doors/tiny-dataset.ts';

const NOW = { SOURCE_DATE_EPOCH: String(Date.parse('2026-11-20T12:00:00Z') / 1000) };

/** A folder with sources, and commands run in it. */
function checkout(changes: Sources = {}) {
  const cwd = temporaryFolder();
  writeFiles(join(cwd, 'data'), tiny(changes));
  return {
    read: (name: string) => readFileSync(join(cwd, 'data', name), 'utf8'),
    has: (name: string) => existsSync(join(cwd, 'data', name)),
    run: (...args: string[]) => runCommand(args, cwd, { env: NOW }),
    runAnd: (answers: string[], ...args: string[]) =>
      runCommand(args, cwd, { env: NOW, ask: async () => answers.shift() ?? null }),
  };
}

describe('operator-api new operator', () => {
  it('writes a complete record in which the rest is unknown', async () => {
    const { run, read } = checkout({
      'operators/anchor.yaml': `# yaml-language-server: $schema=../x.json\n${TINY['operators/anchor.yaml']}`,
    });
    const { code, err } = await run('new', 'operator', 'Łódź', '&', 'Søn', '--yes');
    expect(err).toBe(
      'The new operator is lodz-son, with the id 8.\nWrote data/operators/lodz-son.yaml.\n',
    );
    expect(code).toBe(0);
    expect(read('operators/lodz-son.yaml')).toBe(`# yaml-language-server: $schema=../x.json
id: 8
name: Łódź & Søn
license_jurisdiction: null
kyc_level: null
kyc_threshold_usd: null
accepts_vpn: null
has_mobile_app: null
updated_at: 2026-11-20
payment_options: []
fees: []
limits: []
pros: []
cons: []
sources: []
`);
    expect(await run('validate')).toMatchObject({ code: 0 });
  });

  it('takes what is known', async () => {
    const { run, read } = checkout();
    const args = ['--slug', 'cedar-bets', '--id', '40', '--website', 'https://cedar.example/'];
    const more = ['--license-jurisdiction', 'Malta', '--kyc-level', 'threshold'];
    const rest = ['--kyc-threshold-usd', '2000', '--accepts-vpn', 'false', '--yes'];
    expect(
      await run('new', 'operator', 'Cedar: the best', ...args, ...more, ...rest),
    ).toMatchObject({ code: 0 });
    expect(read('operators/cedar-bets.yaml')).toBe(`id: 40
name: "Cedar: the best"
license_jurisdiction: Malta
kyc_level: threshold
kyc_threshold_usd: 2000
accepts_vpn: false
has_mobile_app: null
website: https://cedar.example/
payment_options: []
fees: []
limits: []
pros: []
cons: []
sources:
  - { title: Website, url: https://cedar.example/, accessed_at: 2026-11-20 }
`);
    expect(await run('validate')).toMatchObject({ code: 0 });
  });

  it.each([
    [
      'a taken slug',
      ['Anchor'],
      2,
      /^operator-api: Cannot use "anchor" as a slug: operators\/anchor.yaml exists\.\n/,
    ],
    [
      'a slug with capitals',
      ['X', '--slug', 'Cedar Bets'],
      2,
      /"Cedar Bets" as a slug: a slug has only lower-case .*, such as cedar-bets\.\n/,
    ],
    ['a name without letters', ['!'], 2, /Cannot make a slug from "!"; add --slug\./],
    ['no name', [], 2, /The argument name is missing/],
    [
      'neither true nor false',
      ['Cedar', '--accepts-vpn', 'maybe'],
      2,
      /It has to be true or false/,
    ],
    ['a taken id', ['Cedar', '--id', '7'], 1, /Nothing was changed/],
  ])('refuses %s', async (_, args, code, message) => {
    const { run, has } = checkout();
    const result = await run('new', 'operator', ...args, '--yes');
    expect(result.code).toBe(code);
    expect(result.err).toMatch(message);
    expect(has('operators/cedar.yaml')).toBe(false);
  });
});

describe('operator-api new claim', () => {
  const URL = 'https://birch.example/fees';

  it('starts the claims of an operator', async () => {
    const { run, read } = checkout();
    const args = ['--value', '-0.5', '--evidence', URL, '--at', '2026-11-19'];
    const words = [
      '--quote',
      'Half a dollar back: #1',
      '--archive-url',
      'https://archive.example/1',
    ];
    expect(await run('new', 'claim', 'birch', 'fee_usd', ...args, ...words, '--yes')).toMatchObject(
      { code: 0 },
    );
    expect(read('facts/birch.yaml')).toBe(`- claim_id: fee_usd_2
  metric: fee_usd
  value: -0.5
  evidence_url: https://birch.example/fees
  observed_at: 2026-11-19
  archive_url: https://archive.example/1
  quote: "Half a dollar back: #1"
`);
  });

  it('adds to the claims of an operator', async () => {
    const { run, read } = checkout({ 'facts/birch.yaml': '[]\n' });
    const args = ['--value', 'true', '--evidence', URL, '--yes'];
    expect(await run('new', 'claim', 'anchor', 'streams', ...args)).toMatchObject({ code: 0 });
    expect(await run('new', 'claim', 'birch', 'streams', ...args)).toMatchObject({ code: 0 });
    expect(read('facts/anchor.yaml')).toBe(`${TINY['facts/anchor.yaml']}
- claim_id: streams_1
  metric: streams
  value: true
  evidence_url: https://birch.example/fees
  observed_at: 2026-11-20T12:00:00Z
`);
    expect(read('facts/birch.yaml')).toMatch(/^- claim_id: streams_2\n/);
  });

  it('asks in a terminal for what is missing', async () => {
    const { runAnd, read } = checkout();
    expect(await runAnd(['true', URL, 'y'], 'new', 'claim', 'birch', 'streams')).toMatchObject({
      code: 0,
    });
    expect(read('facts/birch.yaml')).toContain('value: true\n');
  });

  it.each([
    [
      'a second current claim',
      ['anchor', 'fee_usd', '--value', '3'],
      'Operator anchor has a current claim of this metric, fee_usd_1. If the value has changed, use operator-api supersede fee_usd_1 --value …',
    ],
    [
      'an unknown operator',
      ['brich', 'fee_usd', '--value', '3'],
      'There is no operator "brich"; the most similar name is "birch"',
    ],
    [
      'an unknown metric',
      ['birch', 'fees_usd', '--value', '3'],
      'There is no metric "fees_usd"; the most similar name is "fee_usd"',
    ],
    ['a missing value', ['birch', 'fee_usd'], 'The option --value is missing (Value of fee_usd)'],
  ])('refuses %s', async (_, args, message) => {
    const { run } = checkout();
    const { code, out, err } = await run('new', 'claim', ...args, '--evidence', URL, '--yes');
    expect({ code, out, err }).toEqual({ code: 2, out: '', err: `operator-api: ${message}.\n` });
  });
});

describe('operator-api new metric and new category', () => {
  const METRIC = [
    '--name',
    'Markets',
    '--description',
    'How many.',
    '--type',
    'integer',
    '--better',
    'higher',
  ];

  it('add an entry that is valid', async () => {
    const { run, read } = checkout();
    expect(await run('new', 'metric', 'markets', ...METRIC, '--unit', '%', '--yes')).toMatchObject({
      code: 0,
    });
    expect(read('metrics.yaml')).toBe(`${TINY['metrics.yaml']}- key: markets
  name: Markets
  description: How many.
  type: integer
  unit: "%"
  better: higher
`);
    const args = ['--title', 'Most markets', '--description', 'By markets.', '--alias', 'many'];
    const rank = ['--rank-by', 'markets', '--rank-by', 'fee_usd:descending', '--cite', 'fee_usd'];
    const where = [
      '--where',
      'kyc_level=none',
      '--where',
      'kyc_level=threshold',
      '--where',
      'accepts_vpn=true',
    ];
    expect(
      await run('new', 'category', 'most-markets', ...args, ...rank, ...where, '--yes'),
    ).toMatchObject({ code: 0 });
    expect(read('categories.yaml')).toBe(
      TINY['categories.yaml']?.replace(
        'removed:',
        `  - slug: most-markets
    alias: many
    title: Most markets
    description: By markets.
    where:
      kyc_level: [none, threshold]
      accepts_vpn: true
    cite: fee_usd
    rank_by:
      - { by: markets, order: descending }
      - { by: fee_usd, order: descending }
removed:`,
      ),
    );
    expect(await run('validate')).toMatchObject({ code: 0 });
  });

  it('start empty lists', async () => {
    const { run, read } = checkout({
      ...Object.fromEntries(
        Object.keys(TINY)
          .filter((name) => name.includes('/'))
          .map((name) => [name, null]),
      ),
      'metrics.yaml': '# None yet\n[]\n',
      'categories.yaml': 'active: [] # none yet\nremoved: []\n',
    });
    expect(await run('new', 'metric', 'markets', ...METRIC, '--yes')).toMatchObject({ code: 0 });
    const args = ['--title', 'T', '--description', 'D', '--rank-by', 'markets', '--yes'];
    expect(await run('new', 'category', 'most', ...args)).toMatchObject({ code: 0 });
    expect(read('metrics.yaml')).toMatch(/^# None yet\n- key: markets\n {2}name/);
    expect(read('categories.yaml')).toBe(`active: # none yet
  - slug: most
    title: T
    description: D
    where: {}
    cite: markets
    rank_by:
      - { by: markets, order: descending }
removed: []
`);
  });

  it.each([
    [
      'a taken key',
      ['metric', 'streams', ...METRIC],
      'Cannot add the metric streams: metrics.yaml has it already',
    ],
    [
      'a taken slug',
      ['category', 'cheapest', '--title', 'T', '--description', 'D', '--rank-by', 'fee_usd'],
      'Cannot add the category cheapest: categories.yaml has it already',
    ],
    [
      'a rank without an order',
      ['category', 'x', '--title', 'T', '--description', 'D', '--rank-by', 'streams'],
      'Cannot rank by "streams": write streams:ascending or streams:descending',
    ],
    [
      'an unknown field',
      ['category', 'x', '--title', 'T', '--description', 'D', '--rank-by', 'fee_us'],
      'There is no metric "fee_us"; the most similar name is "fee_usd"',
    ],
    [
      'a condition without a value',
      [
        'category',
        'x',
        '--title',
        'T',
        '--description',
        'D',
        '--rank-by',
        'fee_usd',
        '--where',
        'streams',
      ],
      'Cannot use "streams" as a condition: write field=value, such as accepts_vpn=true',
    ],
    [
      'a missing title',
      ['category', 'x', '--description', 'D', '--rank-by', 'fee_usd'],
      'The option --title is missing (Title of the ranking)',
    ],
  ])('refuse %s', async (_, args, message) => {
    const { run } = checkout();
    const { code, out, err } = await run('new', ...args, '--yes');
    expect({ code, out, err }).toEqual({ code: 2, out: '', err: `operator-api: ${message}.\n` });
  });
});

describe('operator-api rename', () => {
  it('moves both files and keeps the old slug', async () => {
    const { run, read, has } = checkout({
      'operators/cedar.yaml': operator(
        4,
        'Cedar',
        'status: merged\nended_at: 2026-11-01\nmerged_into: anchor # soon\n',
      ),
    });
    const { code, out, err } = await run('rename', 'anchor', 'anchor-bets', '--yes');
    expect(out).toBe(`rename from data/operators/anchor.yaml
rename to data/operators/anchor-bets.yaml
--- data/operators/anchor.yaml
+++ data/operators/anchor-bets.yaml
@@ -5,6 +5,7 @@
 accepts_vpn: true
 has_mobile_app: false
 updated_at: 2026-10-02T09:30:00Z
+former_slugs: [anchor]
 payment_options: []
 fees: []
 limits: []
rename from data/facts/anchor.yaml
rename to data/facts/anchor-bets.yaml
--- data/operators/cedar.yaml
+++ data/operators/cedar.yaml
@@ -13,4 +13,4 @@
 sources: []
 status: merged
 ended_at: 2026-11-01
-merged_into: anchor # soon
+merged_into: anchor-bets # soon
`);
    expect({ code, err }).toEqual({
      code: 0,
      err: 'Wrote data/operators/anchor-bets.yaml, data/facts/anchor-bets.yaml, data/operators/cedar.yaml.\n',
    });
    expect([has('operators/anchor.yaml'), has('facts/anchor.yaml')]).toEqual([false, false]);
    expect(read('facts/anchor-bets.yaml')).toBe(TINY['facts/anchor.yaml']);
    expect(await run('validate')).toMatchObject({ code: 0 });

    expect(await run('rename', 'anchor-bets', 'anchor-books', '--yes')).toMatchObject({ code: 0 });
    expect(read('operators/anchor-books.yaml')).toContain('former_slugs: [anchor, anchor-bets]\n');
    expect(await run('rename', 'anchor-books', 'anchor', '--yes')).toMatchObject({ code: 0 });
    expect(read('operators/anchor.yaml')).toContain('former_slugs: [anchor-bets, anchor-books]\n');
  });

  it('never overwrites', async () => {
    const { run, read } = checkout({ 'facts/cedar.yaml': null });
    const { code, err } = await run('rename', 'anchor', 'birch', '--yes');
    expect({ code, err }).toEqual({
      code: 2,
      err: 'operator-api: Cannot use "birch" as a slug: operators/birch.yaml exists.\n',
    });
    expect(read('operators/birch.yaml')).toBe(TINY['operators/birch.yaml']);
  });

  it('does not take the former slug of another operator', async () => {
    const { run } = checkout({
      'operators/birch.yaml': operator(3, 'Birch', 'former_slugs: [ash]\n'),
    });
    const { code, out } = await run('rename', 'anchor', 'ash', '--yes');
    expect(code).toBe(1);
    expect(out).toContain('operator/duplicate-slug');
  });
});

describe('operator-api close', () => {
  it('says when and why', async () => {
    const { run, read } = checkout();
    expect(
      await run('close', 'anchor', '--reason', 'Withdrawals stopped: no answer', '--yes'),
    ).toMatchObject({ code: 0 });
    expect(read('operators/anchor.yaml')).toContain(`updated_at: 2026-10-02T09:30:00Z
status: closed
ended_at: 2026-11-20
ended_reason: "Withdrawals stopped: no answer"
payment_options: []
`);
    const { code, err } = await run('close', 'anchor', '--yes');
    expect(code).toBe(2);
    expect(err).toContain('Operator anchor is closed since 2026-11-20.');
  });

  it('says which operator it merged into', async () => {
    const { run, read } = checkout();
    expect(
      await run('close', 'anchor', '--merged-into', 'birch', '--at', '2026-11-01', '--yes'),
    ).toMatchObject({ code: 0 });
    expect(read('operators/anchor.yaml')).toContain(
      'status: merged\nended_at: 2026-11-01\nmerged_into: birch\n',
    );
    expect(await run('close', 'birch', '--merged-into', 'brich', '--yes')).toMatchObject({
      code: 2,
    });
  });
});
