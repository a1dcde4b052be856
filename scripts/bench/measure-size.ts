import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { setTimeout as sleep } from 'node:timers/promises';
import { type Folders, NODE_START, ourBuild, ourPreview, scriptBuild } from './commands.ts';
import { changeOperator, writeDataset } from './dataset-folder.ts';
import { type Command, environment, mustRun, type Run } from './run-process.ts';

export interface Measurement {
  readonly operators: number;
  readonly rounds: number;
  /** A folder that does not exist yet. */
  readonly folder: string;
  readonly say: (sentence: string) => void;
}

/** What was measured at one size. */
export interface SizeResults {
  readonly operators: number;
  readonly rounds: readonly Round[];
  /** Milliseconds from each save to the answer with the saved value, under `serve --watch`. */
  readonly saves: readonly number[];
}

/** One run of each command, one after the other, so that their ratios mean something. */
export interface Round {
  /** The straightforward script. */
  readonly script: Run;
  /** A build into an empty folder with an empty cache. */
  readonly cold: Run;
  /** `node -e 0`. */
  readonly node: Run;
  /** A build after nothing was changed. */
  readonly unchanged: Run;
  /** A build after one operator was changed. */
  readonly changed: Run;
}

/** A build trusts the time of a file that is at least this old. */
const SETTLED_AFTER_MS = 2100;

/** Measures everything at one size. */
export async function measureSize(measurement: Measurement): Promise<SizeResults> {
  const { operators, folder, say } = measurement;
  const data = join(folder, 'data');
  writeDataset(data, operators);
  const rounds: Round[] = [];
  while (rounds.length < measurement.rounds) {
    say(`${operators} operators, round ${rounds.length + 1} of ${measurement.rounds}`);
    rounds.push(await measureRound(data, join(folder, `round-${rounds.length}`), rounds.length));
  }
  const saves = await measureSaves(foldersOf(data, join(folder, 'round-0')), rounds.length);
  return { operators, rounds, saves };
}

async function measureRound(data: string, folder: string, index: number): Promise<Round> {
  const ours = foldersOf(data, folder);
  const build = ourBuild(ours);
  mkdirSync(folder);
  const timeScript = () => time(scriptBuild({ data, out: join(folder, 'script') }));
  const timeOurs = () => time(build);
  // Who comes second finds what the first one read in memory.
  const isOursFirst = index % 2 === 0;
  const [first, second] = isOursFirst
    ? [await timeOurs(), await timeScript()]
    : [await timeScript(), await timeOurs()];
  const [cold, script] = isOursFirst ? [first, second] : [second, first];

  await sleep(SETTLED_AFTER_MS);
  await mustRun(build);
  const node = await time(NODE_START);
  const unchanged = await time(build);
  // Another second in each round, long enough ago to be trusted.
  const saved = Math.floor(Date.now() / 1000) * 1000 - 600_000;
  changeOperator(data, new Date(saved));
  const changed = await time(build);
  return { script, cold, node, unchanged, changed };
}

function foldersOf(data: string, folder: string): Folders {
  return { data, out: join(folder, 'ours'), cache: join(folder, 'cache') };
}

/** Runs a command when the disk has nothing left to do for earlier ones. */
async function time(command: Command): Promise<Run> {
  spawnSync('sync');
  return mustRun(command);
}

const ASK_EVERY_MS = 10;
const GIVE_UP_AFTER_MS = 60_000;

/** How long after an answer a rebuild has nothing left to do. */
const REST_MS = 1000;

async function measureSaves(folders: Folders, rounds: number): Promise<readonly number[]> {
  const { program, args } = ourPreview(folders);
  const server = spawn(program, args, { env: environment(), stdio: ['ignore', 'pipe', 'ignore'] });
  const ended = once(server, 'exit');
  try {
    const [base] = await Promise.race([once(createInterface(server.stdout), 'line'), ended]);
    if (typeof base !== 'string') throw new Error('The preview ended before it was asked anything');
    const saves: number[] = [];
    // The first rebuild runs code that nothing has run yet.
    for (let round = 0; round <= rounds; round += 1) {
      await sleep(REST_MS);
      const updated = new Date(Math.floor(Date.now() / 1000) * 1000 - 60_000 * (round + 1));
      const started = performance.now();
      const slug = changeOperator(folders.data, updated);
      await waitFor(`${base}/operators/${slug}.json`, updated);
      if (round > 0) saves.push(performance.now() - started);
    }
    return saves;
  } finally {
    server.kill('SIGINT');
    await ended;
  }
}

async function waitFor(address: string, updated: Date): Promise<void> {
  const wanted = `"updated_at":"${updated.toISOString()}"`;
  const started = performance.now();
  while (performance.now() - started < GIVE_UP_AFTER_MS) {
    if ((await textAt(address)).includes(wanted)) return;
    await sleep(ASK_EVERY_MS);
  }
  throw new Error(`${address} was not served as it was saved, ${updated.toISOString()}`);
}

/** What is served at an address; nothing where the server closes the connection, which it may after a pause. */
async function textAt(address: string): Promise<string> {
  try {
    return await (await fetch(address)).text();
  } catch {
    return '';
  }
}
