import { ByteWriter, type KeyValue, parquetWrite, type SchemaElement } from 'hyparquet-writer';
import { momentOf, type Service, type Timestamp } from '../model/index.ts';
import type { Cell, Column, TidyTable } from './table.ts';

/** A table as a Parquet file, with its terms in the metadata. */
export function toParquet(table: TidyTable, service: Service): Uint8Array {
  const { name, columns, rows } = table;
  const writer = new ByteWriter();
  parquetWrite({
    writer,
    schema: [{ name, num_children: columns.length }, ...columns.map(schemaElement)],
    columnData: columns.map((column) => ({
      name: column.name,
      data: rows.map((row) => toParquetValue(row[column.name] ?? null, column)),
    })),
    kvMetadata: termsOf(table, service),
    createdBy: 'operator-api',
  });
  return writer.getBytes();
}

function schemaElement({ name, type, isNullable }: Column): SchemaElement {
  const repetition_type = isNullable ? 'OPTIONAL' : 'REQUIRED';
  switch (type) {
    case 'string':
      return {
        name,
        repetition_type,
        type: 'BYTE_ARRAY',
        converted_type: 'UTF8',
        logical_type: { type: 'STRING' },
      };
    case 'integer':
      return { name, repetition_type, type: 'INT64' };
    case 'number':
      return { name, repetition_type, type: 'DOUBLE' };
    case 'boolean':
      return { name, repetition_type, type: 'BOOLEAN' };
    case 'date-time':
      return {
        name,
        repetition_type,
        type: 'INT64',
        converted_type: 'TIMESTAMP_MILLIS',
        logical_type: { type: 'TIMESTAMP', isAdjustedToUTC: true, unit: 'MILLIS' },
      };
  }
}

function toParquetValue(cell: Cell, { type }: Column): Cell | bigint | Date {
  if (cell === null) return null;
  if (type === 'integer') return BigInt(cell);
  // The column holds what the model calls a timestamp.
  return type === 'date-time' ? new Date(momentOf(cell as Timestamp)) : cell;
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
