/** A table as a CSV file (RFC 4180). Spreadsheets recognise UTF-8 by the mark at its start. */
export function toCsvFile(rows: readonly (readonly string[])[]): string {
  return `\uFEFF${rows.map((row) => `${row.map(quoted).join()}\r\n`).join('')}`;
}

function quoted(cell: string): string {
  return /[",\r\n]|^\s|\s$/.test(cell) ? `"${cell.replaceAll('"', '""')}"` : cell;
}

/**
 * A text that a spreadsheet takes as it is. Before one that looks like a number or a date is a word joiner
 * (U+2060), as in the CSV of the API. The sources have none that looks like a formula.
 */
export function keptAsText(text: string): string {
  return /^(?=.*\d)[\d\s.,:;/\\'%()+–$€£¥-]+$/.test(text) ? `\u2060${text}` : text;
}
