import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { describe, expect, it } from 'vitest';
import { type ReviewCommandOptions, runReview } from '../../src/commands/review.ts';
import { temporaryFolder, writeFiles } from '../doors/folders.ts';
import { runCommand } from '../doors/run-command.ts';
import { redirect, type SmallWeb, smallWeb } from '../doors/small-web.ts';
import { operator, type Sources, tiny } from '../doors/tiny-dataset.ts';

/** 2026-11-15T12:00:00Z */
const NOON = Date.UTC(2026, 10, 15, 12) / 1000;
const DAY = 86_400;
const env = { SOURCE_DATE_EPOCH: String(NOON) };

const METRICS = `- key: fee_usd
  name: Fee (USD)
  description: What a withdrawal costs.
  type: number
  unit: USD
  better: lower
  min: 0
  max: 100
- key: streams
  name: Live streams
  description: Whether matches are streamed.
  type: boolean
  unit: null
  better: none
`;

/** One thing to report in each part: a page, a value near a bound, unknown fields, missing claims. */
const DUE: Sources = {
  'metrics.yaml': METRICS,
  'facts/anchor.yaml': `- claim_id: fee_usd_1
  metric: fee_usd
  value: 98
  evidence_url: https://anchor.example/fees#usd
  observed_at: [2026-05-01, 2026-07-01]
`,
  'operators/anchor.yaml': operator(7, 'Anchor').replace(
    'license_jurisdiction: null',
    'license_jurisdiction: Malta',
  ),
  'operators/birch.yaml': operator(3, 'Birch').replace(
    'sources: []',
    'sources: [{ title: Terms, url: https://birch.example/terms, accessed_at: 2026-06-30 }]',
  ),
};

function projectFolder(changes: Sources = DUE): string {
  const folder = temporaryFolder();
  writeFiles(join(folder, 'data'), tiny(changes));
  return folder;
}

describe('operator-api review', () => {
  it('reports for people', async () => {
    const { code, out, err } = await runCommand(['review'], projectFolder(), { env });
    expect({ code, err }).toEqual({ code: 0, err: '' });
    expect(out).toBe(`Last seen more than 90 days ago: 2 pages
  If a page still says the same, its command confirms its claims.
  https://birch.example/terms
    2026-06-30 birch: source "Terms"
  https://anchor.example/fees
    2026-07-01 anchor: fee_usd_1 = 98 USD
    operator-api confirm fee_usd_1

Links: 2 addresses, 0 to look at, 2 never checked (--check-links asks for them)

Near a plausible bound: 1 claim
  anchor: fee_usd_1 = 98 USD (plausible: 0 to 100)

Unknown: 1 field
  birch: license_jurisdiction

Without a current claim: 3 of 4 pairs of operator and metric
  birch: fee_usd, streams
  anchor: streams
`);
  });

  it('reports for an issue on GitHub', async () => {
    const { out } = await runCommand(['review', '--format', 'markdown'], projectFolder(), { env });
    expect(out).toBe(`### Last seen more than 90 days ago: 2 pages

If a page still says the same, its command confirms its claims.

- [ ] <https://birch.example/terms>
  - 2026-06-30 birch: source &#34;Terms&#34;
- [ ] <https://anchor.example/fees>
  - 2026-07-01 anchor: \`fee_usd_1\` = 98 USD
  - \`operator-api confirm fee_usd_1\`

### Links: 2 addresses, 0 to look at, 2 never checked (--check-links asks for them)

### Near a plausible bound: 1 claim

- [ ] anchor: \`fee_usd_1\` = 98 USD (plausible: 0 to 100)

### Unknown: 1 field

- [ ] birch: \`license_jurisdiction\`

### Without a current claim: 3 of 4 pairs of operator and metric

- [ ] birch: \`fee_usd\`, \`streams\`
- [ ] anchor: \`streams\`
`);
  });

  it('reports for tools', async () => {
    const { out } = await runCommand(['review', '--format', 'json'], projectFolder(), { env });
    expect(JSON.parse(out)).toEqual({
      reviewed_at: '2026-11-15T12:00:00Z',
      older_than_days: 90,
      pages: [
        {
          url: 'https://birch.example/terms',
          last_seen: '2026-06-30T00:00:00Z',
          claims: [],
          sources: [{ operator: 'birch', title: 'Terms', accessed_at: '2026-06-30T00:00:00Z' }],
          confirm: null,
        },
        {
          url: 'https://anchor.example/fees',
          last_seen: '2026-07-01T00:00:00Z',
          claims: [
            {
              claim_id: 'fee_usd_1',
              operator: 'anchor',
              metric: 'fee_usd',
              value: 98,
              unit: 'USD',
              evidence_url: 'https://anchor.example/fees#usd',
              observed_at: '2026-07-01T00:00:00Z',
            },
          ],
          sources: [],
          confirm: 'operator-api confirm fee_usd_1',
        },
      ],
      links: { addresses: 2, never_checked: 2, checked: [] },
      near_bounds: [
        {
          claim_id: 'fee_usd_1',
          operator: 'anchor',
          metric: 'fee_usd',
          value: 98,
          unit: 'USD',
          bound: 'max',
          min: 0,
          max: 100,
        },
      ],
      unknown: [{ operator: 'birch', fields: ['license_jurisdiction'] }],
      missing: {
        pairs: 4,
        without: 3,
        operators: [
          { operator: 'birch', metrics: ['fee_usd', 'streams'] },
          { operator: 'anchor', metrics: ['streams'] },
        ],
      },
    });
  });

  it.each([
    [[], 0],
    [['--exit-code'], 1],
    [['--exit-code', '--older-than', '139d'], 0],
    [['--exit-code', '--older-than', '19w'], 1],
    [['--exit-code', '--older-than', '20w'], 0],
  ])('%j exits with %d', async (options, code) => {
    expect(await runCommand(['review', ...options], projectFolder(), { env })).toMatchObject({
      code,
    });
  });

  it.each([
    ['90', "option '--older-than <age>' argument '90' is invalid."],
    ['6m', "option '--older-than <age>' argument '6m' is invalid."],
  ])('refuses --older-than %s in one line', async (age, message) => {
    const { code, err } = await runCommand(['review', '--older-than', age], projectFolder());
    expect({ code, err }).toEqual({
      code: 2,
      err: `operator-api: ${message} It has to be days or weeks, such as 90d or 12w.\n`,
    });
  });

  it('reports the problems of invalid sources instead, and exits with 1', async () => {
    const folder = projectFolder({ 'operators/birch.yaml': 'id: 3\n' });
    const { code, out, err } = await runCommand(['review', '--format', 'markdown'], folder);
    expect(code).toBe(1);
    expect(out).toContain('data/operators/birch.yaml:1:1 error field/missing');
    expect(err).toMatch(/^Found \d+ problems? in data\.\n$/);
  });
});

describe('operator-api review --check-links', () => {
  const PAGE = 'https://anchor.example/fees';
  const TERMS = 'https://birch.example/terms';

  /** A run at some day after the first, with what the report says about links. */
  async function check(
    folder: string,
    { ask }: Pick<SmallWeb, 'ask'>,
    {
      day = 0,
      proxy,
      untilInterrupted = () => new Promise<void>(() => {}),
      ...more
    }: Partial<
      ReviewCommandOptions & { day: number; proxy: string; untilInterrupted: () => Promise<void> }
    > = {},
  ) {
    const said = { out: '', err: '' };
    const append = (stream: keyof typeof said, text: string) => {
      said[stream] += text;
    };
    const options: ReviewCommandOptions = {
      data: join(folder, 'data'),
      ...{ olderThan: 90, format: 'text', checkLinks: true, recheck: 7, pause: 0, timeout: 60 },
      exitCode: false,
      ...more,
    };
    const world = {
      input: Readable.from([]),
      out: (text: string) => append('out', text),
      err: (text: string) => append('err', text),
      isInteractive: false,
      isColourful: false,
      env: { SOURCE_DATE_EPOCH: String(NOON + day * DAY), HTTPS_PROXY: proxy },
      fetchAsksProxies: false,
      ask: async () => null,
      untilInterrupted,
    };
    const code = await runReview(options, '1.2.3', world, ask);
    const [, links = ''] = /^Links: (.*?)\n\n/ms.exec(said.out) ?? [];
    return { code, links, err: said.err.replaceAll(folder, '') };
  }

  it('remembers results for a week, and knows from another day on what is dead', async () => {
    const folder = projectFolder();
    const first = await smallWeb({
      [PAGE]: redirect('/prices'),
      'https://anchor.example/prices': 200,
      [TERMS]: 500,
    });
    const today = await check(folder, first);
    expect(today.err).toBe('Checked 2 links. Results are in /.operator-api-cache/links.json.\n');
    expect(today.links).toBe(`2 addresses, 2 to look at
  https://birch.example/terms failed, which may pass: it answers 500
    birch: sources
  https://anchor.example/fees moved permanently: to https://anchor.example/prices
    anchor: evidence_url of fee_usd_1`);
    expect([...first.agents]).toEqual(['operator-api/1.2.3 (+review)']);

    const second = await smallWeb({ [PAGE]: 200, [TERMS]: 500 });
    const later = await check(folder, second, { day: 2 });
    expect(second.asked).not.toContain(`HEAD ${PAGE}`);
    expect(later.err).toMatch(/^Checked 1 link\./);
    expect(later.links).toContain(
      `${TERMS} dead since 2026-11-15: it answers 500\n    birch: sources\n  ${PAGE} moved`,
    );

    const third = await smallWeb({ [PAGE]: 404, [TERMS]: 200 });
    const nextWeek = await check(folder, third, { day: 9 });
    expect(nextWeek.links).toBe(`2 addresses, 1 to look at
  ${PAGE} dead since 2026-11-24: it answers 404; last found 2026-11-15
    anchor: evidence_url of fee_usd_1`);
    const without = await runCommand(['review'], folder, { env });
    expect(without.out).toContain(nextWeek.links);
  });

  it('keeps its memory where --links says, and asks for all with --recheck 0d', async () => {
    const folder = projectFolder();
    const web = await smallWeb({ [PAGE]: 200, [TERMS]: 200 });
    const links = join(folder, 'links.json');
    await check(folder, web, { links });
    expect(existsSync(join(folder, '.operator-api-cache'))).toBe(false);
    expect((await check(folder, web, { links })).err).toMatch(/^Checked 0 links\./);
    expect((await check(folder, web, { links, recheck: 0 })).err).toMatch(/^Checked 2 links\./);
  });

  it('starts anew where the memory is damaged, and says so', async () => {
    const folder = projectFolder();
    const links = join(folder, 'links.json');
    writeFileSync(links, '{"version":1,"links":{"x"');
    const { err } = await check(folder, await smallWeb({ [PAGE]: 200, [TERMS]: 200 }), { links });
    expect(err).toBe(
      '/links.json is damaged or of another version: every link counts as never checked.\nChecked 2 links. Results are in /links.json.\n',
    );
    expect(Object.keys(JSON.parse(readFileSync(links, 'utf8')).links)).toEqual([PAGE, TERMS]);
  });

  it('keeps what it has learned when it is interrupted, and reports it', async () => {
    const folder = projectFolder();
    let interrupt = () => {};
    const untilInterrupted = () =>
      new Promise<void>((resolve) => {
        interrupt = resolve;
      });
    const web = await smallWeb({
      [PAGE]: 404,
      'https://birch.example/robots.txt': () => interrupt(),
    });
    // One host after the other, so that the second is asked when the first is done.
    const ask: SmallWeb['ask'] = async (url, options) => {
      while (url.includes('birch') && !web.asked.includes(`GET ${PAGE}`)) {
        await new Promise((resolve) => setTimeout(resolve, 5));
      }
      return web.ask(url, options);
    };
    const { code, links, err } = await check(folder, { ask }, { untilInterrupted, timeout: 9999 });
    expect(code).toBe(0);
    expect(links).toMatch(/^2 addresses, 1 to look at, 1 never checked/);
    expect(err).toBe(
      'Checked 1 link; 1 is left for the next run. Results are in /.operator-api-cache/links.json.\n',
    );
    expect((await check(folder, await smallWeb({ [TERMS]: 200 }))).err).toMatch(
      /^Checked 1 link\./,
    );
  });

  it('names the proxy that it does not use, once', async () => {
    const web = await smallWeb({ [PAGE]: 200, [TERMS]: 200 });
    const { err } = await check(projectFolder(), web, { proxy: 'http://p' });
    expect(err.split('\n')).toEqual([
      'HTTPS_PROXY is set, but review does not use this proxy: it connects to birch.example and 1 other host directly.',
      'Checked 2 links. Results are in /.operator-api-cache/links.json.',
      '',
    ]);
  });
});
