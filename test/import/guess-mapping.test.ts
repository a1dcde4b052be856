import { describe, expect, it } from 'vitest';
import { guessMapping, readMapping, readTable } from '../../src/import/index.ts';
import type { Metric } from '../../src/model/index.ts';

const metric = (key: string, name: string, more: Partial<Metric> = {}): Metric => ({
  ...{ key, name, description: name, type: 'number', unit: 'USD', better: 'lower' },
  ...{ min: null, max: null, retired_at: null, replaced_by: null },
  ...more,
});
const METRICS = [
  metric('btc_withdrawal_fee_usd', 'BTC withdrawal fee (USD)'),
  metric('usdt_withdrawal_fee_usd', 'USDT withdrawal fee (USD)'),
  metric('median_withdrawal_minutes', 'Median withdrawal time (minutes)', { unit: 'min' }),
  metric('live_streaming', 'Live streaming', { type: 'boolean', unit: null, better: 'none' }),
  metric('max_win_usd', 'Largest win (USD)', { better: 'higher' }),
];

/** The guess for a spreadsheet, which has to be a mapping that can be used. */
function guess(sheet: string) {
  const table = readTable('x.csv', Buffer.from(sheet));
  const guessed = guessMapping('x.csv', table, METRICS);
  const metrics = new Map(METRICS.map((one) => [one.key, one]));
  const read = readMapping({ path: 'x.mapping.yaml', text: guessed.text }, table, metrics);
  expect('problems' in read && read.problems).toBe(false);
  const lines = guessed.text.split('\n').filter((line) => !line.startsWith('#'));
  return {
    doubts: guessed.doubts,
    lineOf: (key: string) => lines.find((line) => line.trim().startsWith(`${key}:`))?.trim(),
  };
}

describe('guessMapping', () => {
  it.each([
    ['Name;Fee\nAnchor;1\n', 'decimal: ","'],
    ['Name;Fee\nAnchor;1.5\n', 'decimal: "."'],
    ['Name,Fee\nAnchor,1\n', 'decimal: "."'],
    ['Name,Fee\nAnchor,"1,5"\nBirch,"2.000,50"\n', 'decimal: ","'],
    ['Name,Fee\nAnchor,"2,000"\n', 'decimal: "."'],
    ['Name,Checked\nAnchor,2026-10-02\n', 'date_order: null'],
    ['Name,Checked\nAnchor,10/13/2026\n', 'date_order: month-day'],
    ['Name,Checked\nAnchor,13/10/2026\nBirch,1/2/2026\n', 'date_order: day-month'],
  ])('of %j is %s', (sheet, expected) => {
    const [key = ''] = expected.split(':');
    expect(guess(sheet).lineOf(key)).toMatch(new RegExp(`^${expected.replace('.', '\\.')} #`));
  });

  it('says that dates can be read in two ways', () => {
    const { doubts } = guess('Name,Checked\nAnchor,10/2/2026\n');
    expect(doubts).toEqual(['date_order: 10/2/2026 can be read both ways; day-month is assumed']);
  });

  it.each([
    ['Bookie name', 'Anchor', 'Bookie name: { field: name }'],
    ['Licensed in', 'Malta', 'Licensed in: { field: license_jurisdiction }'],
    ['accepts_vpn', 'yes', 'accepts_vpn: { field: accepts_vpn }'],
    ['Mobile app', 'x', 'Mobile app: { field: has_mobile_app, values: { x: true } }'],
    ['USDT fee', '1', 'USDT fee: { metric: usdt_withdrawal_fee_usd }'],
    ['Bitcoin fee', '1', 'Bitcoin fee: { metric: btc_withdrawal_fee_usd }'],
    [
      'Payout time (h)',
      '2',
      'Payout time (h): { metric: median_withdrawal_minutes, units: { h: 60 }, unit: h }',
    ],
    [
      'Largest win',
      '5k-10k',
      'Largest win: { metric: max_win_usd, range: lower, units: { k: 1000 } }',
    ],
    ['Live streaming', 'often', 'Live streaming: ignore'],
    ['Pros', 'Fast | Cheap', 'Pros: { field: pros, separator: "|" }'],
    ['Homepage', 'anchor.example/x', 'Homepage: { field: website, prefix: https:// }'],
    ['Source URL', 'https://a.example', 'Source URL: { evidence: row }'],
    ['Last checked', '2026-10-02', 'Last checked: { date: row }'],
    ['Mood', 'good', 'Mood: ignore'],
    ['2026', 'good', '"2026": ignore'],
  ])('takes a column %s with %j for %s', (heading, cell, expected) => {
    const { lineOf } = guess(`Slug,${heading}\nanchor,${cell}\n`);
    expect(lineOf(expected.split(': ')[0] ?? '')).toBe(expected);
  });

  it('gives evidence and dates that are named after a metric to that metric', () => {
    const { lineOf } = guess(
      'Name,USDT fee,USDT fee source,USDT fee checked,Source\nAnchor,1,https://a.example/fees,2026-10-02,https://a.example\n',
    );
    expect(lineOf('USDT fee source')).toBe(
      'USDT fee source: { evidence: usdt_withdrawal_fee_usd }',
    );
    expect(lineOf('USDT fee checked')).toBe('USDT fee checked: { date: usdt_withdrawal_fee_usd }');
    expect(lineOf('Source')).toBe('Source: { evidence: row }');
  });
});
