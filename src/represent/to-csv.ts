import papaparse from 'papaparse';
import type { Table } from '../resources/index.ts';

/**
 * The CSV form of a resource (RFC 4180): a header line, CR LF at the end of every line, no byte
 * order mark. Null is an empty cell; a nested value is its JSON text in one cell.
 */
export function toCsv({ columns, rows }: Table): string {
  // The header goes in as a row: given apart, papaparse would write an empty row for no records.
  const lines = [
    [...columns],
    ...rows().map((row) => columns.map((column) => toCell(row[column]))),
  ];
  return `${papaparse.unparse(lines, { newline: '\r\n' })}\r\n`;
}

function toCell(value: unknown): string {
  if (value === null || value === undefined) return '';
  return typeof value === 'object' ? JSON.stringify(value) : String(value);
}
