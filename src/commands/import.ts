import { basename, isAbsolute, relative, resolve, sep } from 'node:path';
import {
  type Diagnostic,
  EnvironmentError,
  renderJson,
  renderText,
  styleFor,
} from '../diagnostics/index.ts';
import { openToEdit } from '../edit-data.ts';
import { readIfThere, writeFile } from '../emit/index.ts';
import {
  type GuessedMapping,
  guessMapping,
  type ImportPlan,
  type Mapping,
  planImport,
  readMapping,
  readRows,
  readTable,
  renderImportMarkdown,
  renderImportText,
  type Table,
  toRecords,
} from '../import/index.ts';
import type { Dataset } from '../model/index.ts';
import { count } from './sentences.ts';
import { buildClock, type ExitCode, type World } from './world.ts';

export interface ImportCommandOptions {
  readonly data: string;
  /** The mapping file; beside the spreadsheet when absent. */
  readonly mapping?: string;
  readonly update: boolean;
  readonly dryRun: boolean;
  readonly format: 'text' | 'markdown' | 'json';
}

/** Turns the rows of a spreadsheet into operators and claims. Without a mapping, writes a guessed one. */
export function runImport(path: string, options: ImportCommandOptions, world: World): ExitCode {
  const { data, mapping: mappingPath = `${path}.mapping.yaml`, update } = options;
  refuseWithin(data, [path, mappingPath]);
  const bytes = readIfThere(path);
  if (bytes === null) throw new EnvironmentError(`Cannot read ${path}: it does not exist`);
  const table = readTable(path, bytes);
  const clock = buildClock(world);
  const folder = openToEdit(data, clock);
  if (folder.sources === null) {
    world.out(renderProblems(folder.diagnostics, options, world));
    const problems = count(folder.diagnostics.length, 'problem');
    world.err(`Found ${problems} in ${data}; correct them first. Nothing was imported.\n`);
    return 1;
  }
  const { dataset } = folder;
  const written = readIfThere(mappingPath);
  if (written === null) {
    const guess = guessMapping(basename(path), table, [...dataset.metrics.values()]);
    return proposeMapping(guess, mappingPath, options, world);
  }
  const mapping = useMapping({ path: mappingPath, text: String(written) }, table, dataset, world);
  if (mapping === null) return 2;

  const entries = readRows(table, mapping, clock.now);
  const plan = planImport(entries, folder, update);
  const diagnostics = folder.check(plan.change);
  const mapped = new Set(mapping.columns.map(({ index }) => index));
  const leftOut = table.columns.filter((_, index) => !mapped.has(index)).map(({ name }) => name);
  world.out(renderResult({ plan, leftOut, diagnostics }, options, world));
  if (diagnostics.length > 0) {
    const problems = count(diagnostics.length, 'problem');
    world.err(`The result would have ${problems}; nothing was written.\n`);
    return 1;
  }
  if (!options.dryRun) folder.write(plan.change);
  const problems = plan.outcomes.reduce((sum, one) => sum + one.problems.length, 0);
  const verb = options.dryRun ? 'Would write' : 'Wrote';
  const lost =
    problems === 0 ? '' : ` ${count(problems, 'problem')} in the spreadsheet: see above.`;
  world.err(
    `${verb} ${count(plan.change.sources.length, 'file')} in ${data}: ${describe(plan)}.${lost}\n`,
  );
  return problems > 0 ? 1 : 0;
}

/** "2 new operators, 1 changed, 9 new claims" */
function describe({ outcomes }: ImportPlan): string {
  const of = (wanted: string) => outcomes.filter(({ outcome }) => outcome === wanted).length;
  const claims = outcomes.reduce((sum, { newClaims }) => sum + newClaims, 0);
  return [
    count(of('new'), 'new operator'),
    `${of('updated')} changed`,
    count(claims, 'new claim'),
  ].join(', ');
}

/** Files in the data folder would be taken for sources. */
function refuseWithin(data: string, paths: readonly string[]): void {
  for (const path of paths) {
    const below = relative(resolve(data), resolve(path));
    if (below.split(sep)[0] === '..' || isAbsolute(below)) continue;
    throw new EnvironmentError(
      `Cannot use ${path}: it is in the data folder, where only sources belong; move it out of ${data}`,
    );
  }
}

function proposeMapping(
  { text, guessed, leftOut, doubts }: GuessedMapping,
  path: string,
  { format, dryRun }: ImportCommandOptions,
  world: World,
): ExitCode {
  if (!dryRun) writeFile(path, text);
  if (format === 'json') {
    world.out(
      `${JSON.stringify({ mapping: path, guessed, left_out: leftOut, doubts }, null, 2)}\n`,
    );
  } else {
    const list = (title: string, items: readonly string[]) =>
      items.length === 0 ? '' : `${title}:\n${items.map((item) => `- ${item}\n`).join('')}`;
    world.out(list('Guessed', guessed) + list('Left out', leftOut) + list('To check', doubts));
  }
  world.err(
    dryRun
      ? `There is no ${path} yet; without --dry-run, this guess is written to it.\n`
      : `Wrote ${path}, a guess. Check and edit it, then run the command again to import.\n`,
  );
  return 0;
}

/** The mapping; null if it is wrong, and every problem was shown. */
function useMapping(
  file: { readonly path: string; readonly text: string },
  table: Table,
  { metrics }: Dataset,
  world: World,
): Mapping | null {
  const read = readMapping(file, table, metrics);
  if ('mapping' in read) return read.mapping;
  for (const { line, column, text } of read.problems) {
    world.err(`${file.path}:${line}:${column} ${text}\n`);
  }
  world.err(
    `Found ${count(read.problems.length, 'problem')} in the mapping; nothing was imported.\n`,
  );
  return null;
}

interface Result {
  readonly plan: ImportPlan;
  readonly leftOut: readonly string[];
  readonly diagnostics: readonly Diagnostic[];
}

function renderResult(
  { plan, leftOut, diagnostics }: Result,
  options: ImportCommandOptions,
  world: World,
): string {
  const { outcomes, missing, change } = plan;
  const report = { outcomes, leftOut, missing };
  if (options.format === 'json') {
    const isWritten = diagnostics.length === 0 && !options.dryRun;
    const result = {
      written: isWritten ? change.sources.map(({ to }) => to) : [],
      ...toRecords(report),
      diagnostics: JSON.parse(renderJson(diagnostics)).diagnostics,
    };
    return `${JSON.stringify(result, null, 2)}\n`;
  }
  const text =
    options.format === 'markdown' ? renderImportMarkdown(report) : renderImportText(report);
  return diagnostics.length === 0
    ? text
    : `${text}\n${renderProblems(diagnostics, options, world)}`;
}

function renderProblems(
  diagnostics: readonly Diagnostic[],
  { format }: ImportCommandOptions,
  world: World,
): string {
  if (format === 'json') return renderJson(diagnostics);
  if (format === 'text') return renderText(diagnostics, styleFor(world));
  return `\`\`\`text\n${renderText(diagnostics)}\`\`\`\n`;
}
