import { describe, expect, it } from 'vitest';
import { type Kind, type ReadingRules, readCell } from '../../src/import/read-cell.ts';

/** A value, null for a cell that says nothing, or the start of the problem. */
function read(text: string, kind: Kind, rules: Partial<ReadingRules> = {}) {
  const reading = readCell(text, kind, { decimal: '.', date_order: null, ...rules });
  if (reading === null) return null;
  return 'value' in reading ? reading.value : `! ${reading.problem.replace(/ \(.*/s, '')}`;
}

const NUMBER: Kind = { kind: 'number', unit: 'USD' };
const MINUTES: Kind = { kind: 'number', unit: 'min' };
const times = { h: 60, day: 1440 };

describe('readCell', () => {
  it.each([
    ['yes', true],
    ['Y', true],
    ['TRUE', true],
    ['✓', true],
    ['1', true],
    ['no', false],
    ['N', false],
    ['false', false],
    ['✗', false],
    ['', null],
    ['n/a', null],
    ['-', null],
    ['?', null],
    ['Unknown', null],
    ['x', '! is neither yes nor no'],
    ['maybe', '! is neither yes nor no'],
  ])('reads %j as a yes or no', (text, expected) => {
    expect(read(text, { kind: 'boolean' })).toBe(expected);
  });

  it.each<[string, number | string | null, Partial<ReadingRules>]>([
    ['2', 2, {}],
    ['$2,000', 2000, {}],
    ['2 000.50 USD', 2000.5, {}],
    ["2'000", 2000, {}],
    ['.5', 0.5, {}],
    ['-3', -3, {}],
    ['free', 0, {}],
    ['N/A', null, {}],
    ['2,5', '! is not written with "." before the decimals', {}],
    ['20,00', '! is not written with "." before the decimals', {}],
    ['2.000,50', 2000.5, { decimal: ',' }],
    ['€ 2.000', '! is in "€", where USD is expected', { decimal: ',' }],
    ['1.5 USDT', '! is in "USDT", where USD is expected', {}],
    ['1.5 USDT', 1.5, { units: { usdt: 1 } }],
    ['$1.5k', 1500, { units: { k: 1000 } }],
    ['1-2', '! is a range', {}],
    ['$1-2', 1, { range: 'lower' }],
    ['$10 – $20', 15, { range: 'middle' }],
    ['2-1', '! is a range whose first number is the larger one', { range: 'upper' }],
    ['cheap', '! is not a number', {}],
    ['cheap', 1, { values: { Cheap: 1 } }],
    ['cheap', null, { values: { cheap: null } }],
    ['1.2.3', '! is not written with "." before the decimals', {}],
  ])('reads %j as an amount', (text, expected, rules) => {
    expect(read(text, NUMBER, rules)).toBe(expected);
  });

  it.each<[string, number | string, Partial<ReadingRules>]>([
    ['25 min', 25, {}],
    ['25 minutes', 25, {}],
    ['2 h', '! is in "h", where min is expected', {}],
    ['2-4 h', 240, { units: times, range: 'upper' }],
    ['1.1 hrs', 66, { units: times }],
    ['30 min to 2 hours', 75, { units: times, range: 'middle' }],
    ['1 day', 1440, { units: times }],
    ['2', 120, { units: times, unit: 'h' }],
    ['90 min', 90, { units: times, unit: 'h' }],
  ])('reads %j as minutes', (text, expected, rules) => {
    expect(read(text, MINUTES, rules)).toBe(expected);
  });

  it('reads percentages, and whole numbers where the metric counts', () => {
    expect(read('1.5 %', { kind: 'number', unit: '%' })).toBe(1.5);
    expect(read('1.5 percent', { kind: 'number', unit: '%' })).toBe(1.5);
    expect(read('12', { kind: 'integer', unit: null })).toBe(12);
    expect(read('1.5', { kind: 'integer', unit: null })).toBe(
      '! is 1.5, where a whole number is expected',
    );
  });

  it.each<[string, string | null, ReadingRules['date_order']]>([
    ['2026-10-02', '2026-10-02', null],
    ['2026/10/2', '2026-10-02', null],
    ['2026-10-02 14:00', '2026-10-02', null],
    ['2026-10-02T09:30:00Z', '2026-10-02T09:30:00Z', null],
    ['02.10.2026', '2026-10-02', null],
    ['2.10.26', '2026-10-02', 'month-day'],
    ['10/2/2026', '! can be read in two ways', null],
    ['10/2/2026', '2026-10-02', 'month-day'],
    ['10/2/2026', '2026-02-10', 'day-month'],
    ['2-Oct-26', '2026-10-02', null],
    ['2 October 2026', '2026-10-02', null],
    ['Oct 2, 2026', '2026-10-02', null],
    ['31.02.2026', '! is no day of the calendar', null],
    ['46297', '! is how a spreadsheet counts days', null],
    ['last week', '! is not a date', null],
    ['', null, null],
  ])('reads %j as a date', (text, expected, date_order) => {
    expect(read(text, { kind: 'date' }, { date_order })).toBe(expected);
  });

  it.each<[string, Kind, string]>([
    ['maybe', { kind: 'boolean' }, 'values: { "maybe": … }'],
    [
      'above 800 $',
      { kind: 'choice', choices: ['none', 'required'] },
      'values: { "above 800 $": … }',
    ],
    ['cheap', NUMBER, 'values: { "cheap": … }'],
    ['1 USDT', NUMBER, 'units: { "USDT": … }'],
  ])('leaves the meaning of %j to the user', (text, kind, advice) => {
    const reading = readCell(text, kind, { decimal: '.', date_order: null });
    expect(reading).toEqual({ problem: expect.stringContaining(advice) });
  });

  it('reads words of a field, lists and addresses', () => {
    const level: Kind = { kind: 'choice', choices: ['none', 'required'] };
    expect(read('None', level)).toBe('none');
    expect(read('no  KYC', level, { values: { 'No KYC': 'none' } })).toBe('none');
    expect(read('strict', level)).toBe('! is none of none, required');
    expect(read('Fast; Cheap\nSafe;', { kind: 'list' })).toEqual(['Fast', 'Cheap', 'Safe']);
    expect(read('Fast; now | Cheap', { kind: 'list' }, { separator: '|' })).toEqual([
      'Fast; now',
      'Cheap',
    ]);
    const prefix = { prefix: 'https://' };
    expect(read('a.example', { kind: 'text' }, prefix)).toBe('https://a.example');
    expect(read('http://a.example', { kind: 'text' }, prefix)).toBe('http://a.example');
  });
});
