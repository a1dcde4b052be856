import type { FilterName } from './address.ts';
import { type ColumnKind, LEVELS, type Order } from './columns.ts';

/** A column of the comparison, as its heading describes it. */
export interface TableColumn {
  readonly key: string;
  readonly name: string;
  readonly unit: string | null;
  readonly kind: ColumnKind;
  /** The order that it is sorted in first. */
  readonly first: Order;
  readonly better: 'lower' | 'higher' | null;
  /** The address of the page about its metric; null for summary fields. */
  readonly page: string | null;
  readonly index: number;
  readonly heading: HTMLTableCellElement;
}

/** A row of the comparison. */
export interface TableRow {
  readonly slug: string;
  readonly name: string;
  readonly row: HTMLTableRowElement;
}

/**
 * The comparison as the page states it. The values of a column are read when they are first compared, once:
 * a keystroke must not read thousands of cells.
 */
export interface ComparisonTable {
  readonly columns: readonly TableColumn[];
  readonly rows: readonly TableRow[];
  readonly column: (key: string) => TableColumn | undefined;
  /** The text of a cell; null where the value is not known. */
  readonly textOf: (row: number, column: TableColumn) => string | null;
  /** The rows by a column, as indices. Unknown values are last in both orders; equal rows stay in theirs. */
  readonly sorted: (column: TableColumn, order: Order) => readonly number[];
  /** Whether rows meet some filters. */
  readonly matcher: (filters: { readonly [K in FilterName]: string }) => (row: number) => boolean;
}

export function readTable(table: HTMLTableElement): ComparisonTable {
  const columns = [...(table.tHead?.rows[0]?.cells ?? [])].map(readColumn);
  const rows = [...(table.tBodies[0]?.rows ?? [])].map((row) => ({
    slug: row.dataset['slug'] ?? '',
    name: row.cells[0]?.textContent ?? '',
    row,
  }));
  const column = (key: string) => columns.find((one) => one.key === key);
  // A slug has the name without diacritics.
  const searched = rows.map(({ name, slug }) => fold(`${name} ${slug.replaceAll('-', ' ')}`));

  const textOf = (row: number, { index }: TableColumn) => textIn(rows[row]?.row.cells[index]);
  const known = new Map<TableColumn, Float64Array>();
  const valuesOf = (one: TableColumn) => {
    const values = known.get(one) ?? comparable(one, rows);
    known.set(one, values);
    return values;
  };

  return {
    columns,
    rows,
    column,
    textOf,
    sorted(one, order) {
      const values = valuesOf(one);
      const direction = order === 'ascending' ? 1 : -1;
      return rows
        .map((_, index) => index)
        .sort((a, b) => compare(values[a] ?? NaN, values[b] ?? NaN, direction) || a - b);
    },
    matcher({ search, licence, verification, vpn, app, metric, min, max }) {
      const words = fold(search).split(/\s+/);
      const tests: ((row: number) => boolean)[] = [
        (row) => words.every((word) => searched[row]?.includes(word)),
      ];
      const is = (key: string, wanted: string, read = textOf) => {
        const one = column(key);
        if (wanted === '' || one === undefined) return;
        tests.push((row) => (read(row, one)?.toLowerCase() ?? 'unknown') === wanted);
      };
      is('license_jurisdiction', licence.toLowerCase());
      is('kyc_level', verification, (row, { index }) => {
        return rows[row]?.row.cells[index]?.dataset['level'] ?? null;
      });
      is('accepts_vpn', vpn);
      is('has_mobile_app', app);
      const measured = column(metric);
      if ((min !== '' || max !== '') && measured !== undefined) {
        const values = valuesOf(measured);
        const [least, most] = [
          min === '' ? -Infinity : Number(min),
          max === '' ? Infinity : Number(max),
        ];
        // Not a number is in no range.
        tests.push((row) => (values[row] ?? NaN) >= least && (values[row] ?? NaN) <= most);
      }
      return (row) => tests.every((test) => test(row));
    },
  };
}

function readColumn(heading: HTMLTableCellElement, index: number): TableColumn {
  const { key = '', kind, first, better } = heading.dataset;
  const link = heading.querySelector('a');
  const unit = heading.querySelector('.unit')?.textContent?.trim() ?? null;
  return {
    key,
    name: (link ?? heading).textContent ?? '',
    unit,
    kind: kind as ColumnKind, // the page was made with them
    first: first as Order,
    better: (better ?? null) as TableColumn['better'],
    page: link?.getAttribute('href') ?? null,
    index,
    heading,
  };
}

/** Letters in one case, and without diacritics where they are characters of their own. */
function fold(text: string): string {
  return text.normalize('NFKD').replace(/\p{M}/gu, '').toLowerCase().trim();
}

/** Whether a cell says that its value is not known. */
export function isUnknown(cell: HTMLTableCellElement): boolean {
  return cell.classList.contains('unknown');
}

function textIn(cell: HTMLTableCellElement | undefined): string | null {
  return cell === undefined || isUnknown(cell) ? null : cell.textContent;
}

/** The values of a column as numbers in the same order; not a number where one is not known. */
function comparable({ index, kind }: TableColumn, rows: readonly TableRow[]): Float64Array {
  const cells = rows.map(({ row }) => row.cells[index]);
  const texts = cells.map(textIn);
  switch (kind) {
    case 'number':
      return Float64Array.from(texts, (text) => (text === null ? NaN : toNumber(text)));
    case 'choice':
      return Float64Array.from(texts, (text) => (text === null ? NaN : Number(text === 'Yes')));
    case 'level': {
      const levels = Object.keys(LEVELS);
      return Float64Array.from(cells, (cell, row) => {
        const level = levels.indexOf(cell?.dataset['level'] ?? '');
        if (level < 0) return NaN;
        // The higher the sum above which documents are asked for, the less strict.
        const sum = toNumber(/[\d,.]+/.exec(texts[row] ?? '')?.[0] ?? '0');
        return level + 1 - sum / (sum + 1);
      });
    }
    default: {
      const distinct = [...new Set(texts.filter((text) => text !== null))].sort();
      const places = new Map(distinct.map((text, place) => [text, place]));
      return Float64Array.from(texts, (text) => (text === null ? NaN : (places.get(text) ?? NaN)));
    }
  }
}

/** A number as the page writes it. */
export function toNumber(text: string): number {
  return Number(text.replaceAll(',', ''));
}

function compare(a: number, b: number, direction: 1 | -1): number {
  if (Number.isNaN(a) || Number.isNaN(b)) return Number(Number.isNaN(a)) - Number(Number.isNaN(b));
  return (a - b) * direction;
}
