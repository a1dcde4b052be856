import papaparse from 'papaparse';
import type { Row } from '../resources/index.ts';

/**
 * The CSV form of records (RFC 4180): a header line, CR LF at the end of every line, no byte
 * order mark. Null is an empty cell; a nested value is its JSON text in one cell.
 */
export function toCsv(columns: readonly string[], rows: readonly Row[]): string {
  const lines = [columns, ...rows.map((row) => columns.map((column) => toCell(row[column])))];
  return `${papaparse.unparse(lines, { newline: '\r\n' })}\r\n`;
}

function toCell(value: unknown): unknown {
  return typeof value === 'object' && value !== null ? JSON.stringify(value) : value;
}
