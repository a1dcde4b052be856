/**
 * Measures builds of generated datasets, ours and those of other tools, and writes what it finds to
 * docs/performance.md. `npm run bench -- --help` says what can be asked for.
 */
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, relative } from 'node:path';
import { parseArgs } from 'node:util';
import { measureAnswers } from './answer-sizes.ts';
import { drawChart } from './chart.ts';
import { checkContestants } from './check-contestants.ts';
import { api, CONTESTANTS, type Contestant, ourBuild } from './contestants.ts';
import { writeDataset } from './dataset-folder.ts';
import { renderDocument } from './document.ts';
import { measureSize } from './measure-size.ts';
import { lostResults, mergeResults, NO_RESULTS, type Results } from './results.ts';
import { mustRun } from './run-process.ts';

/** The fewest operators of which the answers are weighed. */
const SMALL = 10;

const HELP = `npm run bench -- [options]

  --sizes <numbers>  how many operators to build (default: 1000,10000)
  --rounds <number>  how often to build each size (default: 5, from 10,000 operators on 3,
                     from 100,000 on 1; the slow ones less often)
  --only <names>     whom to measure: ${CONTESTANTS.map(({ name }) => name).join(', ')}
                     (default: all; "ours" always runs, since the others are checked against it)
  --out <dir>        where the document goes (default: docs)
`;

const values = readOptions();
if (values.help) process.stdout.write(HELP);
else await bench();

function readOptions() {
  try {
    return parseArgs({
      options: {
        sizes: { type: 'string', default: '1000,10000' },
        rounds: { type: 'string' },
        only: { type: 'string' },
        out: { type: 'string', default: 'docs' },
        help: { type: 'boolean', short: 'h', default: false },
      },
    }).values;
  } catch (error) {
    return refuse((error as Error).message);
  }
}

/** Ends before anything is measured: what was asked for is a mistake. */
function refuse(mistake: string): never {
  process.stderr.write(`${mistake}\n\n${HELP}`);
  process.exit(2);
}

async function bench(): Promise<void> {
  const sizes = values.sizes.split(',').map(toCount);
  const rounds = values.rounds === undefined ? undefined : toCount(values.rounds);
  const contestants = chooseContestants(values.only?.split(','));
  const work = mkdtempSync(join(tmpdir(), 'operator-api-bench-'));
  // Interrupted, it leaves no gigabytes behind.
  for (const signal of ['SIGINT', 'SIGTERM'] as const) {
    process.once(signal, () => {
      rmSync(work, { recursive: true, force: true });
      process.exit(130);
    });
  }
  try {
    await checkContestants(contestants, join(work, 'check'), say);
    const measured = [];
    for (const operators of sizes) {
      const folder = join(work, String(operators));
      measured.push(
        await measureSize({
          operators,
          rounds: rounds ?? usualRounds(operators),
          contestants,
          folder,
          say,
        }),
      );
    }
    const answers = [
      ...(await measureSmallAnswers(join(work, 'small'))),
      ...measured.flatMap(({ answers }) => answers),
    ];
    publish({ sizes: measured.map(({ result }) => result), answers }, values.out);
  } finally {
    say('Removing what was built');
    // Only now: file systems make files more slowly for minutes after many were removed.
    rmSync(work, { recursive: true, force: true });
  }
}

function chooseContestants(names: readonly string[] | undefined): readonly Contestant[] {
  const known: readonly string[] = CONTESTANTS.map(({ name }) => name);
  const stranger = names?.find((name) => !known.includes(name));
  if (stranger !== undefined) refuse(`Nobody is called "${stranger}".`);
  return CONTESTANTS.filter(({ name }) => name === 'ours' || (names?.includes(name) ?? true));
}

function toCount(text: string): number {
  if (!/^[1-9]\d*$/.test(text)) refuse(`"${text}" is not a whole number.`);
  return Number(text);
}

function usualRounds(operators: number): number {
  if (operators >= 100_000) return 1;
  return operators >= 10_000 ? 3 : 5;
}

async function measureSmallAnswers(folder: string) {
  const [data, out] = [join(folder, 'data'), join(folder, 'out')];
  writeDataset(data, SMALL);
  await mustRun(ourBuild({ data, out, cache: join(folder, 'cache') }));
  return measureAnswers(api(out), SMALL);
}

function publish(now: Results, folder: string): void {
  const record = join(folder, 'performance.json');
  const before: Results = existsSync(record)
    ? JSON.parse(readFileSync(record, 'utf8'))
    : NO_RESULTS;
  const lost = lostResults(before, now);
  if (lost.length > 0) {
    process.stdout.write(renderDocument(now));
    say(`${folder} is unchanged: it has ${lost.join(', ')}, which this run would have lost`);
    return;
  }
  const results = mergeResults(before, now);
  mkdirSync(folder, { recursive: true });
  writeFileSync(record, `${JSON.stringify(results, null, 2)}\n`);
  writeFileSync(join(folder, 'performance.svg'), drawChart(results));
  writeFileSync(join(folder, 'performance.md'), renderDocument(results));
  say(`Wrote ${relative('.', join(folder, 'performance.md'))}`);
}

function say(sentence: string): void {
  process.stderr.write(`${sentence}\n`);
}
