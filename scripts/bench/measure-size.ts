import { spawnSync } from 'node:child_process';
import { mkdirSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { measureAnswers } from './answer-sizes.ts';
import { checkOutput } from './check-contestants.ts';
import {
  api,
  type Contestant,
  type ContestantName,
  describeVersions,
  type Job,
  NODE_START,
  ourBuild,
} from './contestants.ts';
import { changeOperator, touchSources, writeDataset } from './dataset-folder.ts';
import { inSeconds, median } from './figures.ts';
import { describeMachine } from './machine.ts';
import { measureSaves } from './measure-saves.ts';
import { profileBuild } from './profile-build.ts';
import type {
  AnswerSizes,
  BuildResult,
  Figures,
  ProfileResult,
  RebuildResult,
  SizeResults,
} from './results.ts';
import { type Command, mustRun, type Run, runProcess } from './run-process.ts';
import { shuffle } from './shuffle.ts';

export interface Measurement {
  readonly operators: number;
  readonly rounds: number;
  /** Ours first. */
  readonly contestants: readonly Contestant[];
  /** An empty place on the disk. */
  readonly folder: string;
  readonly say: (sentence: string) => void;
}

/** Who has run for so long at one size is not asked again. */
const ENOUGH_MS = 100_000;

/** With fewer operators there is next to nothing to write, and others may have the disk busy. */
const SETTLED_FROM = 500;

/** How long after a change a build trusts the time of a file. */
const SETTLED_AFTER_MS = 2100;

/** With more operators, a system may not have as many watches as there are sources. */
const MOST_WATCHED = 10_000;

/** How many addresses of a large output are held against ours. */
const CHECKED_ADDRESSES = 500;

/** Measures everything at one size. */
export async function measureSize(
  measurement: Measurement,
): Promise<{ readonly result: SizeResults; readonly answers: readonly AnswerSizes[] }> {
  const { operators, contestants, folder, say } = measurement;
  const data = join(folder, 'data');
  writeDataset(data, operators);
  say(`${operators} operators`);
  for (const { name, isInstalled, prepare } of contestants) {
    if (isInstalled) prepare?.(data, preparedFor(folder, name));
  }
  const reference = jobOf(measurement, 'ours', 1);
  const builds = await measureBuilds(measurement);
  const files = readdirSync(reference.out, { recursive: true, withFileTypes: true });
  const result: SizeResults = {
    operators,
    measuredOn: new Date().toISOString().slice(0, 10),
    machine: describeMachine(),
    versions: describeVersions(),
    files: files.filter((entry) => entry.isFile()).length,
    builds,
    profiles: await measureProfiles(measurement),
    rebuilds: await measureRebuilds(measurement, reference),
  };
  return { result, answers: measureAnswers(api(reference.out), operators) };
}

/** Whole builds, everybody once a round, in another order each time. */
async function measureBuilds(measurement: Measurement): Promise<readonly BuildResult[]> {
  const { operators, rounds, contestants, say } = measurement;
  const runs = new Map<ContestantName, Run[]>();
  for (let round = 1; round <= rounds; round += 1) {
    for (const { name, isInstalled, build } of orderOf(contestants, round)) {
      const earlier = runs.get(name) ?? [];
      if (!isInstalled || !isWorthAnother(earlier)) continue;
      const job = jobOf(measurement, name, round);
      settleDisk(operators);
      const run = await runProcess(build(job));
      runs.set(name, [...earlier, run]);
      say(`  round ${round}, ${name}: ${run.failure ?? inSeconds(run.milliseconds)}`);
      if (name === 'ours' && run.failure !== null) throw new Error(run.failure);
      if (name !== 'ours' && run.failure === null && earlier.length === 0) {
        const step = Math.ceil((4 * operators) / CHECKED_ADDRESSES);
        checkOutput(name, job.reference, job.out, step);
      }
    }
  }
  return contestants.map(({ name, isInstalled }) => {
    const own = runs.get(name) ?? [];
    const failure = own.find(({ failure }) => failure !== null)?.failure ?? null;
    if (failure !== null) return { name, outcome: inBrief(failure) };
    return { name, outcome: isInstalled ? summarise(own) : 'not installed' };
  });
}

/** The system error that a program died of, if it named one, or how it ended. */
function inBrief(failure: string): string {
  const [reason] = /\bE[A-Z]+: [^,\n]+/.exec(failure) ?? failure.split('\n');
  return reason ?? failure;
}

/** In the first round ours comes first: its output is what the others are checked against. */
function orderOf(contestants: readonly Contestant[], round: number): readonly Contestant[] {
  if (round > 1) return shuffle(contestants, round);
  const [ours, ...others] = contestants;
  return [...(ours === undefined ? [] : [ours]), ...shuffle(others, round)];
}

function isWorthAnother(runs: readonly Run[]): boolean {
  const spent = runs.reduce((sum, { milliseconds }) => sum + milliseconds, 0);
  const isSound = runs.every(({ failure }) => failure === null);
  return isSound && spent + spent / Math.max(runs.length, 1) <= ENOUGH_MS;
}

function jobOf({ folder }: Measurement, name: ContestantName, round: number): Job {
  const own = join(folder, `round-${round}`, name);
  mkdirSync(own, { recursive: true });
  return {
    data: join(folder, 'data'),
    out: join(own, 'out'),
    cache: join(own, 'cache'),
    prepared: preparedFor(folder, name),
    reference: join(folder, 'round-1', 'ours', 'out'),
  };
}

function preparedFor(folder: string, name: ContestantName): string {
  return join(folder, `prepared-${name}`);
}

/** Builds of ours over what the first one left. */
async function measureRebuilds(
  { operators, rounds, say }: Measurement,
  { data, out, cache }: Job,
): Promise<readonly RebuildResult[]> {
  const again = ourBuild({ data, out, cache });
  const elsewhere = ['--base-url', 'https://moved.example/api/v1'];
  const cases: readonly (readonly [what: string, before: (time: Date) => void, Command])[] = [
    ['`node -e 0`, the start of Node', () => {}, NODE_START],
    ['nothing changed', () => {}, again],
    ['every source touched, none changed', (time) => touchSources(data, time), again],
    ['one operator changed', (time) => changeOperator(data, time), again],
    [
      'the API has moved, and all JSON with it',
      () => {},
      { ...again, args: [...again.args, ...elsewhere] },
    ],
  ];
  const runs = cases.map((): Run[] => []);
  // Whole seconds, long enough ago to be trusted, and another one each time.
  let time = Math.floor(Date.now() / 1000) * 1000 - 600_000;
  for (let round = 1; round <= rounds; round += 1) {
    for (const [index, [what, before, command]] of cases.entries()) {
      time += 1000;
      // What was changed by the last case is long known, and old enough to be trusted.
      await sleep(SETTLED_AFTER_MS);
      await mustRun(again);
      before(new Date(time));
      settleDisk(operators);
      const run = await mustRun(command);
      runs[index]?.push(run);
      say(`  round ${round}, ${what}: ${inSeconds(run.milliseconds)}`);
    }
  }
  await mustRun(again);
  const rebuilds = cases.map(([what], index) => ({ what, ...summarise(runs[index] ?? []) }));
  if (operators > MOST_WATCHED) return rebuilds;
  const saves = await measureSaves({ data, out, cache }, rounds);
  const what = 'a save while `serve --watch` runs, until it is served';
  say(`  ${what}: ${saves.map(({ milliseconds }) => inSeconds(milliseconds)).join(', ')}`);
  return [...rebuilds, { what, ...summarise(saves) }];
}

async function measureProfiles(measurement: Measurement): Promise<readonly ProfileResult[]> {
  const { operators, contestants, say } = measurement;
  const profiled = contestants.filter(({ name }) => name === 'ours' || name === 'precompress');
  const results: ProfileResult[] = [];
  for (const { name, label, build } of profiled) {
    const job = jobOf(measurement, name, 0);
    settleDisk(operators);
    const milliseconds = await profileBuild(build(job), join(job.out, '..', 'profile'));
    results.push({ what: label, milliseconds });
    say(`  profiled ${name}`);
  }
  return results;
}

/** What one process left to be written is not for the next to wait for. */
function settleDisk(operators: number): void {
  if (operators >= SETTLED_FROM) spawnSync('sync');
}

function summarise(runs: readonly Run[]): Figures {
  const peaks = runs.flatMap(({ peakBytes }) => (peakBytes === null ? [] : [peakBytes]));
  return {
    runs: runs.length,
    milliseconds: median(runs.map(({ milliseconds }) => milliseconds)),
    peakBytes: peaks.length === 0 ? null : Math.max(...peaks),
  };
}
