import { API_VERSION } from '../model/index.ts';
import { type AnswerMetas, type AnswerRecords, COLUMNS } from './records.ts';
import type { Table } from './resource.ts';
import { snapshotPath, snapshotsPath } from './resource-path.ts';
import type { IndexLink } from './service-index.ts';

/** A download, as the list of them shows it; the name is that below `/snapshots`. */
export type DownloadRecord = Omit<AnswerRecords['snapshots'], 'url'>;

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
    columns: COLUMNS.snapshots,
    meta: (generated_at): AnswerMetas['snapshots'] => ({
      total: downloads.length,
      generated_at,
      version: API_VERSION,
    }),
    rows: () => downloads.map((download) => snapshotRecord(download, baseUrl)),
  } satisfies Table;
}

function snapshotRecord(download: DownloadRecord, baseUrl: string) {
  return {
    ...download,
    url: `${baseUrl}/${snapshotPath(download.file)}`,
  } satisfies AnswerRecords['snapshots'];
}
