import {
  existsSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { hostname } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import fastGlob from 'fast-glob';
import { describe, expect, it, onTestFinished, vi } from 'vitest';
import { generateDataset } from '../../scripts/generate-dataset.ts';
import { withOutputFolder } from '../../src/emit/index.ts';
import type { Holder } from '../../src/index.ts';
import { hasNoHistory, project, traceFiles, withoutHistory } from '../doors/check-build.ts';
import { temporaryFolder, writeFiles } from '../doors/folders.ts';
import { runCli, startCli, untilExit } from '../doors/run-cli.ts';
import { operator, tiny } from '../doors/tiny-dataset.ts';

const OPERATORS = 60;
const KILLS = 10;
const MINUTES = 60_000;

/** Two states of one service: operators come and go, and nearly every response differs. */
function twoStates(root: string, operators: number): { one: string; other: string } {
  const [one, other] = [join(root, 'one'), join(root, 'other')];
  const files = generateDataset(operators);
  const slugs = Object.keys(files).filter((name) => name.startsWith('operators/'));
  const without = (gone: readonly string[]) =>
    Object.fromEntries(
      Object.entries(files).filter(([name]) => !gone.some((slug) => name.endsWith(slug.slice(9)))),
    );
  writeFiles(one, without(slugs.slice(0, 20)));
  const service =
    files['service.yaml']?.replace('site_url: https://', 'site_url: https://www.') ?? '';
  writeFiles(other, { ...without(slugs.slice(-20)), 'service.yaml': service });
  return { one, other };
}

/** What is published, by path, without times and history, which differ from build to build. */
function contentsOf(out: string): Map<string, string> {
  const traces = traceFiles(join(out, 'api/v1'));
  return new Map(
    [...traces]
      .filter(([path]) => hasNoHistory(path))
      .map(([path, { content }]) => [path, withoutHistory(content)]),
  );
}

describe('a build that is killed', () => {
  it(
    `leaves every file whole at ${KILLS} moments, and the next build repairs it`,
    async () => {
      const root = temporaryFolder();
      const { one, other } = twoStates(root, OPERATORS);
      const out = join(root, 'dist');
      const build = ['--out', out];
      const clean = new Map<string, Map<string, string>>();
      for (const data of [one, other]) {
        const reference = `${data}-dist`;
        expect(await runCli(['build', '--data', data, '--out', reference])).toMatchObject({
          code: 0,
        });
        clean.set(data, contentsOf(reference));
      }
      expect(await runCli(['build', '--data', one, ...build])).toMatchObject({ code: 0 });
      const started = performance.now();
      expect(await runCli(['build', '--data', other, ...build])).toMatchObject({ code: 0 });
      let duration = performance.now() - started;

      let kills = 0;
      for (let round = 0; round < KILLS; round += 1) {
        const data = round % 2 === 0 ? one : other;
        const began = performance.now();
        const child = startCli(['build', '--data', data, ...build]);
        const exit = untilExit(child);
        // Every second kill aims at the commit, which begins when the staging folder appears.
        if (round % 4 >= 2) await untilExists(join(out, '.operator-api', 'staging'), exit);
        await sleep((duration * (round + 1)) / (KILLS * (round % 4 >= 2 ? 3 : 1)));
        child.kill('SIGKILL');
        if ((await exit).signal === 'SIGKILL') kills += 1;
        // One that was quicker than the first: the machine has less to do now.
        else duration = Math.min(duration, performance.now() - began);

        expectOrderlyLog(out);
        const known = [...clean.values()];
        for (const [path, content] of contentsOf(out)) {
          const isWhole = known.some((contents) => contents.get(path) === content);
          expect(isWhole, `${path} after kill ${round}`).toBe(true);
        }
        if (round % 3 === 2) await expectRepair(data, out, clean.get(data));
      }
      expect(kills, 'builds that were killed before they ended').toBeGreaterThan(KILLS / 3);
      await expectRepair(one, out, clean.get(one));
    },
    5 * MINUTES,
  );
});

/** The next build gives what a build into an empty folder gives, and leaves nothing lying about. */
async function expectRepair(data: string, out: string, clean: Map<string, string> | undefined) {
  const repair = await runCli(['build', '--data', data, '--out', out]);
  expect(repair).toMatchObject({ code: 0 });
  expect(contentsOf(out)).toEqual(clean);
  expect(emptyFoldersIn(out)).toEqual([]);
  expect(existsSync(join(out, '.operator-api'))).toBe(false);
}

/** What came is not said to come again before it went. */
function expectOrderlyLog(out: string): void {
  const log = JSON.parse(readFileSync(join(out, 'api/v1/changes.json'), 'utf8')).data;
  const last = new Map<number, string>();
  for (const { operator_id, kind } of log) {
    if (kind !== 'operator_added' && kind !== 'operator_removed') continue;
    expect(kind, `operator ${operator_id} in changes.json`).not.toBe(last.get(operator_id));
    last.set(operator_id, kind);
  }
}

function emptyFoldersIn(out: string): string[] {
  const folders = fastGlob.globSync('**/', { cwd: out, dot: true, onlyDirectories: true });
  return folders.filter((folder) => readdirSync(join(out, folder)).length === 0);
}

async function untilExists(path: string, exit: Promise<unknown>): Promise<void> {
  let hasExited = false;
  void exit.then(() => {
    hasExited = true;
  });
  while (!existsSync(path) && !hasExited) await sleep(1);
}

/** The lock of a build in this process. */
/** Of a process that runs: the one that runs the tests. */
const LIVE_LOCK = lockOf(process.ppid);

function lockOf(pid: number): string {
  return JSON.stringify({ pid, host: hostname() });
}

/** A project whose output folder holds a lock of so many seconds. */
function lockedProject(text: string, age: number) {
  const { out, buildAt } = project(tiny());
  writeFiles(out, { '.operator-api/lock': text });
  const lock = join(out, '.operator-api', 'lock');
  const seconds = Date.now() / 1000 - age;
  utimesSync(lock, seconds, seconds);
  return { lock, buildAt };
}

describe('builds at the same time', () => {
  it(
    'take turns: each ends well, and the last one stands whole',
    async () => {
      const root = temporaryFolder();
      const { one, other } = twoStates(root, 100);
      const out = join(root, 'dist');
      const builds = [one, other, one].map((data) =>
        runCli(['build', '--data', data, '--out', out]),
      );
      for (const { code, err } of await Promise.all(builds)) {
        expect({ code, err }).toMatchObject({
          code: 0,
          err: expect.stringMatching(/Built \S+ files/),
        });
      }
      const result = contentsOf(out);
      const references = [];
      for (const data of [one, other]) {
        await runCli(['build', '--data', data, '--out', `${data}-dist`]);
        references.push(contentsOf(`${data}-dist`));
      }
      expect(references.some((contents) => isEqual(contents, result))).toBe(true);
      expect(existsSync(join(out, '.operator-api'))).toBe(false);
    },
    2 * MINUTES,
  );

  it('wait for a process on another machine', async () => {
    const { lock, buildAt } = lockedProject('{"pid":7,"host":"-"}', 9 * 60);
    const waitedFor: Holder[] = [];
    const onWait = (holder: Holder) => {
      waitedFor.push(holder);
      // Late enough to be waited for more than once.
      setTimeout(() => rmSync(lock, { force: true }), 200);
    };
    expect(await buildAt(0, { watcher: { onWait } })).toMatchObject({ ok: true });
    expect(waitedFor).toEqual([{ pid: 7, host: '-', lock }]);
  });

  const THREE_DAYS = 3 * 24 * 3600;
  it.each([
    {
      lock: 'of a container that is gone',
      text: '{"pid":7,"host":"3f2a9c0d1e4b","namespace":"pid:[4026530000]","started":"1"}',
      age: THREE_DAYS,
    },
    { lock: 'of a process on this machine that is gone', text: lockOf(2 ** 22 + 1), age: 0 },
    { lock: 'whose number another process has now', text: LIVE_LOCK, age: THREE_DAYS },
    { lock: 'of a container that was started again', text: lockOf(process.pid), age: 0 },
    { lock: 'that its writer had no time to sign', text: '', age: THREE_DAYS },
  ])('take over a lock $lock', async ({ text, age }) => {
    const { lock, buildAt } = lockedProject(text, age);
    const onWait = vi.fn();
    expect(await buildAt(0, { watcher: { onWait } })).toMatchObject({ ok: true });
    expect(onWait).not.toHaveBeenCalled();
    expect(existsSync(lock)).toBe(false);
  });

  it('touch their lock while they work, and leave alone one that was taken over', async () => {
    vi.useFakeTimers({ toFake: ['Date', 'setInterval', 'clearInterval'], now: Date.now() });
    onTestFinished(() => void vi.useRealTimers());
    const out = temporaryFolder();
    const lock = join(out, '.operator-api', 'lock');
    await withOutputFolder(out, vi.fn(), () => {
      utimesSync(lock, 1, 1);
      vi.advanceTimersByTime(MINUTES);
      expect(statSync(lock).mtimeMs).toBeGreaterThan(Date.now() - MINUTES);
      writeFileSync(lock, '{"pid":7,"host":"-"}');
    });
    expect(readFileSync(lock, 'utf8')).toBe('{"pid":7,"host":"-"}');
  });

  it.each(['', '{"pid":7}', '{"host":"-"}'])(
    'wait for a lock that names nobody yet: %o',
    async (text) => {
      // However late a timer is, the lock grows no older.
      vi.useFakeTimers({ toFake: ['Date'], now: Date.now() });
      onTestFinished(() => void vi.useRealTimers());
      const { lock, buildAt } = lockedProject(text, 1.5);
      const waitedFor: Holder[] = [];
      const onWait = (holder: Holder) => void waitedFor.push(holder);
      const building = buildAt(0, { watcher: { onWait } });
      await sleep(500);
      expect(readFileSync(lock, 'utf8')).toBe(text);
      rmSync(lock);
      expect(await building).toMatchObject({ ok: true });
      expect(waitedFor).toEqual([]);
    },
  );

  it('wait for a process of somebody else, whom they may not signal', async () => {
    const { lock, buildAt } = lockedProject(LIVE_LOCK, 60);
    const refusal = Object.assign(new Error('EPERM'), { code: 'EPERM' });
    const kill = vi.spyOn(process, 'kill').mockImplementation(() => {
      throw refusal;
    });
    onTestFinished(() => kill.mockRestore());
    const waitedFor: Holder[] = [];
    const onWait = (holder: Holder) => {
      waitedFor.push(holder);
      rmSync(lock);
    };
    expect(await buildAt(0, { watcher: { onWait } })).toMatchObject({ ok: true });
    expect(waitedFor).toEqual([{ pid: process.ppid, host: null, lock }]);
  });

  it('give up after ten minutes, and leave the lock to whoever holds it', async () => {
    const { lock, buildAt } = lockedProject(LIVE_LOCK, 0);
    vi.useFakeTimers({ toFake: ['Date'], now: Date.now() });
    onTestFinished(() => void vi.useRealTimers());
    const onWait = () => {
      const later = Date.now() + 10 * MINUTES + 1;
      vi.setSystemTime(later);
      utimesSync(lock, later / 1000, later / 1000);
    };
    await expect(buildAt(0, { watcher: { onWait } })).rejects.toThrow(
      `Another build holds ${lock}; if none is running, delete that file`,
    );
    expect(existsSync(lock)).toBe(true);
  });

  it('begin again where another has published meanwhile, perhaps of newer sources', async () => {
    const { out, change, read, buildAt } = project(tiny());
    await buildAt(0);
    change({ 'operators/birch.yaml': operator(3, 'Beech') });
    const lock = join(out, '.operator-api', 'lock');
    writeFiles(out, { '.operator-api/lock': LIVE_LOCK });
    const onWait = () => {
      change({ 'operators/birch.yaml': operator(3, 'Cedar') });
      utimesSync(join(out, 'api/v1/manifest.json'), 1, 1);
      rmSync(lock);
    };
    expect(await buildAt(60, { watcher: { onWait } })).toMatchObject({ ok: true });
    expect(read('operators/birch.json')).toContain('"Cedar"');
  });

  it('name nobody while a lock is being written, and wait for whoever it names then', async () => {
    // Too young to be taken over, however late the timer is.
    const { lock, buildAt } = lockedProject('', -3600);
    const waitedFor: Holder[] = [];
    const onWait = (holder: Holder) => {
      waitedFor.push(holder);
      rmSync(lock);
    };
    setTimeout(() => writeFileSync(lock, LIVE_LOCK), 500);
    expect(await buildAt(0, { watcher: { onWait } })).toMatchObject({ ok: true });
    expect(waitedFor).toEqual([{ pid: process.ppid, host: null, lock }]);
  });

  it('give up where another publishes each time', async () => {
    const { out, change, buildAt } = project(tiny());
    await buildAt(0);
    change({ 'operators/birch.yaml': operator(3, 'Beech') });
    const server = createServer((_, response) => response.writeHead(404).end());
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    onTestFinished(() => void server.close());
    let time = 0;
    const onWarning = () => {
      time += 1;
      utimesSync(join(out, 'api/v1/manifest.json'), time, time);
    };
    const { port } = server.address() as AddressInfo;
    const previous = `http://127.0.0.1:${port}/api/v1`;
    await expect(buildAt(60, { previous, watcher: { onWarning } })).rejects.toThrow(
      /^Gave up after 5 tries: another build wrote to /,
    );
    expect(time).toBe(5);
  });

  it(
    'say who they wait for, and take over from a process that is gone',
    async () => {
      const root = temporaryFolder();
      const [data, out] = [join(root, 'data'), join(root, 'dist')];
      writeFiles(data, tiny());
      expect(await runCli(['build', '--data', data, '--out', out])).toMatchObject({ code: 0 });
      const holder = startCli(['serve', '--data', data, '--out', out, '--port', '0']);
      writeFiles(out, { '.operator-api/lock': lockOf(holder.pid ?? 0) });
      const waiting = startCli(['build', '--data', data, '--out', out]);
      const finished = untilExit(waiting);
      await new Promise((resolve) => waiting.stderr?.once('data', resolve));
      holder.kill('SIGKILL');
      expect(await finished).toMatchObject({
        code: 0,
        err: expect.stringContaining(
          `Waiting for another build (process ${holder.pid}) to finish with ${out}.\n`,
        ),
      });

      const lock = join(out, '.operator-api', 'lock');
      writeFiles(out, { '.operator-api/lock': '{"pid":7,"host":"old-container"}' });
      const patient = startCli(['build', '--data', data, '--out', out]);
      const done = untilExit(patient);
      await new Promise((resolve) => patient.stderr?.once('data', resolve));
      rmSync(lock);
      expect(await done).toMatchObject({
        code: 0,
        err: expect.stringContaining(
          `Waiting for another build (process 7 on old-container) to finish with ${out}; if that process is gone, delete ${lock}, or wait: its lock is taken over after ten minutes.\n`,
        ),
      });
    },
    MINUTES,
  );

  it(
    'say so in a preview, too',
    async () => {
      const root = temporaryFolder();
      const [data, out] = [join(root, 'data'), join(root, 'dist')];
      writeFiles(data, tiny());
      writeFiles(out, { '.operator-api/lock': LIVE_LOCK });
      const preview = startCli(['serve', '--watch', '--data', data, '--out', out, '--port', '0']);
      const finished = untilExit(preview);
      await new Promise((resolve) => preview.stderr?.once('data', resolve));
      preview.kill('SIGKILL');
      const { err } = await finished;
      expect(err).toBe(
        `Waiting for another build (process ${process.ppid}) to finish with ${out}.\n`,
      );
    },
    MINUTES,
  );
});

function isEqual(one: Map<string, string>, other: Map<string, string>): boolean {
  return (
    one.size === other.size && [...one].every(([path, content]) => other.get(path) === content)
  );
}
