import { join } from 'node:path';
import { type Comparison, diffReleases, toRelease } from '../../src/changes/index.ts';
import { diffPublications } from '../../src/diff-publications.ts';
import type { Change, LoggedChange, Row } from '../../src/resources/index.ts';
import { type Project, project } from './check-build.ts';
import type { Sources } from './tiny-dataset.ts';

/** What a build in place logs and what `diff` says of two folders, for one change of sources. */
export async function changesBetween(
  old: Sources,
  now: Sources,
): Promise<{ readonly logged: readonly LoggedChange[]; readonly comparison: Comparison }> {
  const [inPlace, before] = [project(old), project(old)];
  await inPlace.buildAt(0);
  await before.buildAt(0);
  const gone = Object.keys(old).filter((name) => !(name in now));
  inPlace.change({ ...Object.fromEntries(gone.map((name) => [name, null])), ...now });
  // A build would refuse other values of published claims and metrics.
  const built = await inPlace.buildAt(60, { isPreview: true });
  if (!built.ok) throw new Error(JSON.stringify(built.diagnostics.map(({ finding }) => finding)));
  return {
    logged: logOf(inPlace),
    comparison: await diffPublications(before.out, inPlace.out),
  };
}

/** The changes between two answers of a kind, of each of which meta and the one record say the same. */
export function changesOf(kind: string, old: Row, now: Row): readonly Change[] {
  const listed = { kind, path: '/operators/a', aliases: ['/operators/1'] };
  const release = (said: Row) =>
    toRelease({
      listed: [listed],
      bodyOf: () => ({ meta: said, data: [{ key: 'a', slug: 'a', ...said }] }),
    });
  return diffReleases(release(old), release(now));
}

/** The log that a project has published: the newest changes, or those of a year. */
export function logOf(
  { read }: Pick<Project, 'read'>,
  path = 'changes.json',
): readonly LoggedChange[] {
  return JSON.parse(read(path)).data;
}

/** The manifest of a project. */
export function manifestOf({ out }: Project): string {
  return join(out, 'api/v1/manifest.json');
}
