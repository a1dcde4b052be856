import { spawn, spawnSync } from 'node:child_process';
import { columnsOfType } from './columns.ts';
import { tablesOf } from './endpoints.ts';
import { examplesOf, type Table } from './languages.ts';
import { BASE, type Publication, publishSample, withPublication } from './publication.ts';

/** A program that runs recipes of a language. */
interface Runner {
  readonly language: 'python' | 'r';
  readonly command: readonly [program: string, ...args: string[]];
  /** Code that fails unless the packages of the recipes are installed. */
  readonly probe: string;
  readonly needs: string;
  /** Code that prints the size of a table and its texts as JSON, in a last line. */
  readonly report: (name: string, texts: readonly string[]) => string;
}

const RUNNERS: readonly Runner[] = [
  {
    language: 'python',
    command: ['python3', '-c'],
    probe: 'import pandas',
    needs: 'python3 with pandas',
    report: (name, texts) => `
import json
print(json.dumps([list(${name}.shape), {column: [None if pd.isna(cell) else cell for cell in ${name}[column]] for column in ${JSON.stringify(texts)}}]))`,
  },
  {
    language: 'r',
    command: ['Rscript', '-e'],
    probe: 'library(readr); library(jsonlite)',
    needs: 'Rscript with readr and jsonlite',
    report: (name, texts) => `
cat("\\n", jsonlite::toJSON(list(dim(${name}), as.list(${name}[c(${texts.map((text) => JSON.stringify(text)).join(', ')})])), na = "null"), "\\n", sep = "")`,
  },
];

const available = RUNNERS.filter(({ command: [program, ...args], probe, needs, language }) => {
  const isThere = spawnSync(program, [...args, probe], { stdio: 'ignore' }).status === 0;
  if (!isThere) console.log(`The recipes for ${language} did not run: they need ${needs}.`);
  return isThere;
});
if (available.length > 0) {
  const failures = await withPublication(publishSample, runAll);
  for (const failure of failures) console.error(failure);
  if (failures.length > 0) process.exitCode = 1;
}

async function runAll(publication: Publication): Promise<readonly string[]> {
  const failures: string[] = [];
  for (const runner of available) {
    const tables = tablesOf(publication);
    for (const table of tables) failures.push(...(await runRecipe(runner, table, publication)));
    console.log(`Ran ${tables.length} recipes for ${runner.language}.`);
  }
  return failures;
}

/** Runs the recipe of a table, and compares its size and its texts with the JSON answer. */
async function runRecipe(
  { language, command: [program, ...args], report }: Runner,
  table: Table,
  { ask, base }: Publication,
): Promise<readonly string[]> {
  const texts = columnsOfType(table.columns, 'text');
  const recipe = examplesOf(table).find((example) => example.language === language);
  const code = `${recipe?.code ?? ''}\n${report(table.name, texts)}`.replaceAll(BASE, base);
  const { data } = (await (await ask({ url: `${table.url}.json` })).json()) as {
    readonly data: readonly Readonly<Record<string, unknown>>[];
  };
  const written = texts.map((text) => [text, data.map((row) => asText(row[text]))]);
  const wanted = [[data.length, table.columns.length], Object.fromEntries(written)];
  const printed = await run(program, [...args, code]);
  const found = printed.trimEnd().split('\n').at(-1) ?? '';
  return found !== '' && JSON.stringify(JSON.parse(found)) === JSON.stringify(wanted)
    ? []
    : [`${language}: ${table.url}.csv gives ${found}, not ${JSON.stringify(wanted)}`];
}

function asText(value: unknown): string | null {
  return value === null || value === undefined ? null : String(value);
}

/** What a program prints; the server of the publication answers meanwhile. */
function run(program: string, args: readonly string[]): Promise<string> {
  return new Promise((resolve, reject) => {
    const child = spawn(program, args, { stdio: ['ignore', 'pipe', 'inherit'] });
    let printed = '';
    child.stdout.setEncoding('utf8').on('data', (text) => {
      printed += text;
    });
    child.on('error', reject).on('close', () => resolve(printed));
  });
}
