import { API_VERSION } from '../model/index.ts';
import type { Table } from './resource.ts';
import { snapshotPath, snapshotsPath } from './resource-path.ts';
import type { IndexLink } from './service-index.ts';

/** A download, as the list of them shows it. */
export interface DownloadRecord {
  /** Its name below `/snapshots`. */
  readonly file: string;
  readonly media_type: string;
  readonly bytes: number;
  /** Hexadecimal. */
  readonly sha256: string;
  readonly description: string;
}

const SNAPSHOT_COLUMNS = ['file', 'media_type', 'bytes', 'sha256', 'description', 'url'] as const;

/** What the index says of the downloads where there are any. */
export const SNAPSHOTS_LINK: IndexLink = {
  name: 'snapshots',
  rel: 'collection',
  path: snapshotsPath,
  media_types: ['application/json', 'text/csv'],
  title: 'Downloads of the whole release: archives, SQLite, Parquet',
  total: null,
};

/** `/snapshots`: the downloads there are. */
export function snapshotsTable(downloads: readonly DownloadRecord[], baseUrl: string) {
  return {
    kind: 'snapshots',
    operator: null,
    paths: [snapshotsPath],
    columns: SNAPSHOT_COLUMNS,
    meta: (generated_at) => ({ total: downloads.length, generated_at, version: API_VERSION }),
    rows: () => downloads.map((download) => snapshotRecord(download, baseUrl)),
  } satisfies Table;
}

function snapshotRecord(download: DownloadRecord, baseUrl: string) {
  return {
    ...download,
    url: `${baseUrl}/${snapshotPath(download.file)}`,
  } satisfies Record<(typeof SNAPSHOT_COLUMNS)[number], unknown>;
}

export type SnapshotRecord = ReturnType<typeof snapshotRecord>;
