import { quote } from '../diagnostics/index.ts';
import { looksOf, type Metric, momentOf, type Timestamp, toTimestamp } from '../model/index.ts';
import { explainCell } from './explain-cell.ts';
import { FIELDS, type Field, type MappedColumn, type Mapping, WHOLE_ROW } from './mapping.ts';
import { type CellValue, type Kind, kindOfMetric, type Reading, readCell } from './read-cell.ts';
import type { Column, Row, Table } from './read-table.ts';

/** What rows of a spreadsheet say about one operator. */
export interface Entry {
  /** As spreadsheets count them, ascending. */
  readonly rows: number[];
  readonly fields: { [field in Field]?: StatedField };
  readonly claims: StatedClaim[];
  readonly problems: CellProblem[];
  /** The day of the row; null if it has none. */
  readonly date: string | null;
}

export interface StatedField {
  readonly value: CellValue;
  readonly cell: Cell;
  /** The day of its row; null if that has none. */
  readonly date: string | null;
}

/** A claim without a number. */
export interface StatedClaim {
  readonly metric: string;
  readonly value: string | number | boolean;
  readonly evidence_url: string;
  /** A day or a time. */
  readonly observed_at: string;
  readonly cell: Cell;
}

export interface Cell {
  readonly row: number;
  readonly column: Column;
  readonly text: string;
}

/** Why something in a row was not taken. */
export interface CellProblem {
  readonly row: number;
  /** Null where the whole row is meant. */
  readonly cell: Cell | null;
  readonly problem: string;
}

/**
 * Reads all rows. Rows that name the same operator become one entry.
 *
 * @param now In milliseconds since 1970: nothing was observed later.
 */
export function readRows({ columns, rows }: Table, mapping: Mapping, now: number): Entry[] {
  const entries = new Map<string, Entry>();
  for (const row of rows) {
    const read = readRow(row, columns, mapping, now);
    const key = keyOf(read) ?? `row ${row.number}`;
    const first = entries.get(key);
    if (first === undefined) entries.set(key, read);
    else join(first, read);
  }
  return [...entries.values()];
}

function keyOf({ fields: { name, slug, id } }: Entry): string | null {
  if (name !== undefined) return `name ${looksOf(String(name.value)).toLowerCase()}`;
  const other = slug ?? id;
  return other === undefined ? null : `other ${other.value}`;
}

/** Adds what another row says. The first row counts where two disagree. */
function join(first: Entry, { rows, fields, claims, problems }: Entry): void {
  first.rows.push(...rows);
  first.problems.push(...problems);
  for (const [field, stated] of Object.entries(fields)) {
    const known = first.fields[field as Field]; // a key of the same type
    if (known === undefined) first.fields[field as Field] = stated;
    else if (String(known.value) !== String(stated.value))
      first.problems.push(disagrees(stated.cell, known.cell));
  }
  for (const claim of claims) {
    const known = first.claims.find(({ metric }) => metric === claim.metric);
    if (known === undefined) first.claims.push(claim);
    else if (known.value !== claim.value) first.problems.push(disagrees(claim.cell, known.cell));
  }
}

function disagrees(cell: Cell, { row, text }: Cell): CellProblem {
  const problem = `disagrees with ${quote(text)} in row ${row}, which was taken`;
  return { row: cell.row, cell, problem };
}

function readRow(row: Row, columns: readonly Column[], mapping: Mapping, now: number): Entry {
  const [fields, claims, problems]: [Entry['fields'], StatedClaim[], CellProblem[]] = [{}, [], []];
  const cellOf = ({ index }: MappedColumn): Cell | null => {
    const [column, text = ''] = [columns[index], row.cells[index]];
    return column === undefined || text === '' ? null : { row: row.number, column, text };
  };
  const complain = (problem: string) => problems.push({ row: row.number, cell: null, problem });
  /** The value of a cell; null if there is none, or it was reported. */
  const take = (cell: Cell, reading: Reading, refusal: (value: CellValue) => string | null) => {
    if (reading === null) return null;
    const problem = 'problem' in reading ? reading.problem : refusal(reading.value);
    if (problem === null) return 'value' in reading ? reading.value : null;
    problems.push({ row: row.number, cell, problem });
    return null;
  };
  const read = (column: MappedColumn, kind: Kind, refusal: (value: CellValue) => string | null) => {
    const cell = cellOf(column);
    const value = cell && take(cell, readCell(cell.text, kind, column.rules), refusal);
    return cell === null || value === null ? null : { value, cell };
  };

  const notLater = (value: CellValue) =>
    isLate(String(value), now) ? `is later than today, ${toTimestamp(now).slice(0, 10)}` : null;
  /** What the cells say, by metric; null for a cell that cannot be read. */
  const texts = (role: 'evidence' | 'date') =>
    new Map<string, string | null>(
      mapping.columns.flatMap((column): [string, string | null][] => {
        const of = column[role];
        if (of === null) return [];
        const found =
          role === 'date'
            ? read(column, { kind: 'date' }, notLater)
            : read(column, { kind: 'text' }, (value) => explainCell('evidence_url', value));
        if (found !== null) return [[of, String(found.value)]];
        const isUnreadable = problems.some(({ cell }) => cell?.column === columns[column.index]);
        return isUnreadable ? [[of, null]] : [];
      }),
    );
  const [evidence, dates] = [texts('evidence'), texts('date')];
  /** That of the metric, or else of the row. An unreadable cell does not count as empty. */
  const ofMetric = (found: ReadonlyMap<string, string | null>, key: string) =>
    found.get(found.has(key) ? key : WHOLE_ROW);
  const dateOf = (key: string) => {
    const date = ofMetric(dates, key);
    return date === undefined ? mapping.date : date;
  };
  const lacking = new Map<string, Cell[]>();
  for (const column of mapping.columns) {
    const { field, metric } = column;
    if (field !== null) {
      const found = read(column, FIELDS[field], (value) => explainCell(field, value));
      if (found !== null) fields[field] = { ...found, date: dateOf(WHOLE_ROW) };
    }
    // A cell with two roles is reported once.
    const isReported = problems.some(({ cell }) => cell?.column === columns[column.index]);
    if (metric === null || isReported) continue;
    const found = read(column, kindOfMetric(metric), (value) => refusalOf(value, metric));
    if (found === null) continue;
    const evidence_url = ofMetric(evidence, metric.key) ?? null;
    const observed_at = dateOf(metric.key);
    if (evidence_url === null || observed_at === null) {
      const what = [
        ...(evidence_url === null ? ['evidence'] : []),
        ...(observed_at === null ? ['date'] : []),
      ].join(' and no ');
      lacking.set(what, [...(lacking.get(what) ?? []), found.cell]);
      continue;
    }
    const value = found.value as string | number | boolean; // metrics have no lists
    claims.push({ metric: metric.key, value, evidence_url, observed_at, cell: found.cell });
  }
  for (const [what, cells] of lacking) {
    const names = cells.map(({ column }) => quote(column.name)).join(', ');
    complain(`has no ${what} for ${names}: a claim needs its evidence and a date`);
  }
  const naming = mapping.columns.filter(({ field }) => /^(?:name|slug|id)$/.test(field ?? ''));
  // A name that was refused has been reported.
  if (naming.every((column) => cellOf(column) === null)) complain('names no operator');
  return {
    rows: [row.number],
    fields,
    claims,
    problems,
    date: dateOf(WHOLE_ROW),
  };
}

function refusalOf(value: CellValue, { min, max }: Metric): string | null {
  if (typeof value === 'number') {
    if (min !== null && value < min) return `is below ${min}, the least that the metric allows`;
    if (max !== null && value > max) return `is above ${max}, the most that the metric allows`;
    return null;
  }
  return explainCell('value', value);
}

function isLate(date: string, now: number): boolean {
  const time = date.includes('T') ? date : `${date}T00:00:00Z`;
  return momentOf(time as Timestamp) > now; // a date that was read
}
