import initSqlJs, { type SqlJs } from 'sql.js';
import {
  type Dataset,
  type Service,
  type Timestamp,
  toBytes,
  toTimestamp,
} from '../model/index.ts';
import { type Artifact, digest, documentType, type OutputPath, toCsv } from '../represent/index.ts';
import { ANSWERS, type Resource, snapshotPath, type Table, toTable } from '../resources/index.ts';
import { type ArchiveFile, toTarGz, toZip } from './archives.ts';
import { toDataPackage } from './data-package.ts';
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

/** `/snapshots`: the list of downloads. */
function snapshotsTable(downloads: readonly Download[], service: Service): Table {
  const rows = () =>
    downloads.map(({ file, description, content }) => ({
      file,
      media_type: documentType(snapshotPath(file)),
      bytes: content.length,
      sha256: digest(content),
      description,
      url: `${service.base_url}/${snapshotPath(file)}`,
    }));
  return toTable(ANSWERS.snapshots, { meta: () => ({ total: downloads.length }), rows }, service);
}

/** CSV metadata describes files outside of the archives, which have a data package for their own. */
function isArchived(path: OutputPath): boolean {
  return /\.json(?:ld)?$/.test(path) && !/^(?:csvw|pages|snapshots)\//.test(path);
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
  const checksums = { ...CHECKSUMS, content: toBytes(toChecksums(downloads)) };
  const list = snapshotsTable([...downloads, checksums], dataset.service);
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
    return { table, file, path: file, description, content: toParquet(table, service) };
  });
  const descriptor = toBytes(toDataPackage(files, service, null));
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
    const content = toBytes(toCsv(columns, table.rows));
    return { table, path: `csv/${table.name}.csv`, content };
  });
  const texts = {
    'CITATION.cff': toCitationFile(service, publishedAt),
    LICENSE: `${license.name}\n${license.url}\n\n${attribution}\n`,
    'README.md': toReadMe(tables, service, publishedAt),
    'datapackage.json': toDataPackage(csv, service, publishedAt),
  };
  return [
    ...answers,
    ...csv,
    ...Object.entries(texts).map(([path, text]) => ({ path, content: toBytes(text) })),
  ].sort((a, b) => (a.path < b.path ? -1 : 1));
}
