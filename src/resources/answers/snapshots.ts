import * as z from 'zod';
import { url } from '../../model/index.ts';
import { defineAnswer } from '../answer.ts';
import { count, general, mediaType, total } from '../fields.ts';
import type { ResourcePath } from '../resource.ts';

/** `/snapshots`: the list of downloads. */
export const snapshots = defineAnswer({
  kind: 'snapshots',
  path: 'snapshots',
  name: 'Snapshots',
  record: 'Download',
  tag: 'Service',
  title: 'Downloads of the whole release',
  description:
    'One record for each file to download: archives, the database, tables, their description, checksums.',
  link: {
    name: 'snapshots',
    rel: 'collection',
    title: 'Downloads of the whole release: archives, SQLite, Parquet',
  },
  key: ['file'],
  fields: {
    file: z.string().describe('The name of the download below /snapshots.'),
    media_type: mediaType.describe('What it is, as a media type.'),
    bytes: count.describe('Its size.'),
    sha256: z.string().meta({ pattern: '^[0-9a-f]{64}$' }).describe('Its SHA-256, in hexadecimal.'),
    description: z.string().describe('What it holds.'),
    url: url.describe('Its address.'),
  },
  meta: { total, ...general },
});

/** @param file The name of a download, with its suffix. */
export function snapshotPath(file: string): ResourcePath {
  return `snapshots/${file}` as ResourcePath;
}
