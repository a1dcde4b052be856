import type { Dataset, Service, Timestamp } from '../model/index.ts';
import { digest, documentType, toCsv } from '../represent/index.ts';
import {
  type Document,
  type DownloadRecord,
  type Resource,
  snapshotPath,
  snapshotsTable,
} from '../resources/index.ts';
import type { ArchiveEntry } from './archive-entry.ts';
import { toCitationFile } from './citation.ts';
import { type TableFile, toDataPackage } from './data-package.ts';
import { toParquet } from './parquet.ts';
import { toReadMe } from './read-me.ts';
import { toSqlite } from './sqlite.ts';
import type { TidyTable } from './table.ts';
import { toTables } from './tables.ts';
import { toTarGz } from './tar.ts';
import { toZip } from './zip.ts';

/** What a snapshot is made of besides the dataset. */
export interface Release {
  /** Every answer in JSON but the pages of claims, by its path below the base address. */
  readonly answers: readonly ArchiveEntry[];
  /** When the newest of them came to be: the time of the archives and of all in them. */
  readonly publishedAt: Timestamp;
}

/**
 * Makes the downloads of a release: first what depends on the dataset alone, which takes longest,
 * then the rest as often as somebody asks. Bytes depend on what is given and nothing else.
 *
 * @returns The downloads and the list of them, as resources to publish.
 */
export async function prepareSnapshot(
  dataset: Dataset,
): Promise<(release: Release) => readonly Resource[]> {
  const { service } = dataset;
  const tables = toTables(dataset);
  const csv = tables.map(csvFile);
  const parquet = tables.map((table) => parquetFile(table, service));
  const lasting: readonly Download[] = [
    download(
      'operators.sqlite',
      'The tables as an SQLite database, with a view for each ranking.',
      await toSqlite(tables, dataset),
    ),
    ...parquet.map(({ table, path, bytes }) =>
      download(path, `${table.title}, as a Parquet file. ${table.description}`, bytes),
    ),
    download(
      'datapackage.json',
      'What the Parquet files hold: columns, types and keys (Data Package, version 2).',
      Buffer.from(toDataPackage(parquet, service, null)),
    ),
  ];
  return (release) => {
    const { publishedAt } = release;
    const entries = archiveEntries(tables, csv, service, release);
    const files = [
      download('operator-api.zip', `${WHOLE} ZIP archive.`, toZip(entries, publishedAt)),
      download('operator-api.tar.gz', `${WHOLE} tar archive.`, toTarGz(entries, publishedAt)),
      ...lasting,
    ];
    const downloads = [...files, checksums(files)];
    const list = snapshotsTable(downloads.map(toRecord), service.base_url);
    return [list, ...downloads.map(toDocument)];
  };
}

const WHOLE = 'The whole release: answers in JSON, tables in CSV, and their description. A';

interface Download {
  readonly file: string;
  readonly description: string;
  readonly bytes: Uint8Array;
  readonly sha256: string;
}

function download(file: string, description: string, bytes: Uint8Array): Download {
  return { file, description, bytes, sha256: digest(bytes) };
}

function csvFile(table: TidyTable): TableFile {
  const columns = table.columns.map(({ name }) => name);
  return {
    table,
    path: `csv/${table.name}.csv`,
    format: 'csv',
    // The parameters of MEDIA_TYPES are those of HTTP; a Data Package has keys of its own for them.
    mediaType: 'text/csv',
    bytes: Buffer.from(toCsv(columns, table.rows)),
  };
}

function parquetFile(table: TidyTable, service: Service): TableFile {
  const path = `${table.name}.parquet`;
  const mediaType = documentType(path);
  return { table, path, format: 'parquet', mediaType, bytes: toParquet(table, service) };
}

function archiveEntries(
  tables: readonly TidyTable[],
  csv: readonly TableFile[],
  service: Service,
  { answers, publishedAt }: Release,
): readonly ArchiveEntry[] {
  const { license, attribution } = service;
  const described = {
    'CITATION.cff': toCitationFile(service, publishedAt),
    LICENSE: `${license.name}\n${license.url}\n\n${attribution}\n`,
    'README.md': toReadMe(tables, service, publishedAt),
    'datapackage.json': toDataPackage(csv, service, publishedAt),
  };
  return [
    ...Object.entries(described).map(([path, text]) => ({ path, bytes: Buffer.from(text) })),
    ...csv,
    ...answers.map(({ path, bytes }) => ({ path: `json/${path}`, bytes })),
  ].sort((a, b) => (a.path < b.path ? -1 : 1));
}

/** `SHA256SUMS`, as `sha256sum --check` reads it; it cannot list itself. */
function checksums(files: readonly Download[]): Download {
  const lines = files.map(({ file, sha256 }) => ({ file, line: `${sha256}  ${file}\n` }));
  const text = lines
    .sort((a, b) => (a.file < b.file ? -1 : 1))
    .map(({ line }) => line)
    .join('');
  return download(
    'SHA256SUMS',
    'The digests of all other downloads, for sha256sum --check.',
    Buffer.from(text),
  );
}

function toRecord({ file, description, bytes, sha256 }: Download): DownloadRecord {
  return { file, media_type: typeOf(file), bytes: bytes.length, sha256, description };
}

function toDocument({ file, bytes }: Download): Document {
  return {
    kind: 'document',
    paths: [snapshotPath(file)],
    mediaType: typeOf(file),
    contentAt: () => bytes,
  };
}

function typeOf(file: string): string {
  return documentType(snapshotPath(file));
}
