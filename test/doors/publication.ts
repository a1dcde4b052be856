import { expect } from 'vitest';
import type { BuildOptions, Manifest } from '../../src/index.ts';
import { type Project, project } from './check-build.ts';
import type { Sources } from './tiny-dataset.ts';

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
