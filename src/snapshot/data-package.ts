import type { Service, Timestamp } from '../model/index.ts';
import { digest, documentType } from '../represent/index.ts';
import { spdxIdOf } from './read-me.ts';
import type { Column, TidyTable } from './table.ts';

/** A table as a file beside the descriptor. */
export interface TableFile {
  readonly table: TidyTable;
  readonly path: string;
  readonly content: Uint8Array;
}

/**
 * The descriptor of the tables: a Data Package, version 2 (https://datapackage.org).
 *
 * @param created Null for a descriptor without a time, which changes only with the tables.
 */
export function toDataPackage(
  files: readonly TableFile[],
  service: Service,
  created: Timestamp | null,
): string {
  const descriptor = {
    $schema: 'https://datapackage.org/profiles/2.0/datapackage.json',
    name: 'operator-comparison',
    id: service.base_url,
    title: service.name,
    ...(service.notice !== null && { description: service.notice }),
    homepage: service.site_url,
    ...(created !== null && { version: created, created }),
    licenses: [licenseOf(service)],
    contributors: contributorsOf(service),
    sources: [{ title: service.name, path: service.base_url }],
    resources: files.map(toResource),
  };
  return `${JSON.stringify(descriptor, null, 2)}\n`;
}

function licenseOf({ license }: Service) {
  const name = spdxIdOf(license.url);
  return { ...(name !== null && { name }), path: license.url, title: license.name };
}

function contributorsOf({ name, site_url, contact }: Service) {
  return [
    { title: name, path: site_url, roles: ['publisher'] },
    {
      title: contact.name,
      ...(contact.url !== null && { path: contact.url }),
      ...(contact.email !== null && { email: contact.email }),
      organization: name,
      roles: ['contact'],
    },
  ];
}

/** Only the line ends differ from the defaults of the standard, but some readers guess these. */
const CSV_DIALECT = {
  delimiter: ',',
  lineTerminator: '\r\n',
  quoteChar: '"',
  doubleQuote: true,
  header: true,
};

function toResource({ table, path, content }: TableFile) {
  const { name, title, description, columns, primaryKey, foreignKeys } = table;
  const isCsv = path.endsWith('.csv');
  return {
    name,
    type: 'table',
    title,
    description,
    path,
    format: isCsv ? 'csv' : 'parquet',
    // MEDIA_TYPES has the parameters of HTTP, for which a Data Package has keys of its own.
    mediatype: isCsv ? 'text/csv' : documentType(path),
    ...(isCsv && { encoding: 'utf-8', dialect: CSV_DIALECT }),
    bytes: content.length,
    hash: `sha256:${digest(content)}`,
    schema: {
      fields: columns.map((column) => toField(column, table)),
      primaryKey,
      ...(foreignKeys.length > 0 && {
        foreignKeys: foreignKeys.map(({ column, table, key }) => ({
          fields: [column],
          // Without a resource, the key refers to its own table.
          reference: { ...(table !== name && { resource: table }), fields: [key] },
        })),
      }),
    },
  };
}

function toField(column: Column, { unique }: TidyTable) {
  const { name, type, description, isNullable, values, minimum } = column;
  const constraints = {
    ...(!isNullable && { required: true }),
    ...(unique.includes(name) && { unique: true }),
    ...(values !== null && { enum: values }),
    ...(minimum !== null && { minimum }),
  };
  return {
    name,
    type: type === 'date-time' ? 'datetime' : type,
    description,
    constraints,
  };
}
