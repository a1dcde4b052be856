import { mkdirSync, readdirSync, readFileSync, utimesSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { generateDataset } from '../generate-dataset.ts';

/** Writes generated sources into a folder. */
export function writeDataset(folder: string, operators: number): void {
  for (const kind of ['operators', 'facts']) mkdirSync(join(folder, kind), { recursive: true });
  for (const [name, text] of Object.entries(generateDataset(operators))) {
    writeFileSync(join(folder, name), text);
  }
}

/** Gives every source another time and the same content, as `git checkout` in a fresh clone does. */
export function touchSources(folder: string, time: Date): void {
  for (const entry of readdirSync(folder, { recursive: true, encoding: 'utf8' })) {
    if (entry.endsWith('.yaml')) utimesSync(join(folder, entry), time, time);
  }
}

/**
 * Says of one operator, and in its list and its rankings, that it was updated at another time.
 *
 * @returns Its slug.
 */
export function changeOperator(folder: string, time: Date): string {
  const files = readdirSync(join(folder, 'operators')).sort();
  const file = files[Math.floor(files.length / 2)] ?? '';
  const path = join(folder, 'operators', file);
  const updated = `updated_at: ${time.toISOString()}`;
  writeFileSync(path, readFileSync(path, 'utf8').replace(/^updated_at: .*$/m, updated));
  utimesSync(path, time, time);
  return file.replace(/\.yaml$/, '');
}
