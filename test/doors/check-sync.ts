import { join } from 'node:path';
import { type SyncOptions, type SyncResult, sync } from '../../src/sync/index.ts';
import { traceFiles } from './check-build.ts';
import { NOW } from './check-sources.ts';

/** The door of a mirror: a real host, a real folder. Silence is taken for an answer soon. */
export function mirror(
  baseUrl: string,
  folder: string,
  watcher: Partial<SyncOptions['watcher']> = {},
): Promise<SyncResult> {
  return sync({
    baseUrl,
    folder,
    userAgent: 'operator-api-test',
    concurrency: 4,
    patience: 300,
    firstPause: 5,
    now: () => NOW,
    watcher: {
      onPause: () => {},
      onProgress: () => {},
      onWait: () => {},
      onRestart: () => {},
      ...watcher,
    },
  });
}

/** What a reader of a published folder can tell: content, times, and which paths are one file. */
export function describeTree(out: string): Map<string, object> {
  const firstOf = new Map<number, string>();
  const described = new Map<string, object>();
  for (const [path, { inode, modifiedAt, content }] of traceFiles(join(out, 'api/v1'))) {
    const sameAs = firstOf.get(inode) ?? path;
    firstOf.set(inode, sameAs);
    described.set(path, { modifiedAt, content, sameAs });
  }
  return described;
}
