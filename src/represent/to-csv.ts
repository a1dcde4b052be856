import type { Row } from '../resources/index.ts';

/** RFC 4180 §2: what makes quotes necessary, and the spaces that some readers trim without them. */
const NEEDS_QUOTES = /[",\r\n\uFEFF]|^ | $/;

/**
 * The CSV form of records (RFC 4180): a header line, CR LF at the end of every line, no byte
 * order mark. Null is an empty cell; a nested value is its JSON text in one cell.
 */
export function toCsv(columns: readonly string[], rows: readonly Row[]): string {
  let text = toLine(columns);
  for (const row of rows) text += toLine(columns.map((column) => row[column]));
  return text;
}

function toLine(values: readonly unknown[]): string {
  let line = '';
  let separator = '';
  for (const value of values) {
    line += separator + toCell(value);
    separator = ',';
  }
  return `${line}\r\n`;
}

function toCell(value: unknown): string {
  if (value === null || value === undefined) return '';
  if (typeof value === 'number' || typeof value === 'boolean') return String(value);
  const text = typeof value === 'string' ? value : JSON.stringify(value);
  return NEEDS_QUOTES.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}
