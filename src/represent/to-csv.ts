import type { Row } from '../resources/index.ts';
import type { Layout } from './compose-records.ts';

/** Lines of CSV. */
export const CSV_LAYOUT: Layout = { separator: '', tail: '' };

/** RFC 4180 §2: what makes quotes necessary, and the spaces that some readers trim without them. */
const NEEDS_QUOTES = /[",\r\n\uFEFF]|^ | $/;

/**
 * The CSV form of records (RFC 4180): a header line, CR LF at the end of every line, no byte
 * order mark. Null is an empty cell; a nested value is its JSON text in one cell.
 */
export function toCsv(columns: readonly string[], rows: readonly Row[]): string {
  return `${columns.map(toCell).join()}\r\n${toCsvLines(columns, rows)}`;
}

/** The same without the header line. */
export function toCsvLines(columns: readonly string[], rows: readonly Row[]): string {
  let text = '';
  for (const row of rows) {
    let separator = '';
    for (const column of columns) {
      text += separator + toCell(row[column]);
      separator = ',';
    }
    text += '\r\n';
  }
  return text;
}

function toCell(value: unknown): string {
  if (value === null || value === undefined) return '';
  if (typeof value === 'number' || typeof value === 'boolean') return String(value);
  const text = typeof value === 'string' ? value : JSON.stringify(value);
  return NEEDS_QUOTES.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}
