/**
 * Measures builds of generated datasets against the bounds that docs/performance.md lists, and writes
 * that page. `npm run bench -- --help` lists the options.
 */
import { existsSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, relative } from 'node:path';
import { parseArgs } from 'node:util';
import { compareWithScript } from './compare-with-script.ts';
import { renderDocument } from './document.ts';
import { measureSize, type SizeResults } from './measure-size.ts';

const HELP = `npm run bench -- [options]

  --sizes <numbers>  how many operators to build (default: 300,1000,2000,10000)
  --rounds <number>  how often to measure each size (default: 5; 3 from 10,000 operators on)
  --out <dir>        where performance.md is written (default: docs)
`;

const values = readOptions();
if (values.help) process.stdout.write(HELP);
else await bench();

function readOptions() {
  try {
    return parseArgs({
      options: {
        sizes: { type: 'string', default: '300,1000,2000,10000' },
        rounds: { type: 'string' },
        out: { type: 'string', default: 'docs' },
        help: { type: 'boolean', short: 'h', default: false },
      },
    }).values;
  } catch (error) {
    return refuse((error as Error).message);
  }
}

function refuse(mistake: string): never {
  process.stderr.write(`${mistake}\n\n${HELP}`);
  process.exit(2);
}

async function bench(): Promise<void> {
  const sizes = values.sizes.split(',').map(toCount);
  const rounds = values.rounds === undefined ? undefined : toCount(values.rounds);
  // In memory where possible: how fast a disk makes files depends on what it did before.
  const parent = existsSync('/dev/shm') ? '/dev/shm' : tmpdir();
  const work = mkdtempSync(join(parent, 'operator-api-bench-'));
  for (const signal of ['SIGINT', 'SIGTERM'] as const) {
    process.once(signal, () => {
      rmSync(work, { recursive: true, force: true });
      process.exit(130);
    });
  }
  try {
    await compareWithScript(join(work, 'compared'));
    say('Both builds write the same records');
    const results: SizeResults[] = [];
    for (const operators of sizes) {
      const folder = join(work, String(operators));
      const times = rounds ?? (operators >= 10_000 ? 3 : 5);
      results.push(await measureSize({ operators, rounds: times, folder, say }));
    }
    mkdirSync(values.out, { recursive: true });
    const path = join(values.out, 'performance.md');
    writeFileSync(path, renderDocument(results));
    say(`Wrote ${relative('.', path)}`);
  } finally {
    // At the end only: file systems create files more slowly for minutes after many were removed.
    rmSync(work, { recursive: true, force: true });
  }
}

function toCount(text: string): number {
  if (!/^[1-9]\d*$/.test(text)) refuse(`"${text}" is not a whole number.`);
  return Number(text);
}

function say(sentence: string): void {
  process.stderr.write(`${sentence}\n`);
}
