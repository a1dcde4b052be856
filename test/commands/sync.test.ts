import { existsSync, readdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { describe, expect, it } from 'vitest';
import { generateDataset } from '../../scripts/generate-dataset.ts';
import { changedPaths, project, traceFiles } from '../doors/check-build.ts';
import { preview } from '../doors/check-preview.ts';
import { describeTree } from '../doors/check-sync.ts';
import { damagedHost } from '../doors/damaged-host.ts';
import { temporaryFolder, writeFiles } from '../doors/folders.ts';
import { freePort } from '../doors/real-server.ts';
import { runCli, startCli, untilExit } from '../doors/run-cli.ts';
import { canMount, mountDisk, whereMounted } from '../doors/small-disk.ts';
import { operator, tiny } from '../doors/tiny-dataset.ts';

async function deployment(sources = tiny()) {
  const built = project(sources);
  await built.buildAt(0);
  const { port } = await preview(built.out);
  const baseUrl = `http://127.0.0.1:${port}/api/v1`;
  return { ...built, port, baseUrl, folder: join(temporaryFolder(), 'mirror') };
}

const OWN_PAUSE = 'The host is too busy and sends no Retry-After; trying again in 1 second.';

describe('operator-api sync', () => {
  it('says what it did on stderr, and exits 0', async () => {
    const { baseUrl, folder, out, change, buildAt } = await deployment();
    expect(await runCli(['sync', baseUrl, folder])).toEqual({
      code: 0,
      signal: null,
      out: '',
      err: expect.stringMatching(
        /^Mirrored \d+ files \(\d+\.\d kB\) in .*mirror: \d+ downloaded \(\d+\.\d kB, \d+ requests\), \d+ written, 0 unchanged, 0 removed, in \d+\.\d\d s\.\n$/,
      ),
    });
    change({ 'operators/birch.yaml': operator(3, 'Birch and Sons') });
    await buildAt(60);
    const again = await runCli(['sync', `${baseUrl}/`, folder, '--concurrency', '1']);
    expect(again).toMatchObject({
      code: 0,
      err: expect.stringMatching(/: \d+ downloaded \(.* unchanged, 0 removed, in/),
    });
    expect(describeTree(folder)).toEqual(describeTree(out));
  });

  it('lists on stdout where a deployment is not what its manifest says, and exits 1', async () => {
    const { port, folder } = await deployment();
    const host = await damagedHost(port, {
      answer: (passing) => {
        if (passing.path.startsWith('/operators/birch.json')) passing.status = 404;
        return undefined;
      },
    });
    expect(await runCli(['sync', host.baseUrl, folder])).toEqual({
      code: 1,
      signal: null,
      out: 'operators/birch.json: the host answers 404\n',
      err: `${host.baseUrl} does not match its manifest: 1 difference; ${folder} is unchanged.\n`,
    });
  });

  it('says in one line that a newer version has published more', async () => {
    const { port, folder } = await deployment();
    const host = await damagedHost(port, {
      answer: (passing) => {
        if (!passing.path.startsWith('/manifest.json')) return undefined;
        const manifest = JSON.parse(passing.body.toString());
        const { files, ...list } = manifest.resources[0];
        const events = { ...files[0], path: 'events.json' };
        manifest.resources.push({ ...list, path: '/events', files: [events] });
        passing.body = Buffer.from(JSON.stringify(manifest));
        return undefined;
      },
    });
    expect(await runCli(['sync', host.baseUrl, folder])).toEqual({
      code: 0,
      signal: null,
      out: '',
      err: expect.stringMatching(
        /^Mirrored .*\nNot mirrored: files of 1 entry that this version does not know\. Update operator-api to mirror them\.\n$/,
      ),
    });
  });

  it.each([
    [['http://127.0.0.1:PORT/api/v1', 'x'], /Cannot mirror .*: the connection was refused\.\n$/],
    [['http://127.0.0.1:1/', 'x'], /it has to be an absolute http\(s\) address whose path ends in/],
    [['http://127.0.0.1:1/api/v1', ''], /Cannot use "" for argument dir: it is empty\.\n$/],
    [['http://127.0.0.1:1/api/v1'], /missing required argument 'dir'/],
  ])('%j is one clear line and exit 2', async (args, message) => {
    const cwd = temporaryFolder();
    const port = String(await freePort());
    const given = args.map((arg) => arg.replace('PORT', port));
    const { code, out, err } = await runCli(['sync', ...given], { cwd });
    expect({ code, out }).toEqual({ code: 2, out: '' });
    expect(err).toMatch(message);
    expect(readdirSync(cwd)).toEqual([]);
  });

  it('says whom it waits for, and which file to delete if that one is gone', async () => {
    const { baseUrl, folder } = await deployment();
    writeFiles(folder, { '.operator-api/lock': '{"pid":7,"host":"old-container"}' });
    const lock = join(folder, '.operator-api/lock');
    const child = startCli(['sync', baseUrl, folder]);
    const exit = untilExit(child);
    await new Promise((resolve) => child.stderr?.once('data', resolve));
    rmSync(lock);
    expect(await exit).toMatchObject({
      code: 0,
      err: expect.stringContaining(
        `Waiting for another build or sync (process 7 on old-container) to finish with ${folder}; if that process is gone, delete ${lock}, or wait: its lock is taken over after ten minutes.\n`,
      ),
    });
  });

  it('goes on where it was killed, and shows nothing before everything is there', async () => {
    const { port, folder, out } = await deployment(generateDataset(15));
    let allowed = 30;
    const host = await damagedHost(port, {
      answer: ({ path }) => {
        if (path.startsWith('/manifest.json')) return undefined;
        allowed -= 1;
        return allowed < 0 ? 'silence' : undefined;
      },
    });
    const child = startCli(['sync', host.baseUrl, folder]);
    const exit = untilExit(child);
    const downloads = join(folder, '.operator-api/downloads');
    while (!existsSync(downloads) || readdirSync(downloads).length < 30) await sleep(5);
    child.kill('SIGKILL');
    expect(await exit).toMatchObject({ signal: 'SIGKILL' });
    expect(readdirSync(folder)).toEqual(['.operator-api']);

    allowed = Number.POSITIVE_INFINITY;
    const before = host.asked.length;
    const { code, err } = await runCli(['sync', host.baseUrl, folder]);
    expect(code).toBe(0);
    const total = new Set(
      [...describeTree(out).values()].map((file) => ('content' in file ? file.content : '')),
    ).size;
    // The manifest is one of them, asked for at both ends.
    expect(host.asked.length - before).toBe(total - 1 - 30 + 2);
    expect(err).toContain(`: ${total - 1 - 30} downloaded (`);
    expect(describeTree(folder)).toEqual(describeTree(out));
    expect(readdirSync(folder)).toEqual(['api']);
  });

  it('leaves every file whole when killed while it moves them, and repairs that', async () => {
    const { baseUrl, folder, out, change, buildAt } = await deployment(generateDataset(15));
    expect(await runCli(['sync', baseUrl, folder])).toMatchObject({ code: 0 });
    const old = contentsOf(folder);
    const service = generateDataset(15)['service.yaml'] ?? '';
    change({ 'service.yaml': service.replace('site_url: https://', 'site_url: https://www.') });
    await buildAt(60);
    const fresh = contentsOf(out);
    const started = performance.now();
    await runCli(['sync', baseUrl, `${folder}-reference`]);
    const duration = performance.now() - started;
    for (let round = 1; round <= 8; round += 1) {
      const child = startCli(['sync', baseUrl, folder]);
      const exit = untilExit(child);
      await sleep((duration * round) / 8);
      child.kill('SIGKILL');
      await exit;
      for (const [path, content] of contentsOf(folder)) {
        expect([old.get(path), fresh.get(path)], `${path} in round ${round}`).toContain(content);
      }
    }
    expect(await runCli(['sync', baseUrl, folder])).toMatchObject({ code: 0 });
    expect(describeTree(folder)).toEqual(describeTree(out));
    expect(readdirSync(folder)).toEqual(['api']);
  }, 120_000);

  it.each([
    ['1', 'The host asks for a pause of 1 second.'],
    ['-5', OWN_PAUSE],
    ['soon', OWN_PAUSE],
    ['', OWN_PAUSE],
  ])('says why it takes longer: Retry-After: %j, or a publication meanwhile', async (wish, why) => {
    const { port, folder, change, buildAt, ...built } = await deployment();
    const paused = new Set<string>();
    const host = await damagedHost(port, {
      answer: async (passing) => {
        const { path } = passing;
        if (paused.has(path)) return undefined;
        paused.add(path);
        if (path === '/operators.json') {
          Object.assign(passing, { status: 429, headers: { 'retry-after': wish } });
        } else if (path === '/operators/birch.json') {
          change({ 'operators/birch.yaml': operator(3, 'Birch and Sons') });
          await buildAt(60);
        }
        return undefined;
      },
    });
    const { code, err } = await runCli(['sync', host.baseUrl, folder]);
    expect(code).toBe(0);
    expect(err.split('\n').slice(0, -2)).toEqual([
      why,
      'The deployment changed during the sync; comparing again.',
    ]);
    expect(describeTree(folder)).toEqual(describeTree(built.out));
  });

  it('twice at the same time takes turns', async () => {
    const { baseUrl, folder, out } = await deployment(generateDataset(5));
    const runs = await Promise.all([1, 2].map(() => runCli(['sync', baseUrl, folder])));
    expect(runs.map(({ code }) => code)).toEqual([0, 0]);
    expect(describeTree(folder)).toEqual(describeTree(out));
  });

  it.runIf(canMount)(
    `on a full disk is one clear line, and goes on when there is room${whereMounted}`,
    async () => {
      const { baseUrl, folder, out, change, buildAt } = await deployment();
      const remount = mountDisk(folder, '1536k');
      expect(await runCli(['sync', baseUrl, folder])).toMatchObject({ code: 0 });
      const before = traceFiles(join(folder, 'api'));
      change(generateDataset(60));
      change({
        'facts/anchor.yaml': null,
        'operators/anchor.yaml': null,
        'operators/birch.yaml': null,
      });
      await buildAt(60, { isPreview: true });
      expect(await runCli(['sync', baseUrl, folder])).toEqual({
        code: 2,
        signal: null,
        out: '',
        err: `operator-api: Cannot write to ${folder}: the disk is full.\n`,
      });
      expect(changedPaths(before, traceFiles(join(folder, 'api')))).toEqual([]);
      const kept = readdirSync(join(folder, '.operator-api/downloads')).length;
      expect(kept).toBeGreaterThan(10);
      remount('size=64m');
      const { code, err } = await runCli(['sync', baseUrl, folder]);
      expect(code).toBe(0);
      const whole = await runCli(['sync', baseUrl, join(temporaryFolder(), 'whole')]);
      expect(downloadedOf(err)).toBeLessThanOrEqual(downloadedOf(whole.err) - kept);
      expect(describeTree(folder)).toEqual(describeTree(out));
    },
  );
});

function downloadedOf(said: string): number {
  return Number(/: (\d+) downloaded/.exec(said)?.[1]);
}

function contentsOf(folder: string): Map<string, string> {
  const traces = traceFiles(join(folder, 'api/v1'));
  return new Map([...traces].map(([path, { content }]) => [path, content]));
}
