import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { isDeepStrictEqual } from 'node:util';
import papaparse from 'papaparse';
import { api, ourBuild, scriptBuild } from './commands.ts';
import { addFormerClaims, writeDataset } from './dataset-folder.ts';
import { mustRun } from './run-process.ts';

const OPERATORS = 40;

/** What the script builds: operators, rankings, and all facts and all claims in bulk. */
const COMMON = /^(?:operators(?:\/[^/]+(?:\/facts)?)?|best\/.+|facts|claims)$/;

/**
 * Has this program and the straightforward script build the same few operators, and compares every
 * record of every address: the time of a script with other results would mean nothing.
 *
 * @throws Error with the first difference
 */
export async function compareWithScript(folder: string): Promise<void> {
  const data = join(folder, 'data');
  const ours = { data, out: join(folder, 'ours'), cache: join(folder, 'cache') };
  const theirs = { data, out: join(folder, 'theirs') };
  writeDataset(data, OPERATORS);
  addFormerClaims(data);
  await mustRun(ourBuild(ours));
  await mustRun(scriptBuild(theirs));
  const addresses = listAddresses(api(ours.out)).filter((address) => COMMON.test(address));
  const difference = firstDifference(api(ours.out), api(theirs.out), addresses);
  if (difference !== null) throw new Error(`The script builds something else. ${difference}`);
}

/**
 * Compares the output of another program with ours: every record of every address, in order, as
 * JSON and as CSV. White space, the order of keys, escapes and `generated_at` may differ.
 *
 * @param addresses Which to compare, without suffixes.
 * @returns The first difference, in words; null when there is none.
 */
export function firstDifference(
  ours: string,
  theirs: string,
  addresses: Iterable<string>,
): string | null {
  for (const address of addresses) {
    for (const [suffix, read] of [
      ['json', readJson],
      ['csv', readCsv],
    ] as const) {
      const path = `${address}.${suffix}`;
      const difference = differenceIn(read, join(ours, path), join(theirs, path));
      if (difference !== null) return `${path}: ${difference}`;
    }
  }
  return null;
}

/** The addresses of a publication that answer with records, aliases included. */
export function listAddresses(folder: string): readonly string[] {
  const { resources } = JSON.parse(readFileSync(join(folder, 'manifest.json'), 'utf8')) as {
    readonly resources: readonly {
      readonly path: string;
      readonly aliases: readonly string[];
      readonly rows: number | null;
    }[];
  };
  return resources
    .filter(({ rows }) => rows !== null)
    .flatMap(({ path, aliases }) => [path, ...aliases])
    .map((path) => path.slice(1));
}

/** The meta or the header, then the records. */
type Answer = readonly unknown[];

function differenceIn(read: (text: string) => Answer, ours: string, theirs: string): string | null {
  const expected = read(readFileSync(ours, 'utf8'));
  let actual: Answer;
  try {
    actual = read(readFileSync(theirs, 'utf8'));
  } catch (error) {
    return String(error);
  }
  const rows = Math.max(expected.length, actual.length);
  for (let row = 0; row < rows; row += 1) {
    if (!isDeepStrictEqual(actual[row], expected[row])) {
      const place = row === 0 ? 'the meta or header' : `record ${row}`;
      return `${place} is\n  ${show(actual[row])}\nnot\n  ${show(expected[row])}`;
    }
  }
  return null;
}

function readJson(text: string): Answer {
  const { meta, data } = JSON.parse(text);
  return [{ ...meta, generated_at: null }, ...data];
}

function readCsv(text: string): Answer {
  const { data, errors } = papaparse.parse<string[]>(text, { skipEmptyLines: true });
  if (errors[0] !== undefined) throw new Error(errors[0].message);
  // A nested value is JSON in a cell.
  return data.map((row) => row.map((cell) => (/^[[{]/.test(cell) ? JSON.parse(cell) : cell)));
}

function show(record: unknown): string {
  return record === undefined ? 'missing' : JSON.stringify(record);
}
