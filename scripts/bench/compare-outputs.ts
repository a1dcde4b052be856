import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { isDeepStrictEqual } from 'node:util';
import papaparse from 'papaparse';

/**
 * Holds the output of another program against ours: every record of every address, in their order,
 * as JSON and as CSV. Spelling is free (white space, the order of keys, how a text is escaped),
 * values are not. When a response was made is its own.
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

/** An answer as a row of meta or header, then its records. */
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
      const place = row === 0 ? 'what comes before the records' : `record ${row}`;
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
