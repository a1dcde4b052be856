import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import fastGlob from 'fast-glob';
import { repository } from './repository.ts';
import type { Sources } from './tiny-dataset.ts';

/** The texts of the dataset that ships with the program. */
export function readShippedSources(): Sources {
  const folder = join(repository, 'data');
  const names = fastGlob.globSync('**/*.yaml', { cwd: folder });
  return Object.fromEntries(names.map((name) => [name, readFileSync(join(folder, name), 'utf8')]));
}
