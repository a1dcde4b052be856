import { digest, toCsv } from '../represent/index.ts';
import type { TableFile } from './data-package.ts';
import type { TidyTable } from './table.ts';

/** A table as CSV. */
export interface CsvFile extends TableFile {
  /** How many records it has. */
  readonly records: number;
  readonly content: Uint8Array;
}

export function toCsvFile(table: TidyTable): CsvFile {
  const rows = [...table.rows()];
  const content = Buffer.from(
    toCsv(
      table.columns.map(({ name }) => name),
      rows,
    ),
  );
  return {
    table,
    path: `csv/${table.name}.csv`,
    format: 'csv',
    // The parameters of MEDIA_TYPES are those of HTTP; a Data Package has keys of its own for them.
    mediaType: 'text/csv',
    records: rows.length,
    content,
    size: content.length,
    sha256: digest(content),
  };
}
