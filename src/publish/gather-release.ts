import { toTimestamp } from '../model/index.ts';
import type { Plan } from '../pipeline.ts';
import type { Artifact } from '../represent/index.ts';
import type { Resource } from '../resources/index.ts';
import type { Snapshot } from '../snapshot/index.ts';

/** Begins the downloads of a release; null where none are wanted. */
export type BeginSnapshot = (() => Snapshot) | null;

/** Loads what makes downloads, which few builds are asked for. */
export async function prepareDownloads({ dataset }: Plan): Promise<BeginSnapshot> {
  const { prepareSnapshots } = await import('../snapshot/index.ts');
  return prepareSnapshots(dataset);
}

/**
 * Gathers what downloads of a release are made of: every answer as JSON, but for errors, and for the
 * pages of claims, which the list of claims and the tables have all of; and what describes them. See
 * `Snapshot`.
 */
export function gatherRelease(beginSnapshot: BeginSnapshot) {
  const snapshot = beginSnapshot?.();
  let newest = 0;
  return {
    note({ kind }: Resource, { paths: [path], render, modifiedAt }: Artifact) {
      if (snapshot === undefined || kind === 'problem' || kind === 'claim') return;
      if (!path.endsWith('.json') && !path.endsWith('.jsonld')) return;
      // It describes CSV files that are not beside it; those of the archive have a data package.
      if (path.startsWith('csvw/')) return;
      snapshot.add(path, render());
      newest = Math.max(newest, modifiedAt);
    },
    tables: () => snapshot?.tables() ?? [],
    archives: () => snapshot?.archives(toTimestamp(newest)) ?? [],
  };
}
