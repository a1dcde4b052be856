import initSqlJs, { type SqlJs } from 'sql.js';
import { API_VERSION, type Dataset, type Timestamp, toTimestamp } from '../model/index.ts';
import { type Artifact, digest, documentType, type OutputPath, toCsv } from '../represent/index.ts';
import {
  ANSWERS,
  type AnswerRecords,
  type Resource,
  snapshotPath,
  type Table,
} from '../resources/index.ts';
import { type ArchiveFile, toTarGz, toZip } from './archives.ts';
import { type TableFile, toDataPackage } from './data-package.ts';
import { toParquet } from './parquet.ts';
import { toCitationFile, toReadMe } from './read-me.ts';
import { toSqlite } from './sqlite.ts';
import type { TidyTable } from './table.ts';
import { toTables } from './tables.ts';

/** The downloads of a release in the making. Their bytes depend on the arguments alone. */
export interface Snapshot {
  /**
   * Takes the files of a resource. The archives contain all answers in JSON, without errors and without
   * the pages of claims, which the list of claims and the tables repeat.
   */
  readonly note: (resource: Resource, artifacts: readonly Artifact[]) => void;
  /** Makes the downloads, and the list of them, in the order of the manifest. */
  readonly downloads: () => readonly Resource[];
}

/** Begins the downloads of a dataset. */
export async function beginSnapshot(dataset: Dataset): Promise<Snapshot> {
  const sqlJs = await initSqlJs();
  const answers: ArchiveFile[] = [];
  let newest = 0;
  return {
    note(resource, artifacts) {
      if (resource.kind === 'problem') return;
      if (resource.kind === 'table' && !isReleased(resource)) return;
      for (const { paths, content, modifiedAt } of artifacts) {
        if (!isArchived(paths[0])) continue;
        answers.push({ path: `json/${paths[0]}`, content });
        newest = Math.max(newest, modifiedAt);
      }
    },
    downloads: () => makeDownloads(sqlJs, dataset, answers, toTimestamp(newest)),
  };
}

/** The list of claims and the tables repeat the pages of claims. */
function isReleased({ answer }: Table): boolean {
  return answer !== ANSWERS.claim.kind && answer !== ANSWERS.snapshots.kind;
}

/** A download, as it is listed. */
type DownloadRecord = Omit<AnswerRecords['snapshots'], 'url'>;

/** `/snapshots`: the list of downloads. */
function snapshotsTable(downloads: readonly DownloadRecord[], baseUrl: string): Table {
  return ANSWERS.snapshots.table({
    paths: [ANSWERS.snapshots.path],
    meta: (generated_at) => ({ total: downloads.length, generated_at, version: API_VERSION }),
    rows: () =>
      downloads.map((download) => ({
        ...download,
        url: `${baseUrl}/${snapshotPath(download.file)}`,
      })),
  });
}

/** CSV metadata describes files outside of the archives, which have a data package for their own. */
function isArchived(path: OutputPath): boolean {
  return /\.json(?:ld)?$/.test(path) && !/^(?:csvw|snapshots)\//.test(path);
}

/** @param publishedAt When the newest answer was made: the time of the archives and their files. */
function makeDownloads(
  sqlJs: SqlJs,
  dataset: Dataset,
  answers: readonly ArchiveFile[],
  publishedAt: Timestamp,
): readonly Resource[] {
  const tables = toTables(dataset);
  const { parquet, descriptor } = toParquetFiles(tables, dataset);
  const archived = archivedFiles(tables, answers, dataset, publishedAt);
  const archives: readonly Download[] = [
    { ...ZIP, content: toZip(archived, publishedAt) },
    { ...TAR, content: toTarGz(archived, publishedAt) },
  ];
  const databases: readonly Download[] = [
    { ...SQLITE, content: toSqlite(sqlJs, tables, dataset) },
    ...parquet,
    descriptor,
  ];
  const downloads = [...archives, ...databases];
  const checksums = { ...CHECKSUMS, content: Buffer.from(toChecksums(downloads)) };
  const list = snapshotsTable([...downloads, checksums].map(toRecord), dataset.service.base_url);
  return [...[...archives, checksums].map(toResource), list, ...databases.map(toResource)];
}

interface Download {
  readonly file: string;
  readonly description: string;
  readonly content: Uint8Array;
}

const WHOLE = 'The whole release: answers in JSON, tables in CSV, and their description. A';
const ZIP = { file: 'operator-api.zip', description: `${WHOLE} ZIP archive.` };
const TAR = { file: 'operator-api.tar.gz', description: `${WHOLE} tar archive.` };
const SQLITE = {
  file: 'operators.sqlite',
  description: 'The tables as an SQLite database, with a view for each ranking.',
};
const DESCRIPTOR = {
  file: 'datapackage.json',
  description: 'What the Parquet files hold: columns, types and keys (Data Package, version 2).',
};
const CHECKSUMS = {
  file: 'SHA256SUMS',
  description: 'The digests of all other downloads, for sha256sum --check.',
};

function toResource({ file, content }: Download): Resource {
  const path = snapshotPath(file);
  const mediaType = documentType(path);
  return { kind: 'document', paths: [path], mediaType, contentAt: () => content };
}

function toRecord({ file, description, content }: Download): DownloadRecord {
  return {
    file,
    media_type: documentType(snapshotPath(file)),
    bytes: content.length,
    sha256: digest(content),
    description,
  };
}

/** `SHA256SUMS`, as `sha256sum --check` reads it, without itself. */
function toChecksums(downloads: readonly Download[]): string {
  return [...downloads]
    .sort((a, b) => (a.file < b.file ? -1 : 1))
    .map(({ file, content }) => `${digest(content)}  ${file}\n`)
    .join('');
}

function toParquetFiles(tables: readonly TidyTable[], { service }: Dataset) {
  const files = tables.map((table) => {
    const file = `${table.name}.parquet`;
    const description = `${table.title}, as a Parquet file. ${table.description}`;
    return { table, file, description, content: toParquet(table, service) };
  });
  const listed = files.map(({ table, file, content }) =>
    toTableFile(table, file, 'parquet', documentType(file), content),
  );
  const descriptor = Buffer.from(toDataPackage(listed, service, null));
  return { parquet: files, descriptor: { ...DESCRIPTOR, content: descriptor } };
}

/** The files of both archives, sorted by path. */
function archivedFiles(
  tables: readonly TidyTable[],
  answers: readonly ArchiveFile[],
  { service }: Dataset,
  publishedAt: Timestamp,
): readonly ArchiveFile[] {
  const { license, attribution } = service;
  const csv = tables.map((table) => {
    const columns = table.columns.map(({ name }) => name);
    const content = Buffer.from(toCsv(columns, table.rows));
    return { table, path: `csv/${table.name}.csv`, content };
  });
  // MEDIA_TYPES has the parameters of HTTP, for which a Data Package has keys of its own.
  const listed = csv.map(({ table, path, content }) =>
    toTableFile(table, path, 'csv', 'text/csv', content),
  );
  const texts = {
    'CITATION.cff': toCitationFile(service, publishedAt),
    LICENSE: `${license.name}\n${license.url}\n\n${attribution}\n`,
    'README.md': toReadMe(tables, service, publishedAt),
    'datapackage.json': toDataPackage(listed, service, publishedAt),
  };
  return [
    ...answers,
    ...csv,
    ...Object.entries(texts).map(([path, text]) => ({ path, content: Buffer.from(text) })),
  ].sort((a, b) => (a.path < b.path ? -1 : 1));
}

function toTableFile(
  table: TidyTable,
  path: string,
  format: TableFile['format'],
  mediaType: string,
  content: Uint8Array,
): TableFile {
  return { table, path, format, mediaType, size: content.length, sha256: digest(content) };
}
