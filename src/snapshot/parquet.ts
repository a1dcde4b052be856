import { ByteWriter, type KeyValue, ParquetWriter, type SchemaElement } from 'hyparquet-writer';
import { momentOf, type Service, type Timestamp } from '../model/index.ts';
import type { Cell, Column, TidyTable } from './table.ts';

/** How many records stand together in the first group, and in each that follows. */
const GROUPS = { first: 1000, further: 100_000 } as const;

/** A table as a Parquet file, with its terms in the metadata. Only one group of records is held. */
export function toParquet(table: TidyTable, service: Service): Uint8Array {
  const { name, columns, rows } = table;
  const writer = new ByteWriter();
  const file = new ParquetWriter({
    writer,
    schema: [{ name, num_children: columns.length }, ...columns.map(schemaElement)],
    kvMetadata: termsOf(table, service),
    createdBy: 'operator-api',
  });
  let size: number = GROUPS.first;
  let group = columns.map((column) => ({ column, data: [] as ParquetValue[] }));
  let waiting = 0;
  const endGroup = () => {
    file.write({
      columnData: group.map(({ column, data }) => ({ name: column.name, data })),
      rowGroupSize: size,
    });
    group = columns.map((column) => ({ column, data: [] }));
    waiting = 0;
    size = GROUPS.further;
  };
  for (const row of rows()) {
    for (const { column, data } of group) {
      data.push(toParquetValue(row[column.name] ?? null, column));
    }
    waiting += 1;
    if (waiting === size) endGroup();
  }
  if (waiting > 0) endGroup();
  file.finish();
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
        converted_type: 'TIMESTAMP_MICROS',
        logical_type: { type: 'TIMESTAMP', isAdjustedToUTC: true, unit: 'MICROS' },
      };
  }
}

type ParquetValue = Cell | bigint;

function toParquetValue(cell: Cell, { type }: Column): ParquetValue {
  if (cell === null) return null;
  if (type === 'integer') return BigInt(cell);
  // The column holds what the model calls a timestamp.
  return type === 'date-time' ? microsecondsOf(cell as Timestamp) : cell;
}

/** A moment in microseconds since 1970, as far as it is known; a Date has milliseconds alone. */
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
