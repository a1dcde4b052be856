import { copyFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect } from 'vitest';
import type { BuildOptions, Manifest } from '../../src/index.ts';
import { type Project, project } from './check-build.ts';
import { temporaryFolder } from './folders.ts';
import { type Sources, tiny } from './tiny-dataset.ts';

/** A project that has been built. */
export interface Publication extends Project {
  /** Its manifest as it stands now. */
  readonly readManifest: () => Manifest;
}

/** Builds sources that are sound, for tests of what is published of them. */
export async function publicationOf(
  sources: Sources,
  options: Partial<BuildOptions> = {},
): Promise<Publication> {
  const built = project(sources);
  expect(await built.buildAt(0, options)).toMatchObject({ ok: true });
  return { ...built, readManifest: () => JSON.parse(built.read('manifest.json')) };
}

/** A project of the tiny dataset, whose first publication is kept elsewhere as well. */
export interface KeptPublication extends Project {
  /** The folder that has the kept manifest, claims and metrics. */
  readonly kept: string;
  /** The kept manifest. */
  readonly manifest: string;
}

/** Builds the tiny dataset, for tests of what may follow upon its publication. */
export async function keptPublication(): Promise<KeptPublication> {
  const built = await publicationOf(tiny());
  const kept = temporaryFolder();
  for (const file of ['manifest.json', 'claims.json', 'metrics.json']) {
    copyFileSync(join(built.out, 'api/v1', file), join(kept, file));
  }
  return { ...built, kept, manifest: join(kept, 'manifest.json') };
}
