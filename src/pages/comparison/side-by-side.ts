import { keptAsText } from './csv.ts';
import { type ComparisonTable, isUnknown, type TableColumn, toNumber } from './table.ts';

/** A row of the view side by side: a column of the comparison, and its value for each operator. */
export interface SideRow {
  readonly column: TableColumn;
  readonly texts: readonly (string | null)[];
  readonly differs: boolean;
  /** Which values are the best of several different ones. */
  readonly best: readonly boolean[];
}

/** @param operators Indices of rows of the comparison. */
export function sideRows(
  { columns, textOf }: ComparisonTable,
  operators: readonly number[],
): readonly SideRow[] {
  return columns.slice(1).map((column) => {
    const texts = operators.map((row) => textOf(row, column));
    const differs = new Set(texts).size > 1;
    const values = texts.flatMap((text) => (text === null ? [] : [toNumber(text)]));
    const best =
      column.better === null || new Set(values).size < 2
        ? null
        : column.better === 'lower'
          ? Math.min(...values)
          : Math.max(...values);
    return {
      column,
      texts,
      differs,
      best: texts.map((text) => text !== null && toNumber(text) === best),
    };
  });
}

/** The view side by side as a table, with the links of the comparison. */
export function sideTable(
  { rows }: ComparisonTable,
  operators: readonly number[],
  shown: readonly SideRow[],
): HTMLTableElement {
  const table = document.createElement('table');
  const head = table.createTHead().insertRow();
  head.append(headCell('col', 'Operator'));
  for (const operator of operators) {
    head.append(headCell('col', ...contentOf(rows[operator]?.row.cells[0])));
  }
  const body = table.createTBody();
  for (const { column, differs, best } of shown) {
    const row = body.insertRow();
    row.className = differs ? 'differs' : 'same';
    row.append(headCell('row', ...nameOf(column)));
    for (const [place, operator] of operators.entries()) {
      const cell = rows[operator]?.row.cells[column.index];
      const added = row.insertCell();
      if (cell === undefined) continue;
      if (isUnknown(cell)) added.className = 'unknown';
      added.append(...contentOf(cell));
      if (best[place] === true) added.append(' ', withClass('span', 'best', 'Best'));
      const observed = cell.querySelector('a')?.title ?? '';
      if (observed !== '') added.append(withClass('span', 'observed', observed));
    }
  }
  return table;
}

/** The view side by side as rows of texts. */
export function sideCells(
  { rows }: ComparisonTable,
  operators: readonly number[],
  shown: readonly SideRow[],
): readonly (readonly string[])[] {
  return [
    ['', ...operators.map((row) => keptAsText(rows[row]?.name ?? ''))],
    ...shown.map(({ column, texts }) => [
      titleOf(column),
      ...texts.map((text) => cellText(text, column)),
    ]),
  ];
}

/** The name of a column with its unit. */
export function titleOf({ name, unit }: TableColumn): string {
  return unit === null ? name : `${name} (${unit})`;
}

/** A value as a file states it: empty where it is not known, and numbers without separators. */
export function cellText(text: string | null, { kind }: TableColumn): string {
  if (text === null) return '';
  if (kind === 'number') return text.replaceAll(',', '');
  return kind === 'text' ? keptAsText(text) : text;
}

function nameOf({ name, unit, page }: TableColumn): readonly (string | Node)[] {
  const link = document.createElement('a');
  link.textContent = name;
  if (page !== null) link.href = page;
  return [
    page === null ? name : link,
    ...(unit === null ? [] : [' ', withClass('span', 'unit', unit)]),
  ];
}

function contentOf(cell: HTMLTableCellElement | undefined): readonly Node[] {
  const nodes = [...(cell?.childNodes ?? [])].map((node) => node.cloneNode(true));
  return nodes.filter((node) => !(node instanceof HTMLInputElement));
}

function headCell(scope: 'col' | 'row', ...content: readonly (string | Node)[]): Element {
  const cell = document.createElement('th');
  cell.scope = scope;
  cell.append(...content);
  return cell;
}

function withClass(tag: string, name: string, text: string): Element {
  const element = document.createElement(tag);
  element.className = name;
  element.textContent = text;
  return element;
}
