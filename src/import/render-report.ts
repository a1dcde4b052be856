import { quote, showControls } from '../diagnostics/index.ts';
import { inMarkdown } from '../represent/index.ts';
import type { Outcome } from './plan-import.ts';
import type { CellProblem } from './read-rows.ts';

/** What an import did, or would do. */
export interface ImportReport {
  readonly outcomes: readonly Outcome[];
  /** The headings of columns that the mapping leaves out. */
  readonly leftOut: readonly string[];
  /** The names of operators that no row is about. */
  readonly missing: readonly string[];
}

/** For people: a line for the rows of each operator, and below it what was not taken. */
export function renderImportText({ outcomes, leftOut, missing }: ImportReport): string {
  const lines = outcomes.flatMap((outcome) => [
    `${[rowsOf(outcome), outcome.operator].join(' ').trim()}: ${summaryOf(outcome)}`,
    ...detailsOf(outcome).map((detail) => `  ${detail}`),
  ]);
  return `${[...lines, ...restOf({ leftOut, missing })].map(showControls).join('\n')}\n`;
}

/** For pull requests: a table. */
export function renderImportMarkdown({ outcomes, leftOut, missing }: ImportReport): string {
  const rows = outcomes.map((outcome) => {
    const cells = [outcome.rows.join(', '), outcome.operator, summaryOf(outcome)].map(inMarkdown);
    return `| ${[...cells, detailsOf(outcome).map(inMarkdown).join('<br>')].join(' | ')} |`;
  });
  const head = ['| Row | Operator | Result | Details |', '| ---: | --- | --- | --- |'];
  const rest = restOf({ leftOut, missing }).map((line) => `\n${inMarkdown(line)}`);
  return `${[...head, ...rows, ...rest].join('\n')}\n`;
}

/** For tools. */
export function toRecords({ outcomes, leftOut, missing }: ImportReport) {
  return {
    columns_left_out: leftOut,
    operators_missing: missing,
    operators: outcomes.map(({ newClaims, leftOut: kept, problems, ...outcome }) => ({
      ...outcome,
      new_claims: newClaims,
      left_out: kept,
      problems: problems.map(({ row, cell, problem }) => ({
        row,
        column: cell?.column.name ?? null,
        cell: cell && cell.column.letter + cell.row,
        text: cell?.text ?? null,
        problem,
      })),
    })),
  };
}

function rowsOf({ rows }: Outcome): string {
  return `${rows.length === 1 ? 'Row' : 'Rows'} ${rows.join(', ')}`;
}

const RESULTS = {
  new: 'new operator',
  updated: 'changed',
  unchanged: 'nothing new',
  skipped: 'skipped',
  refused: 'not taken',
} as const;

function summaryOf({ outcome, slug, id, similar, newClaims }: Outcome): string {
  const operator = slug === null ? [] : [`${slug} (id ${id})`];
  const claims = newClaims === 1 ? '1 new claim' : `${newClaims} new claims`;
  const result = [RESULTS[outcome], ...operator, ...(newClaims === 0 ? [] : [claims])].join(', ');
  return similar === null ? result : `${result}; is it ${similar}?`;
}

function detailsOf({ taken, leftOut, problems }: Outcome): readonly string[] {
  return [
    ...taken,
    ...leftOut.map((reason) => `left out: ${reason}`),
    ...problems.map((problem) => `not taken: ${describeProblem(problem)}`),
  ];
}

function describeProblem({ row, cell, problem }: CellProblem): string {
  if (cell === null) return `row ${row} ${problem}`;
  const { column, text } = cell;
  return `${column.letter}${row} ${quote(column.name)}: ${quote(text)} ${problem}`;
}

const MOST_NAMES = 10;

/** What is said about the whole spreadsheet. */
function restOf({ leftOut, missing }: Omit<ImportReport, 'outcomes'>): readonly string[] {
  const names = missing.slice(0, MOST_NAMES).join(', ');
  const more = missing.length - MOST_NAMES;
  return [
    ...(leftOut.length === 0 ? [] : [`Columns left out: ${leftOut.join(', ')}`]),
    ...(missing.length === 0
      ? []
      : [`Operators not in the spreadsheet: ${names}${more > 0 ? ` and ${more} more` : ''}`]),
  ];
}
