import { execFileSync } from 'node:child_process';
import { existsSync, readdirSync, rmSync, utimesSync } from 'node:fs';
import { constants, hostname } from 'node:os';
import { join } from 'node:path';
import { afterEach, expect, it, vi } from 'vitest';
import { EnvironmentError } from '../../src/index.ts';
import { type Project, project, traceFiles } from '../doors/check-build.ts';
import { temporaryFolder, writeFiles } from '../doors/folders.ts';
import { repository } from '../doors/repository.ts';
import { operator, type Sources, tiny } from '../doors/tiny-dataset.ts';

/** A call of the program to the file system. */
interface Call {
  readonly name: string;
  readonly args: readonly unknown[];
  /** The lines of the program that lead to it. */
  readonly place: () => string;
}

/** The code with which a call is refused; null where it is not. */
type Refuse = (call: Call) => string | null;

const disk = vi.hoisted(() => ({ refuse: null as Refuse | null }));

vi.mock('node:fs', async (original) => {
  const fs = await original<typeof import('node:fs')>();
  return Object.fromEntries(
    Object.entries(fs).map(([name, value]) => {
      if (!name.endsWith('Sync') || typeof value !== 'function') return [name, value];
      const guarded = guard(name, value as Work);
      if ('native' in value) Object.assign(guarded, { native: guard(name, value.native as Work) });
      return [name, guarded];
    }),
  );
});

type Work = (...args: unknown[]) => unknown;

function guard(name: string, work: Work): Work {
  return (...args) => {
    const code = disk.refuse?.({ name, args, place: () => placeInProgram(name) }) ?? null;
    if (code === null) return work(...args);
    if (name === 'existsSync') return false;
    // A disk that is full by now has taken a part of the file. A file is closed in any case.
    const [file, content, ...more] = args;
    const isHalfWritten = ['EIO', 'EDQUOT', 'ENOSPC'].includes(code) && name === 'writeFileSync';
    if (isHalfWritten) work(file, (content as string | Uint8Array).slice(0, 9), ...more);
    if (name === 'closeSync') work(...args);
    throw refusal(code, name, args);
  };
}

/** The innermost lines of `src` that are at work; empty where a test calls. */
function placeInProgram(name: string): string {
  const { prepareStackTrace, stackTraceLimit } = Error;
  Error.stackTraceLimit = 15;
  Error.prepareStackTrace = (_, frames) => frames;
  const frames = new Error().stack as unknown as NodeJS.CallSite[];
  Object.assign(Error, { prepareStackTrace, stackTraceLimit });
  const places = frames
    .map((frame) => `${frame.getFileName()}:${frame.getLineNumber()}:${frame.getColumnNumber()}`)
    .filter((place) => place.includes(`${repository}/src/`))
    .map((place) => place.slice(place.indexOf('/src/') + 5));
  return places.length === 0 ? '' : [name, ...places.slice(0, 5)].join(' < ');
}

/** What Node throws: it has no name for two of these codes. */
function refusal(code: string, name: string, args: readonly unknown[]): Error {
  const errno = -constants.errno[code as keyof typeof constants.errno];
  const [path, dest] = args.filter((argument) => typeof argument === 'string');
  const hasTwo = ['renameSync', 'linkSync', 'copyFileSync'].includes(name);
  return Object.assign(new Error(`${code}: refused`), {
    code: ['ESTALE', 'EDQUOT'].includes(code) ? 'UNKNOWN' : code,
    errno,
    syscall: name.slice(0, -4),
    path,
    ...(hasTwo && { dest }),
  });
}

const CODES = [
  'EIO',
  'ESTALE',
  'EDQUOT',
  'ENOSPC',
  'EACCES',
  'EPERM',
  'EROFS',
  'EISDIR',
  'EMFILE',
  'EBUSY',
];

/** What an output folder and a cache are like when a build begins. */
interface Scene {
  readonly name: string;
  readonly prepare: (one: Project, buildAt: Project['buildAt']) => Promise<unknown>;
  /** Whether a copy is as good: the cache knows files by their inodes. */
  readonly isCopied: boolean;
  /** Whether something is public already that even a build that fails has to complete. */
  readonly isBegun?: boolean;
}

const AFTER: Sources = {
  'operators/birch.yaml': operator(3, 'Birch and Sons'),
  'operators/anchor.yaml': null,
  'facts/anchor.yaml': null,
};

const SCENES: readonly Scene[] = [
  {
    name: 'the first',
    async prepare({ out }, buildAt) {
      await buildAt(0);
      rmSync(out, { recursive: true });
    },
    isCopied: true,
  },
  {
    name: 'one after a change',
    async prepare({ out, change }, buildAt) {
      await buildAt(0);
      utimesSync(join(out, 'api/v1/index.json'), 1, 1);
      change(AFTER);
    },
    isCopied: true,
  },
  {
    name: 'one after another that was killed',
    async prepare({ out, change }, buildAt) {
      await buildAt(0);
      change(AFTER);
      disk.refuse = ({ args }) => (String(args[1]).endsWith('/v1/manifest.json') ? 'EIO' : null);
      await expect(buildAt(60)).rejects.toThrow(EnvironmentError);
      disk.refuse = null;
      const dead = JSON.stringify({ pid: 2 ** 22 + 1, host: hostname() });
      writeFiles(out, { '.operator-api/lock': dead, '.operator-api/lock.1': '' });
      change({ 'operators/birch.yaml': operator(3, 'Birch and Daughters') });
    },
    isCopied: true,
    isBegun: true,
  },
  {
    name: 'one that keeps most files',
    async prepare({ change }, buildAt) {
      await buildAt(0);
      change({ 'operators/birch.yaml': operator(3, 'Birch and Sons') });
    },
    isCopied: false,
  },
  { name: 'one with nothing to do', prepare: (_, buildAt) => buildAt(0), isCopied: false },
];

afterEach(() => {
  disk.refuse = null;
});

/** How often each place was refused: at its last call, then in another scene at its first. */
const refusals = new Map<string, number>();
let turn = 0;

it.each(SCENES)('a refusal anywhere in a build is one line or no harm: $name', async (scene) => {
  const root = temporaryFolder();
  const one = project(tiny(), root);
  const onWait = () => expect.fail('waits for a build that there is not');
  const buildAt: Project['buildAt'] = (seconds) =>
    one.buildAt(seconds, { host: 'netlify', cache: join(root, 'cache'), watcher: { onWait } });
  const saved = temporaryFolder();
  const prepare = async () => {
    writeFiles(one.data, tiny());
    await scene.prepare(one, buildAt);
  };
  await prepare();
  execFileSync('cp', ['-a', `${root}/.`, saved]);
  const restore = async () => {
    for (const folder of [one.out, ...(scene.isCopied ? [join(root, 'cache')] : [])])
      rmSync(folder, { recursive: true, force: true });
    if (scene.isCopied) execFileSync('cp', ['-a', `${saved}/.`, root]);
    else await prepare();
  };

  /** What a build may leave that fails. */
  const allowed = [resultOf(one.out)];
  const calls = new Map<string, number>();
  disk.refuse = ({ place }) => {
    const from = place();
    if (from !== '') calls.set(from, (calls.get(from) ?? 0) + 1);
    return null;
  };
  await buildAt(120);
  disk.refuse = null;
  const after = resultOf(one.out);
  if (scene.isBegun) {
    await restore();
    disk.refuse = ({ args }) => (String(args[0]).endsWith('staging/journal') ? 'EIO' : null);
    await expect(buildAt(120)).rejects.toThrow(EnvironmentError);
    disk.refuse = null;
    allowed.push(resultOf(one.out));
  }

  for (const [place, count] of calls) {
    const refused = refusals.get(place) ?? 0;
    if (refused > 1 || (refused === 1 && (count === 1 || !place.includes('< emit/')))) continue;
    refusals.set(place, refused + 1);
    const code = CODES[turn % CODES.length] ?? '';
    turn += 1;
    const number = refused === 0 ? count : 1;
    const what = `${code} for call ${number} of ${place}`;
    await restore();
    let left = number;
    disk.refuse = (call) => {
      if (left === 0 || !place.startsWith(call.name) || call.place() !== place) return null;
      left -= 1;
      return left === 0 ? code : null;
    };
    const failure = await buildAt(120).then(
      ({ ok }) => (ok ? null : 'not ok'),
      (error: unknown) => error,
    );
    disk.refuse = null;
    expect.soft(left, what).toBe(0);
    const result = resultOf(one.out);
    if (failure === null) expect.soft(result === after, what).toBe(true);
    else {
      expect.soft(failure, what).toBeInstanceOf(EnvironmentError);
      expect.soft(String(failure), what).toMatch(ONE_LINE);
      expect.soft(allowed.includes(result), what).toBe(true);
    }
    const isTidy = () =>
      !existsSync(join(one.out, '.operator-api')) &&
      !readdirSync(join(root, 'cache')).some((name) => name.endsWith('.new'));
    // Nothing is left that could be in the way of the next one.
    if (failure === null && isTidy()) continue;
    expect.soft(await buildAt(120), what).toMatchObject({ ok: true });
    expect.soft(resultOf(one.out) === after, what).toBe(true);
    expect.soft(isTidy(), what).toBe(true);
  }
});

it.each([
  ['EIO', 'the disk, or the network to it, reports an error'],
  ['ESTALE', 'the network file system does not know it any more'],
  ['EACCES', 'permission is denied'],
  ['EISDIR', 'it is a folder, not a file'],
])(
  'a manifest that cannot be read (%s) is neither none nor that of another build',
  async (code, reason) => {
    const { out, change, buildAt } = project(tiny());
    await buildAt(0);
    const before = resultOf(out);
    change(AFTER);
    const manifest = join(out, 'api/v1/manifest.json');
    disk.refuse = ({ args }) => (args[0] === manifest ? code : null);
    const onWarning = vi.fn();
    const expected = new EnvironmentError(`Cannot read ${manifest}: ${reason}`);
    await expect(buildAt(60, { watcher: { onWarning } })).rejects.toThrow(expected);
    disk.refuse = null;
    expect(onWarning).not.toHaveBeenCalled();
    expect(resultOf(out)).toBe(before);
  },
);

/** A path, and why. */
const ONE_LINE = /^EnvironmentError: Cannot [\w" ]+ \/[^\n]+: [^\n]+$/;

/** What is published, with its times. */
function resultOf(out: string): string {
  const traces = [...traceFiles(out)].filter(([path]) => !path.startsWith('.operator-api/'));
  return JSON.stringify(
    traces.map(([path, { content, modifiedAt }]) => [path, modifiedAt, content]),
  );
}
