import initSqlJs from 'sql.js';
import {
  API_VERSION,
  type Dataset,
  type Service,
  type Timestamp,
  toTimestamp,
} from '../model/index.ts';
import { type Artifact, digest, documentType, type OutputPath } from '../represent/index.ts';
import {
  ANSWERS,
  type AnswerRecords,
  type Resource,
  snapshotPath,
  type Table,
} from '../resources/index.ts';
import { toCitationFile } from './citation.ts';
import { toCsvFile } from './csv-file.ts';
import { type TableFile, toDataPackage } from './data-package.ts';
import { type PackedFile, packFile } from './packed-file.ts';
import { toParquet } from './parquet.ts';
import { toReadMe } from './read-me.ts';
import { toSqlite } from './sqlite.ts';
import type { TidyTable } from './table.ts';
import { toTables } from './tables.ts';
import { toTarGz } from './tar.ts';
import { toZip } from './zip.ts';

/** The downloads of a release in the making. Their bytes depend on what is given and nothing else. */
export interface Snapshot {
  /** What depends on the dataset alone. */
  readonly tables: () => Generator<Resource, void>;
  /**
   * Takes an answer that belongs to the release: all in JSON, except errors, and except the pages of
   * claims, which the list of claims and the tables contain.
   */
  readonly note: (resource: Resource, artifacts: readonly Artifact[]) => void;
  /** What holds the answers, and then the list of all downloads. */
  readonly archives: () => Generator<Resource, void>;
}

/** Begins the downloads of a dataset. */
export async function beginSnapshot(dataset: Dataset): Promise<Snapshot> {
  const { service } = dataset;
  const sqlJs = await initSqlJs();
  const tables = toTables(dataset);
  const answers: PackedFile[] = [];
  /** Of the newest answer: the time of the archives and of all in them. */
  let newest = 0;
  const list = beginList();
  const lasting = beginList();
  return {
    *tables() {
      yield lasting.publish(SQLITE, toSqlite(sqlJs, tables, dataset));
      yield* makeParquet(tables, service, lasting);
    },
    note(resource, artifacts) {
      if (resource.kind === 'problem') return;
      if (resource.kind === 'table' && !isReleased(resource)) return;
      for (const { paths, content, modifiedAt } of artifacts) {
        if (!isPacked(paths[0])) continue;
        answers.push(packFile(`json/${paths[0]}`, content));
        newest = Math.max(newest, modifiedAt);
      }
    },
    *archives() {
      yield* makeArchives(tables, service, toTimestamp(newest), answers, list);
      list.records.push(...lasting.records);
      yield list.publish(CHECKSUMS, checksums(list.records));
      yield snapshotsTable(list.records, service.base_url);
    },
  };
}

/** The list of claims and the tables have all that pages of claims have. */
function isReleased({ answer }: Table): boolean {
  return answer !== ANSWERS.claim.kind && answer !== ANSWERS.snapshots.kind;
}

/** A download, as it is listed. */
type DownloadRecord = Omit<AnswerRecords['snapshots'], 'url'>;

/** `/snapshots`: the downloads there are. */
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

/** CSV metadata describes files that are not in an archive, which has a data package for its own. */
function isPacked(path: OutputPath): boolean {
  return /\.json(?:ld)?$/.test(path) && !/^(?:csvw|snapshots)\//.test(path);
}

/** What a download is, besides its content. */
interface Title {
  readonly file: string;
  readonly description: string;
}

const WHOLE = 'The whole release: answers in JSON, tables in CSV, and their description. A';
const ZIP = { file: 'operator-api.zip', description: `${WHOLE} ZIP archive.` } as const;
const TAR = { file: 'operator-api.tar.gz', description: `${WHOLE} tar archive.` } as const;
const SQLITE = {
  file: 'operators.sqlite',
  description: 'The tables as an SQLite database, with a view for each ranking.',
} as const;
const DESCRIPTOR = {
  file: 'datapackage.json',
  description: 'What the Parquet files hold: columns, types and keys (Data Package, version 2).',
} as const;
const CHECKSUMS = {
  file: 'SHA256SUMS',
  description: 'The digests of all other downloads, for sha256sum --check.',
} as const;

/** Downloads as they are listed. */
interface List {
  readonly records: DownloadRecord[];
  readonly publish: (title: Title, content: string | Uint8Array) => Resource;
}

function beginList(): List {
  const records: DownloadRecord[] = [];
  return {
    records,
    publish({ file, description }, given) {
      const content = typeof given === 'string' ? Buffer.from(given) : given;
      const path = snapshotPath(file);
      const mediaType = documentType(path);
      const [bytes, sha256] = [content.length, digest(content)];
      records.push({ file, media_type: mediaType, bytes, sha256, description });
      return { kind: 'document', paths: [path], mediaType, contentAt: () => content };
    },
  };
}

function* makeParquet(
  tables: readonly TidyTable[],
  service: Service,
  { publish }: List,
): Generator<Resource, void> {
  const files: TableFile[] = [];
  for (const table of tables) {
    const content = toParquet(table, service);
    const file = parquetFile(table, content);
    files.push(file);
    const description = `${table.title}, as a Parquet file. ${table.description}`;
    yield publish({ file: file.path, description }, content);
  }
  yield publish(DESCRIPTOR, toDataPackage(files, service, null));
}

function* makeArchives(
  tables: readonly TidyTable[],
  service: Service,
  publishedAt: Timestamp,
  answers: readonly PackedFile[],
  { publish }: List,
): Generator<Resource, void> {
  const { license, attribution } = service;
  const csv = tables.map(toCsvFile);
  const texts = Object.entries({
    'CITATION.cff': toCitationFile(service, publishedAt),
    LICENSE: `${license.name}\n${license.url}\n\n${attribution}\n`,
    'README.md': toReadMe(csv, service, publishedAt),
    'datapackage.json': toDataPackage(csv, service, publishedAt),
  });
  const files = [
    ...answers,
    ...csv.map(({ path, content }) => packFile(path, content)),
    ...texts.map(([path, text]) => packFile(path, Buffer.from(text))),
  ].sort((a, b) => (a.path < b.path ? -1 : 1));
  yield publish(ZIP, toZip(files, publishedAt));
  yield publish(TAR, toTarGz(files, publishedAt));
}

function parquetFile(table: TidyTable, content: Uint8Array): TableFile {
  const path = `${table.name}.parquet`;
  const [size, sha256] = [content.length, digest(content)];
  return { table, path, format: 'parquet', mediaType: documentType(path), size, sha256 };
}

/** `SHA256SUMS`, as `sha256sum --check` reads it; it cannot list itself. */
function checksums(records: readonly DownloadRecord[]): string {
  const lines = records.map(({ file, sha256 }) => ({ file, line: `${sha256}  ${file}\n` }));
  return lines
    .sort((a, b) => (a.file < b.file ? -1 : 1))
    .map(({ line }) => line)
    .join('');
}
