import type { SecondThread, SoundSources } from '../second-thread/index.ts';
import type { DataFile } from '../source/index.ts';
import {
  keepAsJson,
  MOST_SOURCES_AS_VALUES,
  type RecalledValues,
  readAlone,
} from '../validate/index.ts';

/**
 * Reads sources before they are checked, where that pays: with two threads, or where there are so
 * many that what they hold is better kept as JSON.
 *
 * @param hold Is offered each value, and how many bytes that is as JSON.
 */
export async function readAhead(
  files: readonly DataFile[],
  second: SecondThread | null,
  hold: RecalledValues['hold'],
): Promise<SoundSources> {
  if (second !== null) return second.read(files, readAlone, hold);
  const texts = files.length > MOST_SOURCES_AS_VALUES ? keepAsJson(files, hold) : null;
  return { textOf: (name) => texts?.get(name), digestOf: () => undefined };
}
