import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { NOW } from '../doors/check-sources.ts';
import { temporaryFolder, writeFiles } from '../doors/folders.ts';
import { runCommand } from '../doors/run-command.ts';
import { EMPTY, type Sources } from '../doors/tiny-dataset.ts';

const METRICS = `# yaml-language-server: $schema=../schemas/source-metrics.json
- key: usdt_withdrawal_fee_usd
  name: USDT withdrawal fee (USD)
  description: What a withdrawal of USDT costs.
  type: number
  unit: USD
  better: lower
- key: median_withdrawal_minutes
  name: Median withdrawal time (minutes)
  description: How long a withdrawal takes.
  type: number
  unit: min
  better: lower
- key: kyc_threshold_usd
  name: Identity check threshold (USD)
  description: Above which sum documents are asked for.
  type: number
  unit: USD
  better: higher
- key: live_streaming
  name: Live streaming
  description: Whether matches are streamed.
  type: boolean
  unit: null
  better: none
`;

const SHEET = `Bookmaker,Website,Licence,KYC,KYC limit ($),VPN?,App,USDT fee,Payout time,Pros,Source,Payout source,Checked,Notes
Harbour Nine,harbour-nine.example,Curaçao,above limit,"$2,000",yes,✓,1.5 USDT,25 min,Fast; Clear terms,https://harbour-nine.example/cashier,,10/2/2026,call back
Pale Otter,https://pale-otter.example,Anjouan,No KYC,,y,x,free,2-4 h,"Cheap
Anonymous",https://pale-otter.example/fees,https://pale-otter.example/help,10/13/2026,
"Björn's Odds",bjorn.example,Malta,always,n/a,maybe,✓,2,instant,-,https://bjorn.example/help,,2-Oct-26,

404 Furlongs,404.example,?,No KYC,,no,x,$1,1 day,,,,2026-09-30,new
狐火ブック,kitsunebi.example,Curaçao,No KYC,,no,✓,1,30,,https://kitsunebi.example/fees,,2026-09-30,
=Lantern,lantern.example,Curaçao,No KYC,,no,✓,1,30,,https://lantern.example/fees,,2026-09-30,
`;

const STREAMING = `- claim_id: live_streaming_1
  metric: live_streaming
  value: true
  evidence_url: https://anchor.example/streams
  observed_at: 2026-10-01
`;

const EXISTING: Sources = {
  'operators/anchor.yaml': `# Keep this comment.
id: 7
name: Anchor
license_jurisdiction: null # nobody knows
kyc_level: none
accepts_vpn: true
has_mobile_app: false
updated_at: 2026-10-02
former_slugs: [old-anchor]
payment_options: []
fees: []
limits: []
pros: []
cons: []
sources: []
`,
  'facts/anchor.yaml': `- claim_id: usdt_withdrawal_fee_usd_4
  metric: usdt_withdrawal_fee_usd
  value: 1.5 # of the cashier
  evidence_url: https://anchor.example/fees
  observed_at: 2026-10-01

${STREAMING}`,
};

const MAPPING = `columns:
  Name: { field: name }
  Licence: { field: license_jurisdiction }
  VPN: { field: accepts_vpn }
  Fee: { metric: usdt_withdrawal_fee_usd }
  Time: { metric: median_withdrawal_minutes }
  Source: { evidence: row }
  Date: { date: row }
`;

/** A folder with data, a spreadsheet and, if given, a mapping. */
function folderWith(sheet: string, mapping: string | null = null, data: Sources = {}) {
  const root = temporaryFolder();
  writeFiles(join(root, 'data'), { ...EMPTY, 'metrics.yaml': METRICS, ...data });
  writeFiles(root, { 'x.csv': sheet, 'x.csv.mapping.yaml': mapping });
  const env = { SOURCE_DATE_EPOCH: String(NOW / 1000) };
  return {
    run: (...args: string[]) => runCommand(['import', 'x.csv', ...args], root, { env }),
    read: (name: string) => readFileSync(join(root, name), 'utf8'),
    change: (files: Sources) => writeFiles(root, files),
    list: (name: string) => (existsSync(join(root, name)) ? readdirSync(join(root, name)) : []),
  };
}

/** A spreadsheet of one row, for MAPPING. */
function sheetOf(row: string): string {
  return `Name,Licence,VPN,Fee,Time,Source,Date\n${row}\n`;
}
const ANCHOR = 'Anchor,,yes,1.5,,https://anchor.example/fees,';

describe('operator-api import', () => {
  it('writes a guessed mapping first, and nothing else', async () => {
    const { run, read, list } = folderWith(SHEET);
    const { code, out, err } = await run();
    expect({ code, err }).toEqual({
      code: 0,
      err: 'Wrote x.csv.mapping.yaml, a guess. Check and edit it, then run the command again to import.\n',
    });
    expect(out).toContain(
      '- KYC limit ($) → field: kyc_threshold_usd, metric: kyc_threshold_usd\n',
    );
    expect(out).toContain('Left out:\n- Notes\nTo check:\n- Website: https:// is put before');
    const text = read('x.csv.mapping.yaml');
    expect(text.slice(text.indexOf('# Metrics that'))).toMatchInlineSnapshot(`
      "# Metrics that no column gives:
      #   live_streaming: Live streaming

      decimal: "." # the sign before the decimals: "." for 2,000.50, "," for 2.000,50
      date_order: month-day # of dates such as 10/2/2026: day-month or month-day
      date: null # the day of the claims in rows that give none, such as 2026-10-02

      columns:
        Bookmaker: { field: name }
        # https:// is put before harbour-nine.example
        Website: { field: website, prefix: https:// }
        Licence: { field: license_jurisdiction }
        # "above limit" is taken for threshold
        # "No KYC" is taken for none
        # "always" is taken for required
        KYC: { field: kyc_level, values: { above limit: threshold, No KYC: none, always: required } }
        KYC limit ($): { field: kyc_threshold_usd, metric: kyc_threshold_usd }
        # "maybe" is neither yes nor no (say what it means: values: { "maybe": … })
        VPN?: { field: accepts_vpn }
        # "x" is taken for false
        App: { field: has_mobile_app, values: { x: false } }
        # 1 usdt is taken for 1 USD
        USDT fee: { metric: usdt_withdrawal_fee_usd, units: { usdt: 1 } }
        # 1 h is taken for 60 min
        # 1 day is taken for 1440 min
        # of a range, the upper number is taken
        # "instant" is not a number (say what it means: values: { "instant": … })
        Payout time: { metric: median_withdrawal_minutes, range: upper, units: { h: 60, day: 1440 } }
        Pros: { field: pros }
        Source: { evidence: row }
        Payout source: { evidence: median_withdrawal_minutes }
        Checked: { date: row }
        Notes: ignore
      "
    `);
    expect(list('data/operators')).toEqual([]);
  });
  it('imports on the second run, and reports what it could not take', async () => {
    const { run, read, list } = folderWith(SHEET);
    await run();
    const { code, out, err } = await run();
    expect(code).toBe(1);
    expect(out).toMatchInlineSnapshot(`
      "Row 2 Harbour Nine: new operator, harbour-nine (id 1), 3 new claims
      Row 3 Pale Otter: new operator, pale-otter (id 2), 2 new claims
      Row 4 Björn's Odds: new operator, bjorn-s-odds (id 3), 1 new claim
        not taken: F4 "VPN?": "maybe" is neither yes nor no (say what it means: values: { "maybe": … })
        not taken: I4 "Payout time": "instant" is not a number (say what it means: values: { "instant": … })
      Row 6 404 Furlongs: new operator, 404-furlongs (id 4)
        not taken: row 6 has no evidence for "USDT fee", "Payout time": a claim needs its evidence and a date
      Row 7 狐火ブック: not taken
        not taken: row 7 has a name that no slug can be made of; add a column with slugs
      Row 8: not taken
        not taken: A8 "Bookmaker": "=Lantern" is refused: a spreadsheet could run text that starts with "=" as a formula
      Columns left out: Notes
      "
    `);
    expect(err).toMatchInlineSnapshot(`
      "Wrote 7 files in data: 4 new operators, 0 changed, 6 new claims. 5 problems in the spreadsheet: see above.
      "
    `);
    expect(list('data/operators')).toMatchInlineSnapshot(`
      [
        "404-furlongs.yaml",
        "bjorn-s-odds.yaml",
        "harbour-nine.yaml",
        "pale-otter.yaml",
      ]
    `);
    expect(read('data/operators/pale-otter.yaml')).toMatchInlineSnapshot(`
      "# yaml-language-server: $schema=../../schemas/source-operator.json
      id: 2
      name: Pale Otter
      license_jurisdiction: Anjouan
      kyc_level: none
      kyc_threshold_usd: null
      accepts_vpn: true
      has_mobile_app: false
      website: https://pale-otter.example
      payment_options: []
      fees: []
      limits: []
      pros:
        - Cheap
        - Anonymous
      cons: []
      sources: []
      "
    `);
    expect(read('data/facts/pale-otter.yaml')).toMatchInlineSnapshot(`
      "# yaml-language-server: $schema=../../schemas/source-facts.json
      - claim_id: usdt_withdrawal_fee_usd_2
        metric: usdt_withdrawal_fee_usd
        value: 0
        evidence_url: https://pale-otter.example/fees
        observed_at: 2026-10-13

      - claim_id: median_withdrawal_minutes_2
        metric: median_withdrawal_minutes
        value: 240
        evidence_url: https://pale-otter.example/help
        observed_at: 2026-10-13
      "
    `);
  });

  it('imports the same spreadsheet once, with and without --update', async () => {
    const { run, read } = folderWith(
      sheetOf('Birch,Malta,no,2,30,https://birch.example/fees,2026-10-02'),
      MAPPING,
    );
    expect(await run()).toMatchObject({ code: 0 });
    const before = [read('data/operators/birch.yaml'), read('data/facts/birch.yaml')];
    const skipped = await run();
    expect(skipped).toMatchObject({ code: 0 });
    expect(skipped.out).toBe(
      'Row 2 Birch: skipped, birch (id 1)\n  left out: operators/birch.yaml exists; --update compares it\n',
    );
    const same = await run('--update');
    expect(same).toMatchObject({ code: 0, out: 'Row 2 Birch: nothing new, birch (id 1)\n' });
    expect([read('data/operators/birch.yaml'), read('data/facts/birch.yaml')]).toEqual(before);
  });

  it('changes what differs with --update, and leaves the rest of the sources as it is', async () => {
    const row = 'anchor,Curaçao,no,2,30,https://anchor.example/fees,2026-11-02';
    const { run, read } = folderWith(sheetOf(row), MAPPING, EXISTING);
    expect(await run()).toMatchObject({ code: 0, out: expect.stringContaining('skipped') });
    const { code, out } = await run('--update');
    expect({ code, out }).toEqual({
      code: 0,
      out: `Row 2 anchor: changed, anchor (id 7), 2 new claims
  name: "Anchor" → "anchor"
  license_jurisdiction: null → "Curaçao"
  accepts_vpn: true → false
  updated_at: "2026-10-02" → "2026-11-02"
  usdt_withdrawal_fee_usd_5: 2, supersedes usdt_withdrawal_fee_usd_4: 1.5
  median_withdrawal_minutes_1: 30
`,
    });
    expect(read('data/operators/anchor.yaml')).toBe(
      (EXISTING['operators/anchor.yaml'] as string)
        .replace('Anchor', 'anchor')
        .replace('null #', 'Curaçao #')
        .replace('accepts_vpn: true', 'accepts_vpn: false')
        .replace('2026-10-02', '2026-11-02'),
    );
    expect(read('data/facts/anchor.yaml')).toBe(
      `${(EXISTING['facts/anchor.yaml'] as string).replace(`\n${STREAMING}`, '')}  superseded_by: usdt_withdrawal_fee_usd_5

- claim_id: usdt_withdrawal_fee_usd_5
  metric: usdt_withdrawal_fee_usd
  value: 2
  evidence_url: https://anchor.example/fees
  observed_at: 2026-11-02

${STREAMING}
- claim_id: median_withdrawal_minutes_1
  metric: median_withdrawal_minutes
  value: 30
  evidence_url: https://anchor.example/fees
  observed_at: 2026-11-02
`,
    );
  });

  it('leaves a field alone where a newer claim says so', async () => {
    const mapping = `columns:
  Name: { field: name }
  KYC: { field: kyc_level }
  From: { field: kyc_threshold_usd, metric: kyc_threshold_usd }
  Source: { evidence: row }
  Date: { date: row }
`;
    const sheet = (from: number, day: string) =>
      `Name,KYC,From,Source,Date\nBirch,threshold,${from},https://birch.example,${day}\n`;
    const { run, read, change } = folderWith(sheet(2000, '2026-10-02'), mapping);
    await run();
    change({ 'x.csv': sheet(3000, '2026-11-02') });
    expect(await run('--update')).toMatchObject({ code: 0 });
    expect(read('data/operators/birch.yaml')).toContain('kyc_threshold_usd: 3000\n');
    const dated = `${read('data/operators/birch.yaml')}updated_at: 2026-10-01\n`;
    change({ 'data/operators/birch.yaml': dated, 'x.csv': sheet(2000, '2026-10-02') });
    const { code, out } = await run('--update');
    expect(code).toBe(0);
    expect(out).toContain(
      'left out: kyc_threshold_usd 2000 of 2026-10-02: kyc_threshold_usd_2 is newer',
    );
    expect(read('data/operators/birch.yaml')).toContain('kyc_threshold_usd: 3000\n');
  });

  it('starts the claims of an operator that has none, and adds what it did not state', async () => {
    const sheet =
      'Name,Site,Fee,Source,Date\nAnchor,https://anchor.example,2,https://anchor.example/fees,2026-10-02\n';
    const mapping = `${MAPPING.replace(/ {2}(?:Licence|VPN|Time): .*\n/g, '')}  Site: { field: website }\n`;
    const { run, read } = folderWith(sheet, mapping, { ...EXISTING, 'facts/anchor.yaml': null });
    expect(await run('--update')).toMatchObject({ code: 0 });
    expect(read('data/operators/anchor.yaml')).toContain(
      'has_mobile_app: false\nwebsite: https://anchor.example\n',
    );
    expect(
      read('data/facts/anchor.yaml'),
    ).toBe(`# yaml-language-server: $schema=../../schemas/source-facts.json
- claim_id: usdt_withdrawal_fee_usd_1
  metric: usdt_withdrawal_fee_usd
  value: 2
  evidence_url: https://anchor.example/fees
  observed_at: 2026-10-02
`);
  });

  it.each([
    [
      'confirms a value that was seen later',
      'Anchor,,,1.5,,https://anchor.example/fees,2026-11-02',
      'usdt_withdrawal_fee_usd_4: seen again on 2026-11-02',
      'observed_at: [2026-10-01, 2026-11-02]',
    ],
    [
      'keeps a claim that is newer',
      'Anchor,,,2,,https://anchor.example/fees,2026-09-02',
      'left out: usdt_withdrawal_fee_usd 2 of 2026-09-02: usdt_withdrawal_fee_usd_4 is newer (2026-10-01)',
      'observed_at: 2026-10-01\n',
    ],
    [
      'keeps a claim with other evidence',
      'Anchor,,,1.5,,https://other.example,2026-11-02',
      'left out: usdt_withdrawal_fee_usd 1.5 of 2026-11-02: usdt_withdrawal_fee_usd_4 has other evidence (https://anchor.example/fees)',
      'observed_at: 2026-10-01\n',
    ],
  ])('%s', async (_, row, said, written) => {
    const { run, read } = folderWith(sheetOf(row), MAPPING, EXISTING);
    const { code, out } = await run('--update');
    expect(code).toBe(0);
    expect(out).toContain(`  ${said}\n`);
    expect(read('data/facts/anchor.yaml')).toContain(written);
  });

  it.each([
    [
      'retracted',
      '2026-11-02',
      'live_streaming_1 was retracted on 2026-11-02',
      'live_streaming_2: true\n',
    ],
    [
      'corrected',
      '2026-11-02',
      'the value of live_streaming_1 was corrected on 2026-11-02',
      'live_streaming_2: false, supersedes live_streaming_1: true\n',
    ],
    [
      'redated',
      '2026-11-01',
      'the observed_at of live_streaming_1 was corrected on 2026-11-02',
      'live_streaming_1: seen again on 2026-11-03\n',
    ],
  ] as const)(
    'does not publish again what was %s, unless it is newer',
    async (change, day, said, later) => {
      const retraction = '  retracted: { at: 2026-11-02, reason: It was another operator }\n';
      const correction = (field: string, was: string) =>
        `  corrections:\n    - { at: 2026-11-02, field: ${field}, was: ${was}, reason: A misreading }\n`;
      const more = {
        retracted: retraction,
        corrected: correction('value', 'false'),
        redated: correction('observed_at', '2026-11-01T00:00:00Z'),
      }[change];
      const value = change === 'corrected' ? 'no' : 'yes';
      const sheet = (date: string) =>
        `Name,Streams,Source,Date\nAnchor,${value},https://anchor.example/streams,${date}\n`;
      const mapping = `columns:
  Name: { field: name }
  Streams: { metric: live_streaming }
  Source: { evidence: row }
  Date: { date: row }
`;
      const data = { ...EXISTING, 'facts/anchor.yaml': `${STREAMING}${more}` };
      const { run, change: rewrite } = folderWith(sheet(day), mapping, data);
      const { code, out } = await run('--update');
      expect(code).toBe(0);
      expect(out).toBe(
        `Row 2 Anchor: nothing new, anchor (id 7)\n  left out: live_streaming ${value === 'yes'} of ${day}: ${said}; a new claim needs a later date\n`,
      );
      rewrite({ 'x.csv': sheet('2026-11-03') });
      expect((await run('--update')).out).toContain(later);
    },
  );

  it('changes no fields where the row is older than the operator', async () => {
    const row = 'anchor,Curaçao,no,,30,https://anchor.example/fees,2026-10-01';
    const { run, read, change } = folderWith(sheetOf(row), MAPPING, EXISTING);
    const { code, out } = await run('--update');
    expect({ code, out }).toEqual({
      code: 0,
      out: `Row 2 anchor: changed, anchor (id 7), 1 new claim
  median_withdrawal_minutes_1: 30
  left out: name "anchor": the row is of 2026-10-01, the operator of 2026-10-02
  left out: license_jurisdiction "Curaçao": the row is of 2026-10-01, the operator of 2026-10-02
  left out: accepts_vpn false: the row is of 2026-10-01, the operator of 2026-10-02
`,
    });
    expect(read('data/operators/anchor.yaml')).toBe(EXISTING['operators/anchor.yaml']);
    change({ 'x.csv': sheetOf(row.replace('10-01', '10-02')) });
    expect((await run('--update')).out).toContain('accepts_vpn: true → false\n');
  });

  it('leaves out a claim that would contradict a field of a newer operator', async () => {
    const mapping = `columns:
  Name: { field: name }
  KYC: { field: kyc_level }
  From: { field: kyc_threshold_usd, metric: kyc_threshold_usd }
  Source: { evidence: row }
  Date: { date: row }
`;
    const sheet = 'Name,KYC,From,Source,Date\nAnchor,threshold,2000,https://a.example,2026-10-01\n';
    const { run, read } = folderWith(sheet, mapping, EXISTING);
    const { code, out } = await run('--update');
    expect(code).toBe(0);
    expect(out).toContain('left out: kyc_threshold_usd 2000: the row is of 2026-10-01');
    expect(read('data/facts/anchor.yaml')).toBe(EXISTING['facts/anchor.yaml']);
  });

  it.each([
    ['closed', 'status: closed\n'],
    ['merged', 'status: merged\nmerged_into: birch\n'],
  ])('changes no claims of a %s operator after its end', async (_, status) => {
    const operator = EXISTING['operators/anchor.yaml'] as string;
    const birch = operator.replace('id: 7', 'id: 8').replace('Anchor', 'Birch');
    const data = {
      ...EXISTING,
      'operators/anchor.yaml': `${operator}${status}ended_at: 2026-11-01\n`,
      'operators/birch.yaml': birch.replace('former_slugs: [old-anchor]\n', ''),
    };
    const row = (fee: string, day: string) =>
      sheetOf(`Anchor,,,${fee},30,https://anchor.example/fees,${day}`);
    const { run, read, change } = folderWith(row('1.5', '2026-11-02'), MAPPING, data);
    for (const fee of ['1.5', '2']) {
      change({ 'x.csv': row(fee, '2026-11-02') });
      const { code, out } = await run('--update');
      expect(code).toBe(0);
      expect(out).toContain(
        `left out: usdt_withdrawal_fee_usd ${fee} of 2026-11-02: the operator ended on 2026-11-01\n`,
      );
      expect(read('data/facts/anchor.yaml')).toBe(EXISTING['facts/anchor.yaml']);
    }
    change({ 'x.csv': row('1.5', '2026-11-01') });
    expect((await run('--update')).out).toContain('usdt_withdrawal_fee_usd_4: seen again');
  });

  it('takes no claims with an unreadable date, and gives an empty one the date of the mapping', async () => {
    const rows = [
      'Birch,Malta,,2,,https://birch.example,last week',
      'Cedar,Malta,,2,,https://cedar.example,2027-10-02',
      'Anchor,Malta,,2,,https://anchor.example,soon',
      'Dogwood,Malta,,2,,https://dogwood.example,',
    ].join('\n');
    const { run, read, list } = folderWith(sheetOf(rows), `date: 2026-11-02\n${MAPPING}`, EXISTING);
    const { code, out } = await run('--update');
    expect(code).toBe(1);
    expect(out).toContain(
      'Row 2 Birch: not taken\n  not taken: G2 "Date": "last week" is not a date',
    );
    for (const row of [2, 3, 4])
      expect(out).toContain(`not taken: row ${row} has no date for "Fee"`);
    expect(list('data/facts')).toEqual(['anchor.yaml', 'dogwood.yaml']);
    expect(read('data/facts/anchor.yaml')).toBe(EXISTING['facts/anchor.yaml']);
    expect(read('data/facts/dogwood.yaml')).toContain('observed_at: 2026-11-02\n');
  });

  it('names the active operators that no row is about with --update', async () => {
    const names = Array.from({ length: 12 }, (_, index) => `Cedar ${'abcdefghijkl'[index]}`);
    const operators = names.map((name, index): [string, string] => [
      `operators/${name.toLowerCase().replace(' ', '-')}.yaml`,
      `id: ${index + 20}\nname: ${name}\nlicense_jurisdiction: null\nkyc_level: null\naccepts_vpn: null\nhas_mobile_app: null\nupdated_at: 2026-10-02\npayment_options: []\nfees: []\nlimits: []\npros: []\ncons: []\nsources: []\n`,
    ]);
    const files: Sources = { ...EXISTING, ...Object.fromEntries(operators) };
    const closed = 'status: closed\nended_at: 2026-10-02\n';
    const data = {
      ...files,
      'operators/cedar-l.yaml': `${files['operators/cedar-l.yaml']}${closed}`,
    };
    const { run } = folderWith(sheetOf(ANCHOR), MAPPING, data);
    expect((await run()).out).not.toContain('not in the spreadsheet');
    expect((await run('--update')).out).toContain(
      `Operators not in the spreadsheet: ${names.slice(0, 10).join(', ')} and 1 more\n`,
    );
    const { out } = await run('--update', '--format', 'json');
    expect(JSON.parse(out)).toMatchObject({ operators_missing: names.slice(0, 11) });
  });

  it.each([
    ['a similar name', 'Ancor,,,2,,https://ancor.example,2026-10-02', '; is it anchor?'],
    ['the same evidence', 'Birch,,,2,,https://anchor.example/fees,2026-10-02', '; is it anchor?'],
    ['another name and evidence', 'Birch,,,2,,https://birch.example,2026-10-02', ''],
  ])('asks whether a new operator with %s is new', async (_, row, asked) => {
    const { run } = folderWith(sheetOf(row), MAPPING, EXISTING);
    const { code, out } = await run();
    expect(code).toBe(0);
    expect(out).toMatch(/^Row 2 \w+: new operator, \w+ \(id 8\), 1 new claim/);
    expect(out.split('1 new claim')[1]).toBe(`${asked}\n`);
  });

  it.each([
    [
      'by its id',
      'Id,Name\n7,Another\n',
      'Id: { field: id }',
      'Row 2 Another: skipped, anchor (id 7)',
    ],
    [
      'by its slug',
      'Slug,Name\nanchor,Another\n',
      'Slug: { field: slug }',
      'Row 2 Another: skipped, anchor',
    ],
    [
      'by a former slug',
      'Slug,Name\nold-anchor,Another\n',
      'Slug: { field: slug }',
      'skipped, anchor',
    ],
    [
      'by a similar name',
      'Slug,Name\n,ANCHOR!\n',
      'Slug: { field: slug }',
      'Row 2 ANCHOR!: skipped',
    ],
    [
      'unless the id is of another',
      'Id,Name\n8,Anchor\n',
      'Id: { field: id }',
      'not taken: row 2 has the id 8, and "Anchor" has the id 7',
    ],
    [
      'unless the slug is another',
      'Slug,Name\nbow,Anchor\n',
      'Slug: { field: slug }',
      'to change it: operator-api rename anchor bow',
    ],
  ])('knows an operator %s', async (_, sheet, column, said) => {
    const mapping = `columns:\n  Name: { field: name }\n  ${column}\n`;
    const { run } = folderWith(sheet, mapping, EXISTING);
    expect((await run()).out).toContain(said);
  });

  it('merges rows with the same name, and reports where they disagree', async () => {
    const rows =
      'Birch,Malta,,2,,https://birch.example,2026-10-02\nbirch,Curaçao,no,,30,https://birch.example/t,2026-10-03';
    const { run, read } = folderWith(sheetOf(rows), MAPPING);
    const { code, out } = await run();
    expect(code).toBe(1);
    expect(out).toBe(`Rows 2, 3 Birch: new operator, birch (id 1), 2 new claims
  not taken: A3 "Name": "birch" disagrees with "Birch" in row 2, which was taken
  not taken: B3 "Licence": "Curaçao" disagrees with "Malta" in row 2, which was taken
`);
    expect(read('data/operators/birch.yaml')).toContain('accepts_vpn: false\n');
  });

  it('leaves out a threshold that does not fit the level of identity checks', async () => {
    const mapping = `date: 2026-10-02
columns:
  Name: { field: name }
  KYC: { field: kyc_level }
  From: { field: kyc_threshold_usd, metric: kyc_threshold_usd }
  Source: { evidence: row }
`;
    const rows = ['Birch,none,2000', 'Cedar,threshold,', 'Dogwood,threshold,3000'];
    const sheet = ['Name,KYC,From,Source', ...rows.map((row) => `${row},https://a.example/x`)];
    const { run, read, list } = folderWith(sheet.join('\n'), mapping);
    const { out } = await run();
    expect(out).toContain('C2 "From": "2000" is a threshold, and kyc_level is none, not threshold');
    expect(out).toContain(
      'B3 "KYC": "threshold" needs a threshold, and kyc_threshold_usd says none',
    );
    expect(read('data/operators/cedar.yaml')).toContain(
      'kyc_level: null\nkyc_threshold_usd: null\n',
    );
    expect(read('data/operators/cedar.yaml')).toContain('updated_at: 2026-10-02\n');
    expect(list('data/facts')).toEqual(['dogwood.yaml']);
  });

  it('reports values that a source refuses, and dates in the future', async () => {
    const rows = [
      'Birch,a\u200bb,yes,-1,30,http://localhost/x,2026-10-02',
      'Cedar,Malta,yes,1,30,https://cedar.example,2027-10-02',
    ].join('\n');
    const { run } = folderWith(sheetOf(rows), MAPPING);
    const { out } = await run();
    expect(out).toContain('B2 "Licence": "a<U+200B>b" holds the unreadable character U+200B');
    expect(out).toContain('"http://localhost/x" is refused: nobody else can open it');
    expect(out).toContain('G3 "Date": "2027-10-02" is later than today, 2026-11-15');
  });

  it.each([
    [
      'a column that is not there',
      'Nmae: { field: name }',
      ':2:3 No column has the heading "Nmae". Did you mean "Name"?',
    ],
    [
      'an unknown key',
      'Name: { feild: name }',
      ':2:11 The field "feild" is not known here. Did you mean "field"?',
    ],
    ['an unknown field', 'Name: { field: nam }', ':2:18 "field" is the text "nam"'],
    [
      'a metric that does not exist',
      'Fee: { metric: fee_usd }',
      ':2:18 metrics.yaml has no metric "fee_usd". Add it: operator-api new metric fee_usd',
    ],
    [
      'a role twice',
      'Fee: { field: name }\n  Name: { field: name }',
      ':3:18 Another column has field: name, too',
    ],
    [
      'a meaning of another type',
      'VPN: { field: accepts_vpn, values: { maybe: perhaps } }',
      ':2:38 "maybe" cannot mean "perhaps" here',
    ],
    [
      'evidence of a metric that no column gives',
      'Source: { evidence: fee_usd }',
      ':2:23 No column gives the metric "fee_usd"; write row, or one that a column gives',
    ],
    ['broken YAML', 'Name: { field: name', ':2:9 '],
  ])('refuses a mapping with %s', async (_, line, said) => {
    const { run, list } = folderWith(sheetOf(ANCHOR), `columns:\n  ${line}\n`);
    const { code, err } = await run();
    expect(code).toBe(2);
    expect(err).toContain(`x.csv.mapping.yaml${said}`);
    expect(list('data/operators')).toEqual([]);
  });

  it('writes nothing where the result would not be valid', async () => {
    const retired = METRICS.replace('better: lower\n', 'better: lower\n  retired_at: 2026-01-01\n');
    const sheet = sheetOf('Birch,,yes,2,,https://birch.example,2026-10-02');
    const { run, list } = folderWith(sheet, MAPPING, { 'metrics.yaml': retired });
    const { code, out, err } = await run();
    expect(code).toBe(1);
    expect(out).toContain('data/facts/birch.yaml:');
    expect(err).toBe('The result would have 1 problem; nothing was written.\n');
    expect(list('data/operators')).toEqual([]);
  });

  it('only reports with --dry-run, for people, pull requests and tools', async () => {
    const sheet = sheetOf('Birch,,maybe,2,,https://birch.example,2026-10-02');
    const { run, list } = folderWith(sheet, MAPPING);
    const markdown = await run('--dry-run', '--format', 'markdown');
    expect(markdown.out).toContain(
      '| 2 | Birch | new operator, birch (id 1), 1 new claim | not taken: C2 "VPN": "maybe" is',
    );
    const { code, out } = await run('--dry-run', '--format', 'json');
    expect(code).toBe(1);
    expect(JSON.parse(out)).toMatchObject({
      written: [],
      columns_left_out: [],
      operators: [
        {
          rows: [2],
          outcome: 'new',
          slug: 'birch',
          new_claims: 1,
          problems: [{ cell: 'C2', text: 'maybe' }],
        },
      ],
      diagnostics: [],
    });
    expect(list('data/operators')).toEqual([]);
  });

  it('refuses a spreadsheet in the data folder, and one that is not there', async () => {
    const root = temporaryFolder();
    writeFiles(join(root, 'data'), { ...EMPTY, 'x.csv': 'Name\nBirch\n' });
    expect((await runCommand(['import', 'data/x.csv'], root)).err).toBe(
      'operator-api: Cannot use data/x.csv: it is in the data folder, where only sources belong; move it out of data.\n',
    );
    expect((await runCommand(['import', 'y.csv'], root)).err).toBe(
      'operator-api: Cannot read y.csv: it does not exist.\n',
    );
  });
});
