import { quote, showControls } from '../diagnostics/index.ts';
import { inMarkdown } from '../represent/index.ts';
import type { Outcome } from './plan-import.ts';
import type { CellProblem } from './read-rows.ts';

/** What an import did, or would do. */
export interface ImportReport {
  readonly outcomes: readonly Outcome[];
  /** The headings of columns that the mapping leaves out. */
  readonly leftOut: readonly string[];
}

/** For people: a line for the rows of each operator, and below it what was not taken. */
export function renderImportText({ outcomes, leftOut }: ImportReport): string {
  const lines = outcomes.flatMap((outcome) => [
    `${[rowsOf(outcome), outcome.operator].join(' ').trim()}: ${summaryOf(outcome)}`,
    ...detailsOf(outcome).map((detail) => `  ${detail}`),
  ]);
  return `${[...lines, ...leftOutLine(leftOut)].map(showControls).join('\n')}\n`;
}

/** For pull requests: a table. */
export function renderImportMarkdown({ outcomes, leftOut }: ImportReport): string {
  const rows = outcomes.map((outcome) => {
    const cells = [outcome.rows.join(', '), outcome.operator, summaryOf(outcome)].map(inMarkdown);
    return `| ${[...cells, detailsOf(outcome).map(inMarkdown).join('<br>')].join(' | ')} |`;
  });
  const head = ['| Row | Operator | Result | Details |', '| ---: | --- | --- | --- |'];
  const rest = leftOutLine(leftOut).map((line) => `\n${inMarkdown(line)}`);
  return `${[...head, ...rows, ...rest].join('\n')}\n`;
}

/** For tools. */
export function toRecords({ outcomes, leftOut }: ImportReport) {
  return {
    columns_left_out: leftOut,
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

function summaryOf({ outcome, slug, id, newClaims }: Outcome): string {
  const operator = slug === null ? [] : [`${slug} (id ${id})`];
  const claims = newClaims === 1 ? '1 new claim' : `${newClaims} new claims`;
  return [RESULTS[outcome], ...operator, ...(newClaims === 0 ? [] : [claims])].join(', ');
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

function leftOutLine(columns: readonly string[]): readonly string[] {
  return columns.length === 0 ? [] : [`Columns left out: ${columns.join(', ')}`];
}
