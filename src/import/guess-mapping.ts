import { writeFlowField } from '../edit/index.ts';
import type { Metric } from '../model/index.ts';
import type { PlainValue } from '../source/index.ts';
import { guessReading } from './guess-reading.ts';
import { candidatesOf, guessRoles, type Role } from './guess-roles.ts';
import { FIELDS } from './mapping.ts';
import { amountIn, type ReadingRules } from './read-cell.ts';
import type { Table } from './read-table.ts';

/** A mapping file to edit, and what to say about it. */
export interface GuessedMapping {
  readonly text: string;
  /** What each column was taken for, in words. */
  readonly guessed: readonly string[];
  /** The headings of the columns that were left out. */
  readonly leftOut: readonly string[];
  /** What should be checked first. */
  readonly doubts: readonly string[];
}

/**
 * Guesses how a spreadsheet is read, from its headings and its cells.
 *
 * @param file The name of the spreadsheet, for the comment at the top.
 */
export function guessMapping(
  file: string,
  table: Table,
  metrics: readonly Metric[],
): GuessedMapping {
  const candidates = candidatesOf(table);
  const roles = guessRoles(candidates, metrics);
  const dates = candidates.filter((one) =>
    roles.get(one)?.some(({ kind }) => kind.kind === 'date'),
  );
  const decimal = guessDecimal(
    candidates.flatMap(({ texts }) => texts),
    table.delimiter,
  );
  const order = guessDateOrder(dates.flatMap(({ texts }) => texts));
  const base: ReadingRules = { decimal, date_order: order.order };
  const doubts = [...order.doubts];
  const guessed: string[] = [];
  const lines = candidates.map((candidate) => {
    const given = roles.get(candidate) ?? [];
    const [first] = given;
    if (first === undefined) return `  ${writeFlowField(candidate.name, 'ignore')}`;
    guessed.push(`${candidate.name} → ${given.map(inWords).join(', ')}`);
    const reading = guessReading(candidate, first, base);
    doubts.push(...reading.doubts.map((doubt) => `${candidate.name}: ${doubt}`));
    const entry = { ...Object.fromEntries(given.map(({ role, name }) => [role, name])) };
    const comments = reading.doubts.map((doubt) => `  # ${doubt.replace(/\s+/g, ' ')}\n`).join('');
    const rules = reading.rules as PlainMap; // texts, numbers and maps of them
    return `${comments}  ${writeFlowField(candidate.name, { ...entry, ...rules })}`;
  });
  const used = new Set([...roles.values()].flat().map(({ name }) => name));
  const others = metrics.filter(({ key }) => !used.has(key));
  const text = `${introduction(file)}${listMetrics(others)}
decimal: "${decimal}" # the sign before the decimals: "." for 2,000.50, "," for 2.000,50
date_order: ${order.order} # of dates such as 10/2/2026: day-month or month-day
date: null # the day of the claims in rows that give none, such as 2026-10-02

columns:
${lines.join('\n')}
`;
  const leftOut = candidates.filter((one) => !roles.has(one)).map(({ name }) => name);
  return { text, guessed, leftOut, doubts };
}

type PlainMap = { readonly [key: string]: PlainValue };

function inWords({ role, name }: Role): string {
  return `${role}: ${name}`;
}

function introduction(file: string): string {
  return `# How operator-api import reads ${file}. This is a guess: check each line, then run the command
# again. docs/importing.md explains it.
#
# A column is ignored, or gives one or several of these:
#   field: name            a field of the operator: ${Object.keys(FIELDS).slice(0, 5).join(', ')},
#                          ${Object.keys(FIELDS).slice(5).join(', ')}
#   metric: some_key       the value of a claim; the key is in metrics.yaml
#   evidence: row          the address that shows the claims of the row, or (some_key) of one metric
#   date: row              the day when they were seen there, or (some_key) of one metric
# How its cells are read:
#   values: { maybe: null }    what a text means; null says nothing
#   range: upper               the number of "2-4" that counts: lower, middle or upper
#   units: { h: 60 }           what a number with this unit is multiplied by
#   unit: h                    the unit of numbers without one
#   decimal: ","               for this column alone
#   separator: "|"             between the entries of pros and cons; otherwise ";" or a line break
#   prefix: https://           put before addresses that do not have it
#
# To import a column that no metric fits, add a metric first: operator-api new metric.
`;
}

function listMetrics(metrics: readonly Metric[]): string {
  if (metrics.length === 0) return '';
  const lines = metrics.map(({ key, name }) => `#   ${key}: ${name}\n`);
  return `#\n# Metrics that no column gives:\n${lines.join('')}`;
}

/** The sign before the decimals: what most amounts show, or else what the separator of cells suggests. */
function guessDecimal(texts: readonly string[], delimiter: string): '.' | ',' {
  const amounts = texts.flatMap((text) => amountIn(text) ?? []);
  const points = amounts.filter((text) => /\.\d{1,2}$|,\d{3}\./.test(text)).length;
  const commas = amounts.filter((text) => /,\d{1,2}$|\.\d{3},/.test(text)).length;
  if (points !== commas) return points > commas ? '.' : ',';
  return delimiter === ';' ? ',' : '.';
}

/** The order of day and month: what a number above 12 shows. */
function guessDateOrder(texts: readonly string[]): {
  readonly order: ReadingRules['date_order'];
  readonly doubts: readonly string[];
} {
  const dates = texts.flatMap((text) => {
    const [, first, second] = /^(\d{1,2})[/-](\d{1,2})[/-]\d{2,4}$/.exec(text) ?? [];
    return first === undefined ? [] : [{ text, first: Number(first), second: Number(second) }];
  });
  const [example] = dates;
  if (example === undefined) return { order: null, doubts: [] };
  const isDayFirst = dates.some(({ first }) => first > 12);
  const isMonthFirst = dates.some(({ second }) => second > 12);
  if (isDayFirst !== isMonthFirst) {
    return { order: isDayFirst ? 'day-month' : 'month-day', doubts: [] };
  }
  const why = isDayFirst
    ? 'some dates start with the day, some with the month'
    : `${example.text} can be read both ways`;
  return { order: 'day-month', doubts: [`date_order: ${why}; day-month is assumed`] };
}
