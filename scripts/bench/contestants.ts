import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { prepareHugoSite } from './hugo/prepare-site.ts';
import type { Command } from './run-process.ts';

/** One whole build: what it is made of, and where everything goes. */
export interface Job {
  /** The sources. */
  readonly data: string;
  /** An output folder that does not exist yet; the API goes to api/v1 below it. */
  readonly out: string;
  /** A folder for what is kept from one build to the next; it does not exist yet either. */
  readonly cache: string;
  /** What the contestant prepared for these sources. */
  readonly prepared: string;
  /** Finished output of ours, to copy. */
  readonly reference: string;
}

/** Something that makes the output of a whole build. */
export interface Contestant {
  readonly name: ContestantName;
  /** For the tables. */
  readonly label: string;
  /** The sentence that says what it does and does not do. */
  readonly what: string;
  readonly isInstalled: boolean;
  /** What is done once for some sources, and not timed. */
  readonly prepare?: (data: string, prepared: string) => void;
  readonly build: (job: Job) => Command;
}

export type ContestantName =
  | 'ours'
  | 'precompress'
  | 'straightforward'
  | 'at-once'
  | 'eleventy'
  | 'hugo'
  | 'cp';

const here = import.meta.dirname;
const cli = join(here, '..', '..', 'lib', 'cli.cjs');
const script = join(here, 'straightforward', 'build.mjs');
const eleventy = join(here, '..', '..', 'node_modules', '@11ty', 'eleventy', 'cmd.cjs');
const hugo = spawnSync('hugo', ['version'], { encoding: 'utf8' });

/** The command line of a build of ours, cold or warm. */
export function ourBuild({ data, out, cache }: Pick<Job, 'data' | 'out' | 'cache'>): Command {
  return node(cli, 'build', '--data', data, '--out', out, '--cache', cache);
}

/** A preview of ours that rebuilds on every save. */
export function ourPreview({ data, out, cache }: Pick<Job, 'data' | 'out' | 'cache'>): Command {
  const folders = ['--data', data, '--out', out, '--cache', cache];
  return node(cli, 'serve', '--watch', '--port', '0', ...folders);
}

/** The start of Node, which no program in it can undercut. */
export const NODE_START: Command = node('-e', '0');

export const CONTESTANTS: readonly Contestant[] = [
  {
    name: 'ours',
    label: 'this build',
    what: '`operator-api build` into an empty folder, with an empty cache. It checks everything that `docs/diagnostics.md` lists, stages everything before any of it is visible, and writes the error answers and the manifest besides.',
    isInstalled: true,
    build: ourBuild,
  },
  {
    name: 'precompress',
    label: 'this build, `--precompress`',
    what: 'the same with a `.gz` and a `.br` beside every file that they make smaller: up to three times the files.',
    isInstalled: true,
    build: (job) => {
      const { program, args } = ourBuild(job);
      return { program, args: [...args, '--precompress'] };
    },
  },
  {
    name: 'straightforward',
    label: 'the straightforward script',
    what: '[`scripts/bench/straightforward`](../scripts/bench/straightforward): `fast-glob`, `yaml`, `zod`, `papaparse` and `node:fs/promises`, as one writes it in an afternoon, with loops that await one file after the other. It checks each file against a schema and the references between them, and writes into place.',
    isInstalled: true,
    build: ({ data, out }) => node(script, data, api(out)),
  },
  {
    name: 'at-once',
    label: 'the script, all files at once',
    what: 'the same script, `--at-once`: it reads all files at the same time, and writes those of an operator so. With a hundred thousand operators the system runs out of file descriptors.',
    isInstalled: true,
    build: ({ data, out }) => node(script, data, api(out), '--at-once'),
  },
  {
    name: 'eleventy',
    label: 'Eleventy',
    what: '[`scripts/bench/eleventy`](../scripts/bench/eleventy): pages made by pagination over global data, which is read and checked by the code of the straightforward script.',
    isInstalled: true,
    build: ({ data, out }) => ({
      ...node(eleventy, '--quiet', `--output=${api(out)}`),
      cwd: join(here, 'eleventy'),
      env: { BENCH_DATA: data },
    }),
  },
  {
    name: 'hugo',
    label: 'Hugo',
    what: '[`scripts/bench/hugo`](../scripts/bench/hugo): data files, and two custom output formats a page. Its pages need a content file each (four an operator), which are written beforehand and not timed. It checks nothing.',
    isInstalled: hugo.status === 0,
    prepare: prepareHugoSite,
    build: ({ out, prepared }) => ({
      program: 'hugo',
      args: ['--quiet', '--source', prepared, '--destination', api(out)],
    }),
  },
  {
    name: 'cp',
    label: '`cp -r`',
    what: 'copies the finished output of this build: what the files themselves cost, and no more.',
    isInstalled: true,
    build: ({ reference, out }) => ({ program: 'cp', args: ['-r', reference, out] }),
  },
];

/** Which versions the times are of. */
export function describeVersions(): string {
  const { version } = JSON.parse(readFileSync(join(eleventy, '..', 'package.json'), 'utf8'));
  const [, hugoVersion] = /v(\d+\.\d+\.\d+)/.exec(hugo.stdout ?? '') ?? [];
  const others = [`Eleventy ${version}`, hugoVersion === undefined ? [] : `Hugo ${hugoVersion}`];
  return [`Node.js ${process.versions.node}`, ...others.flat()].join(', ');
}

function node(...args: readonly string[]): Command {
  return { program: process.execPath, args };
}

/** Where the files of an API are below an output folder. */
export function api(out: string): string {
  return join(out, 'api', 'v1');
}
