import type { Metric } from '../model/index.ts';

/** What a text of a cell means: a value, or why it cannot be read. Null: the cell says nothing. */
export type Reading = { readonly value: CellValue } | { readonly problem: string } | null;
export type CellValue = string | number | boolean | readonly string[];

/** What the cells of a column hold. */
export type Kind =
  | { readonly kind: 'text' | 'boolean' | 'date' | 'list' }
  | { readonly kind: 'choice'; readonly choices: readonly string[] }
  | { readonly kind: 'number' | 'integer'; readonly unit: string | null };

/** How cells are read. The names are those of the mapping file. */
export interface ReadingRules {
  /** What texts mean, compared without case. Null: the cell says nothing. */
  readonly values?: { readonly [text: string]: string | number | boolean | null } | undefined;
  readonly decimal: '.' | ',';
  readonly date_order: 'day-month' | 'month-day' | null;
  /** Which number of a range such as `2-4`. */
  readonly range?: 'lower' | 'middle' | 'upper' | undefined;
  /** What a number with this unit is multiplied by. */
  readonly units?: { readonly [unit: string]: number } | undefined;
  /** The unit of numbers without one. */
  readonly unit?: string | undefined;
  readonly separator?: string | undefined;
  readonly prefix?: string | undefined;
}

/** What the values of a metric are. */
export function kindOfMetric({ type, unit }: Pick<Metric, 'type' | 'unit'>): Kind {
  if (type === 'boolean') return { kind: 'boolean' };
  return type === 'string' ? { kind: 'text' } : { kind: type, unit };
}

const UNKNOWN = /^(?:[-–—?.]*|n\/?a|#n\/a|unknown|not known|tbd|tbc)$/i;

/** Whether a cell says that something is not known. */
export function isUnknown(text: string): boolean {
  return UNKNOWN.test(text);
}

/** Reads a cell without outer spaces. */
export function readCell(text: string, kind: Kind, rules: ReadingRules): Reading {
  const meant = meaningOf(text, rules);
  if (meant !== undefined) return meant === null ? null : { value: meant };
  if (isUnknown(text)) return null;
  switch (kind.kind) {
    case 'boolean':
      return readBoolean(text);
    case 'date':
      return readDate(text, rules);
    case 'choice':
      return readChoice(text, kind.choices);
    case 'number':
    case 'integer':
      return readNumber(text, kind, rules);
    case 'list':
      return readList(text, rules);
    case 'text':
      return { value: withPrefix(text, rules.prefix) };
    default:
      return kind satisfies never;
  }
}

function meaningOf(text: string, { values = {} }: ReadingRules) {
  const found = Object.entries(values).find(([key]) => fold(key) === fold(text));
  return found?.[1];
}

/** Texts that differ only in case and spaces are the same. */
export function fold(text: string): string {
  return text.trim().toLowerCase().replace(/\s+/g, ' ');
}

const YES = /^(?:yes|y|true|1|[✓✔✅☑]\ufe0f?)$/i;
const NO = /^(?:no|n|false|0|[✗✘❌☒]\ufe0f?)$/i;

function readBoolean(text: string): Reading {
  if (YES.test(text)) return { value: true };
  if (NO.test(text)) return { value: false };
  return {
    problem: `is neither yes nor no (say what it means: values: { ${JSON.stringify(text)}: … })`,
  };
}

function readChoice(text: string, choices: readonly string[]): Reading {
  const found = choices.find((choice) => choice === fold(text));
  return found === undefined
    ? {
        problem: `is none of ${choices.join(', ')} (say which it means: values: { ${JSON.stringify(text)}: … })`,
      }
    : { value: found };
}

function readList(text: string, { separator }: ReadingRules): Reading {
  const entries = text.split(separator ?? /[;\n]/).map((entry) => entry.trim());
  return { value: entries.filter((entry) => entry !== '') };
}

function withPrefix(text: string, prefix = ''): string {
  return /^[a-z]+:\/\//i.test(text) ? text : prefix + text;
}

const MONTHS = ['jan', 'feb', 'mar', 'apr', 'may', 'jun', 'jul', 'aug', 'sep', 'oct', 'nov', 'dec'];

/** Reads a date as `YYYY-MM-DD`, and keeps a timestamp. */
function readDate(text: string, { date_order: order }: ReadingRules): Reading {
  if (/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(?:\.\d+)?Z$/.test(text)) return { value: text };
  const [, year, month, day] = /^(\d{4})[-/.](\d{1,2})[-/.](\d{1,2})(?:[ T].*)?$/.exec(text) ?? [];
  if (year !== undefined) return toDate(year, month, day);
  const [, dayOf, monthOf, yearOf] = /^(\d{1,2})\.(\d{1,2})\.(\d{4}|\d\d)$/.exec(text) ?? [];
  if (dayOf !== undefined) return toDate(yearOf, monthOf, dayOf);
  const [, first, second, last] = /^(\d{1,2})[/-](\d{1,2})[/-](\d{4}|\d\d)$/.exec(text) ?? [];
  if (first !== undefined) {
    if (order === null) {
      return { problem: 'can be read in two ways (write date_order: day-month or month-day)' };
    }
    return order === 'day-month' ? toDate(last, second, first) : toDate(last, first, second);
  }
  const named =
    /^(?<day>\d{1,2})[\s./-]*(?<month>[a-z]{3,9})\.?[\s./,-]*(?<year>\d{4}|\d\d)$/i.exec(text) ??
    /^(?<month>[a-z]{3,9})\.?\s*(?<day>\d{1,2})(?:st|nd|rd|th)?,?\s+(?<year>\d{4})$/i.exec(text);
  const { groups = {} } = named ?? {};
  const number = MONTHS.indexOf((groups['month'] ?? '').slice(0, 3).toLowerCase()) + 1;
  if (number > 0) return toDate(groups['year'], String(number), groups['day']);
  return /^[34]\d{4}$/.test(text)
    ? {
        problem:
          'is how a spreadsheet counts days (format the column as a date, and save it again)',
      }
    : { problem: 'is not a date (write it as 2026-10-02)' };
}

function toDate(year = '', month = '', day = ''): Reading {
  const full = year.length === 2 ? `20${year}` : year;
  const value = `${full}-${month.padStart(2, '0')}-${day.padStart(2, '0')}`;
  const date = new Date(`${value}T00:00:00Z`);
  const isReal = !Number.isNaN(date.getTime()) && date.toISOString().startsWith(value);
  return isReal ? { value } : { problem: 'is no day of the calendar' };
}

type NumberKind = Extract<Kind, { kind: 'number' | 'integer' }>;

/** One amount: a unit or sign, the digits, a unit. */
const AMOUNT = /^([^\d.,]*?)\s*([-−]?[.,]?\d(?:[\d.,'’\s]*\d)?)\s*([^\d]*)$/;
const RANGE = /^(.*?\d[^\d]*?)\s*(?:-|–|—|\bto\b)\s*([^\d]*\d.*)$/i;

function readNumber(text: string, kind: NumberKind, rules: ReadingRules): Reading {
  if (fold(text) === 'free') return { value: 0 };
  const [left = text, right] = sidesOf(text);
  if (right === undefined) return readAmount(text, kind, rules);
  const { range } = rules;
  if (range === undefined) {
    return { problem: 'is a range (say which number counts: range: lower, middle or upper)' };
  }
  const [leftUnit, rightUnit] = [left, right].map((side) => unitsIn(side).join(' '));
  const low = readAmount(leftUnit === '' ? `${left} ${rightUnit}` : left, kind, rules);
  const high = readAmount(rightUnit === '' ? `${right} ${leftUnit}` : right, kind, rules);
  if (low === null || 'problem' in low) return low;
  if (high === null || 'problem' in high) return high;
  const [a, b] = [Number(low.value), Number(high.value)];
  if (a > b) return { problem: 'is a range whose first number is the larger one' };
  const value = { lower: a, middle: rounded((a + b) / 2), upper: b }[range];
  return wholeIfNeeded(value, kind);
}

/** Longer texts are prose, and patterns take long to see that. */
const LONGEST_AMOUNT = 60;

/** The two amounts of a range, or the one that a text is. */
export function sidesOf(text: string): readonly string[] {
  if (text.length > LONGEST_AMOUNT) return [text];
  const [, left, right] = AMOUNT.test(text) ? [] : (RANGE.exec(text) ?? []);
  return left === undefined || right === undefined ? [text] : [left, right];
}

/** The digits of an amount with their separators; null if a text is none. */
export function amountIn(text: string): string | null {
  return text.length > LONGEST_AMOUNT ? null : (AMOUNT.exec(text)?.[2] ?? null);
}

function readAmount(text: string, kind: NumberKind, rules: ReadingRules): Reading {
  const { decimal, units = {}, unit } = rules;
  const digits = amountIn(text);
  if (digits === null) {
    return {
      problem: `is not a number (say what it means: values: { ${JSON.stringify(text)}: … })`,
    };
  }
  const number = toNumber(digits, decimal);
  if (number === null) {
    const other = decimal === '.' ? ',' : '.';
    return {
      problem: `is not written with "${decimal}" before the decimals (write decimal: "${other}" if "${other}" is)`,
    };
  }
  const found = unitsIn(text);
  const meant = found.length === 0 && unit !== undefined ? [unit] : found;
  let value = number;
  for (const one of meant) {
    const factor = factorOf(one, kind.unit, units);
    if (factor === null) {
      const wanted = kind.unit === null ? 'a number without a unit' : kind.unit;
      return {
        problem: `is in ${JSON.stringify(one)}, where ${wanted} is expected (say what it is multiplied by: units: { ${JSON.stringify(one)}: … })`,
      };
    }
    value = rounded(value * factor);
  }
  return wholeIfNeeded(value, kind);
}

function wholeIfNeeded(value: number, { kind }: NumberKind): Reading {
  return kind === 'number' || Number.isInteger(value)
    ? { value }
    : { problem: `is ${value}, where a whole number is expected` };
}

/** Without the last digits of a double, which multiplication makes wrong: 1.1 × 60 is 66. */
function rounded(value: number): number {
  return Number(value.toPrecision(12));
}

/** The units around the digits of an amount: `$1.5k` has `$` and `k`. */
export function unitsIn(text: string): readonly string[] {
  if (amountIn(text) === null) return [];
  const [, before = '', , after = ''] = AMOUNT.exec(text) ?? [];
  return [before, after].map((unit) => unit.trim()).filter((unit) => unit !== '');
}

function factorOf(unit: string, own: string | null, units: NonNullable<ReadingRules['units']>) {
  const canonical = canonicalUnit(unit);
  const named = Object.entries(units).find(([name]) => canonicalUnit(name) === canonical);
  if (named !== undefined) return named[1];
  return own !== null && canonical === canonicalUnit(own) ? 1 : null;
}

/** The spellings of units that people use, and the one that this program uses. */
const SPELLINGS: readonly (readonly [RegExp, string])[] = [
  [/^(?:usd|us-?dollars?|dollars?|us\$|\$)$/, 'usd'],
  [/^(?:eur|euros?|€)$/, 'eur'],
  [/^(?:gbp|pounds?|£)$/, 'gbp'],
  [/^(?:btc|₿)$/, 'btc'],
  [/^(?:%|percent|per cent|pct)$/, '%'],
  [/^(?:s|secs?|seconds?)$/, 's'],
  [/^(?:m|mins?|minutes?)$/, 'min'],
  [/^(?:h|hrs?|hours?)$/, 'h'],
  [/^(?:d|days?)$/, 'day'],
  [/^(?:w|weeks?)$/, 'week'],
];

/** One spelling for each unit: `hrs` and `hours` are `h`. Other units stay, in lower case. */
export function canonicalUnit(unit: string): string {
  const lower = unit.trim().toLowerCase().replace(/\.$/, '');
  return SPELLINGS.find(([spelling]) => spelling.test(lower))?.[1] ?? lower;
}

const GROUPED = {
  '.': /^(?:\d{1,3}(?:[,'’\s]\d{3})+|\d+)?(?:\.\d+)?$/,
  ',': /^(?:\d{1,3}(?:[.'’\s]\d{3})+|\d+)?(?:,\d+)?$/,
};

/** The number of digits with separators of thousands; null where they are not in groups of three. */
function toNumber(written: string, decimal: '.' | ','): number | null {
  const sign = /^[-−]/.test(written) ? '-' : '';
  const digits = written.replace(/^[-−]/, '');
  if (!GROUPED[decimal].test(digits)) return null;
  const plain = decimal === '.' ? digits : digits.replace(/\./g, '').replace(',', '.');
  return Number(sign + plain.replace(/[,'’\s]/g, ''));
}
