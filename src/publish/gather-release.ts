import { toTimestamp } from '../model/index.ts';
import type { Plan } from '../pipeline.ts';
import { type Artifact, bytesOf } from '../represent/index.ts';
import type { Resource } from '../resources/index.ts';
import type { Release } from '../snapshot/index.ts';

/** Makes the downloads of a release. */
export type ToDownloads = (release: Release) => readonly Resource[];

/** Loads what makes downloads, which few builds are asked for. */
export async function prepareDownloads({ dataset }: Plan): Promise<ToDownloads> {
  const { prepareSnapshot } = await import('../snapshot/index.ts');
  return prepareSnapshot(dataset);
}

/**
 * Gathers what downloads of a release are made of: every answer as JSON, but for errors, and for the
 * pages of claims, which the list of claims and the tables have all of.
 *
 * @param toDownloads null where no downloads are wanted.
 */
export function gatherRelease(toDownloads: ToDownloads | null) {
  const answers: Release['answers'][number][] = [];
  let newest = 0;
  return {
    note({ kind }: Resource, { paths: [path], render, modifiedAt }: Artifact) {
      if (toDownloads === null || kind === 'problem' || kind === 'claim') return;
      if (!path.endsWith('.json')) return;
      answers.push({ path, bytes: bytesOf(render()) });
      newest = Math.max(newest, modifiedAt);
    },
    downloads: () => toDownloads?.({ answers, publishedAt: toTimestamp(newest) }) ?? [],
  };
}
