import papaparse from 'papaparse';
import { EnvironmentError } from '../diagnostics/index.ts';

/** A column of a spreadsheet. */
export interface Column {
  /** Its heading; `column D` where it has none. */
  readonly name: string;
  /** As spreadsheets name it: A, B, … */
  readonly letter: string;
}

export interface Row {
  /** As spreadsheets count rows: the headings are usually row 1. */
  readonly number: number;
  /** One text for each column, without outer spaces. */
  readonly cells: readonly string[];
}

/** A spreadsheet: the first row with content is the headings. Empty rows and columns are left out. */
export interface Table {
  readonly columns: readonly Column[];
  readonly rows: readonly Row[];
  readonly delimiter: string;
}

const DELIMITERS: readonly string[] = [',', ';', '\t'];

/**
 * Reads a CSV file in UTF-8, with or without a byte order mark. Commas, semicolons or tabs separate its
 * cells.
 *
 * @param path As messages name it.
 * @throws EnvironmentError when it is not UTF-8, a quote is not closed, or there are no rows
 */
export function readTable(path: string, bytes: Uint8Array): Table {
  const fail = (why: string) => new EnvironmentError(`Cannot read ${path}: ${why}`);
  const text = decode(bytes, fail);
  const delimiter = delimiterOf(text);
  const { data, errors } = papaparse.parse<string[]>(text, { delimiter });
  const broken = errors.find(({ type }) => type === 'Quotes');
  if (broken !== undefined) {
    const row = (broken.row ?? 0) + 1;
    const problem =
      broken.code === 'MissingQuotes'
        ? 'a quote is opened and never closed'
        : 'a quote is closed, and text follows it (inside quotes, a quote is written twice)';
    throw fail(`in row ${row}, ${problem}`);
  }
  const rows = data.map((cells, index) => ({
    number: index + 1,
    cells: cells.map((cell) => cell.trim()),
  }));
  const [headings, ...filled] = rows.filter(({ cells }) => cells.some((cell) => cell !== ''));
  if (headings === undefined) throw fail('it is empty');
  if (filled.length === 0) throw fail('below its headings there are no rows');

  const width = Math.max(headings.cells.length, ...filled.map(({ cells }) => cells.length));
  const used = Array.from({ length: width }, (_, index) => index).filter(
    (index) => headings.cells[index] || filled.some(({ cells }) => cells[index]),
  );
  const columns = used.map((index) => {
    const letter = letterOf(index);
    return { name: headings.cells[index]?.replace(/\s+/g, ' ') || `column ${letter}`, letter };
  });
  const names = columns.map(({ name }) => name);
  const twice = columns.find(({ name }, index) => names.indexOf(name) !== index);
  if (twice !== undefined) {
    const first = columns[names.indexOf(twice.name)];
    throw fail(
      `the columns ${first?.letter} and ${twice.letter} have the same heading "${twice.name}"; rename one`,
    );
  }
  const toCells = (cells: readonly string[]) => used.map((index) => cells[index] ?? '');
  return {
    columns,
    rows: filled.map(({ number, cells }) => ({ number, cells: toCells(cells) })),
    delimiter,
  };
}

/** What separates most headings. The guess of papaparse also counts commas in numbers and the empty last line. */
function delimiterOf(text: string): string {
  const counts = DELIMITERS.map((delimiter) => {
    const { data } = papaparse.parse<string[]>(text.trimStart(), { delimiter, preview: 1 });
    return data[0]?.length ?? 0;
  });
  return DELIMITERS[counts.indexOf(Math.max(...counts))] ?? ',';
}

/** A, B, …, Z, AA, … */
function letterOf(index: number): string {
  const before = index < 26 ? '' : letterOf(Math.floor(index / 26) - 1);
  return before + String.fromCharCode(65 + (index % 26));
}

const SAVE_AS =
  'in Excel, save it as "CSV UTF-8 (Comma delimited)"; in LibreOffice, save it as "Text CSV" with the character set "Unicode (UTF-8)"';

function decode(bytes: Uint8Array, fail: (why: string) => Error): string {
  const [first, second] = bytes;
  if (first === 0x50 && second === 0x4b) throw fail(`it is a workbook, not CSV; ${SAVE_AS}`);
  if ((first === 0xff && second === 0xfe) || (first === 0xfe && second === 0xff)) {
    throw fail(`it is UTF-16, not UTF-8; ${SAVE_AS}`);
  }
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    throw fail(`it is not UTF-8 (Excel often saves Windows-1252); ${SAVE_AS}`);
  }
}
