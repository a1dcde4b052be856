import { composeBody, digest, sizeOf, toCsv, toCsvLines } from '../represent/index.ts';
import type { TableFile } from './data-package.ts';
import type { Pack } from './packed-file.ts';
import type { TidyTable } from './table.ts';

/** A table as CSV. */
export interface CsvFile extends TableFile {
  /** How many records it has. */
  readonly records: number;
}

/** Adds a table to what is packed. */
export function addCsvFile(table: TidyTable, pack: Pack): CsvFile {
  const path = `csv/${table.name}.csv`;
  const columns = table.columns.map(({ name }) => name);
  const body = composeBody();
  body.add(toCsv(columns, []));
  let records = 0;
  for (const row of table.rows()) {
    body.add(toCsvLines(columns, [row]));
    records += 1;
  }
  const content = body.finish();
  pack.add(path, content);
  return {
    table,
    path,
    format: 'csv',
    // The parameters of MEDIA_TYPES are those of HTTP; a Data Package has keys of its own for them.
    mediaType: 'text/csv',
    records,
    size: sizeOf(content),
    sha256: digest(content),
  };
}
