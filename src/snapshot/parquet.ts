import { ByteWriter, type KeyValue, ParquetWriter, type SchemaElement } from 'hyparquet-writer';
import { momentOf, type Service, type Timestamp } from '../model/index.ts';
import type { Cell, Column, TidyTable } from './table.ts';

/** The records of the first group, and of each that follows. */
const GROUP_SIZES = [1000, 100_000];

/** A table as a Parquet file, with its terms in the metadata. */
export function toParquet(table: TidyTable, service: Service): Uint8Array {
  const { name, columns, rows } = table;
  const writer = new ByteWriter();
  const file = new ParquetWriter({
    writer,
    schema: [{ name, num_children: columns.length }, ...columns.map(schemaElement)],
    kvMetadata: termsOf(table, service),
    createdBy: 'operator-api',
  });
  const columnData = columns.map((column) => ({
    name: column.name,
    data: rows.map((row) => toParquetValue(row[column.name] ?? null, column)),
  }));
  file.write({ columnData, rowGroupSize: GROUP_SIZES });
  file.finish();
  return writer.getBytes();
}

function schemaElement({ name, type, isNullable }: Column): SchemaElement {
  return { name, repetition_type: isNullable ? 'OPTIONAL' : 'REQUIRED', ...TYPES[type] };
}

const TYPES: Readonly<Record<Column['type'], Omit<SchemaElement, 'name'>>> = {
  string: { type: 'BYTE_ARRAY', converted_type: 'UTF8', logical_type: { type: 'STRING' } },
  integer: { type: 'INT64' },
  number: { type: 'DOUBLE' },
  boolean: { type: 'BOOLEAN' },
  'date-time': {
    type: 'INT64',
    converted_type: 'TIMESTAMP_MICROS',
    logical_type: { type: 'TIMESTAMP', isAdjustedToUTC: true, unit: 'MICROS' },
  },
};

type ParquetValue = Cell | bigint;

function toParquetValue(cell: Cell, { type }: Column): ParquetValue {
  if (cell === null) return null;
  if (type === 'integer') return BigInt(cell);
  // Cells of such a column are timestamps of the model.
  return type === 'date-time' ? microsecondsOf(cell as Timestamp) : cell;
}

/** A moment in microseconds since 1970. A Date has only milliseconds. */
function microsecondsOf(moment: Timestamp): bigint {
  const [, fraction = ''] = /\.(\d{1,6})/.exec(moment) ?? [];
  const seconds = Math.floor(momentOf(moment) / 1000);
  return BigInt(seconds) * 1_000_000n + BigInt(fraction.padEnd(6, '0'));
}

function termsOf({ title, description }: TidyTable, service: Service): KeyValue[] {
  const { license, attribution, notice, base_url } = service;
  return [
    { key: 'title', value: `${service.name}: ${title}` },
    { key: 'description', value: description },
    { key: 'source', value: base_url },
    { key: 'license', value: license.name },
    { key: 'license_url', value: license.url },
    { key: 'attribution', value: attribution },
    ...(notice === null ? [] : [{ key: 'notice', value: notice }]),
  ];
}
