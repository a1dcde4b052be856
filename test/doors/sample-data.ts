import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import fastGlob from 'fast-glob';
import { repository } from './repository.ts';
import type { Sources } from './tiny-dataset.ts';

/** The sources of the shipped dataset, by name. */
export function sampleSources(): Sources {
  const cwd = join(repository, 'data');
  const names = fastGlob.globSync('**/*.yaml', { cwd });
  return Object.fromEntries(names.map((name) => [name, readFileSync(join(cwd, name))]));
}
