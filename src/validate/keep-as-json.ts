import type { DataFile } from '../source/index.ts';
import { readAlone } from './read-dossiers.ts';
import type { RecalledValues } from './recalled-values.ts';

/**
 * Beyond so many sources, what they hold is kept as JSON: a build of 100,000 operators takes 1.8 GiB
 * with it so, and 2.4 with values.
 */
export const MOST_SOURCES_AS_VALUES = 25_000;

/**
 * Reads sources one by one, and keeps what each holds as JSON in UTF-8. What is wrong in any of them
 * is for somebody else to say.
 *
 * @param hold Is offered each value, and how many bytes that is as JSON.
 * @returns What the sources hold that are sound by themselves, by name.
 */
export function keepAsJson(
  files: Iterable<DataFile>,
  hold: RecalledValues['hold'],
): ReadonlyMap<string, Buffer> {
  const texts = new Map<string, Buffer>();
  for (const file of files) {
    const value = readAlone(file);
    if (value === undefined) continue;
    const text = Buffer.from(JSON.stringify(value));
    texts.set(file.name, text);
    hold(file.name, value, text.length);
  }
  return texts;
}
