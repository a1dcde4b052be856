import { spawnSync } from 'node:child_process';
import { existsSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { generateDataset } from '../../scripts/generate-dataset.ts';
import { project, traceFiles } from '../doors/check-build.ts';
import { NOW } from '../doors/check-sources.ts';
import { temporaryFolder } from '../doors/folders.ts';
import { copyProgram } from '../doors/program-copy.ts';
import { runCli } from '../doors/run-cli.ts';
import { canMount, mountDisk, whereMounted } from '../doors/small-disk.ts';

/** Two files each: enough for the command line to share the work among two threads. */
const OPERATORS = 310;

const isShared = availableParallelism() > 1;
const where = isShared ? '' : ' (not shared here: this machine has one processor)';

/** The command line at the time at which `project` builds, from the compiled code. */
function runBuild(args: readonly string[]) {
  return runCli(['build', ...args], { env: { SOURCE_DATE_EPOCH: String(NOW / 1000) } });
}

/** The compiled program, whose second thread does something before its work. */
function programWhoseThread(code: string) {
  const folder = copyProgram();
  const thread = join(folder, 'lib', 'second-thread.cjs');
  writeFileSync(thread, `{${code}}\n${readFileSync(thread, 'utf8')}`);
  return (args: readonly string[]) =>
    spawnSync(process.execPath, [join(folder, 'lib', 'cli.cjs'), ...args], {
      encoding: 'utf8',
      env: { ...process.env, SOURCE_DATE_EPOCH: String(NOW / 1000) },
    });
}

/** Paths, bytes and times, and which paths share a file: all that there is to see. */
function published(out: string) {
  const traces = [...traceFiles(out)];
  const firstOf = new Map(traces.toReversed().map(([path, { inode }]) => [inode, path]));
  return traces.map(([path, { inode, content, modifiedAt }]) => [
    path,
    firstOf.get(inode),
    modifiedAt,
    content,
  ]);
}

describe(`a build on two threads${where}`, { timeout: 120_000 }, () => {
  it.each([
    { name: 'as it is', options: {}, args: [] },
    { name: 'with downloads', options: { snapshots: true }, args: ['--snapshots'] },
    { name: 'with compressed forms', options: { precompress: true }, args: ['--precompress'] },
    {
      name: 'for other addresses',
      options: { baseUrl: 'https://other.example/api/v1', siteUrl: 'https://other.example' },
      args: ['--base-url', 'https://other.example/api/v1', '--site-url', 'https://other.example'],
    },
  ])('publishes what one thread publishes: $name', async ({ options, args }) => {
    // Run from its sources, as here, a build has one thread.
    const { data, out, buildAt } = project(generateDataset(OPERATORS));
    expect(await buildAt(0, options)).toMatchObject({ ok: true });
    const shared = join(temporaryFolder(), 'dist');
    expect(await runBuild(['--data', data, '--out', shared, ...args])).toMatchObject({ code: 0 });
    expect(published(shared)).toEqual(published(out));
  });

  it('keeps the times of an earlier publication', async () => {
    const { data, out, buildAt } = project(generateDataset(OPERATORS));
    await buildAt(-60);
    const previous = join(out, 'api/v1/manifest.json');
    const again = join(temporaryFolder(), 'dist');
    const build = ['--data', data, '--out', again, '--previous', previous];
    expect(await runBuild(build)).toMatchObject({ code: 0 });
    expect(published(again)).toEqual(published(out));
  });

  it('counts what both threads wrote', async () => {
    const { data, out, buildAt } = project(generateDataset(OPERATORS));
    const alone = await buildAt(0);
    const { bytes, files } = alone.ok ? alone.report : { bytes: 0, files: 0 };
    rmSync(out, { recursive: true });
    const { err } = await runBuild(['--data', data, '--out', out]);
    expect(err).toContain(`Built ${files.toLocaleString('en')} files (${(bytes / 1e6).toFixed(1)}`);
    expect(err).toContain(`${files} written, 0 unchanged, 0 removed`);
  });

  it('leaves a cache that lists every file, and with it the next build makes what it makes without', async () => {
    const { data, out, change } = project(generateDataset(OPERATORS));
    const build = ['--data', data, '--out', out];
    const [, files] = / (\d+) written/.exec((await runBuild(build)).err) ?? [];
    expect((await runBuild(build)).err).toContain(` 0 written, ${files} unchanged`);
    // The second thread begins with the last of them.
    const { data: operators } = JSON.parse(
      readFileSync(join(out, 'api/v1/operators.json'), 'utf8'),
    );
    const last = join(out, 'api/v1/operators', `${operators.at(-1).slug}.json`);
    const content = readFileSync(last, 'utf8');
    writeFileSync(last, content.toUpperCase());
    expect(await runBuild(build)).toMatchObject({ code: 0 });
    expect(readFileSync(last, 'utf8')).toBe(content);
    const [name = ''] = readdirSync(join(data, 'operators'));
    const path = `operators/${name}`;
    change({ [path]: `${generateDataset(OPERATORS)[path]}`.replace(/^name: .*$/m, 'name: Other') });
    expect(await runBuild(build)).toMatchObject({ code: 0 });
    // As a build that remembers nothing, but for what only somebody who does can tell.
    const fresh = join(temporaryFolder(), 'dist');
    expect(await runBuild(['--data', data, '--out', fresh])).toMatchObject({ code: 0 });
    const isKnown = ([path]: readonly unknown[]) => !/manifest|changes/.test(String(path));
    expect(published(out).filter(isKnown)).toEqual(published(fresh).filter(isKnown));
  });

  it('reports every problem as one thread does', async () => {
    const files = generateDataset(OPERATORS);
    const [first = '', second = ''] = Object.keys(files).filter((name) => name.includes('/'));
    const last = Object.keys(files).at(-1) ?? '';
    const { data, out, change } = project(files);
    change({
      [first]: 'id: [1\n',
      [second]: `${files[second]}\n- claim_id: nonsense\n`,
      [last]: `${files[last]}`.replace('observed_at', 'observed'),
    });
    const args = ['--data', data, '--format', 'json'];
    const alone = await runCli(['validate', ...args]);
    const shared = await runBuild([...args, '--out', out]);
    expect(JSON.parse(shared.out)).toEqual(JSON.parse(alone.out));
    expect(JSON.parse(shared.out).errors).toBeGreaterThan(2);
    expect(shared.code).toBe(1);
  });

  it('has the second thread take part', async () => {
    const { data, out } = project(generateDataset(OPERATORS));
    const trace = join(temporaryFolder(), 'trace');
    const program = programWhoseThread(`
      const { appendFileSync } = require('node:fs');
      const { parentPort } = require('node:worker_threads');
      const { postMessage } = parentPort;
      parentPort.postMessage = (message) => {
        appendFileSync(${JSON.stringify(trace)}, message.kind + ' ');
        postMessage.call(parentPort, message);
      };`);
    expect(program(['build', '--data', data, '--out', out]).status).toBe(0);
    expect(readFileSync(trace, 'utf8')).toMatch(/^read (written )+$/);
  });

  it.each([
    ['throws', 'throw new Error("lost");'],
    ['ends', 'process.exit();'],
  ])('does all of it on one where the second %s', async (_, code) => {
    const { data, out, buildAt } = project(generateDataset(OPERATORS));
    expect(await buildAt(0)).toMatchObject({ ok: true });
    const alone = join(temporaryFolder(), 'dist');
    const { status, stderr } = programWhoseThread(code)(['build', '--data', data, '--out', alone]);
    expect(status, stderr).toBe(0);
    expect(published(alone)).toEqual(published(out));
  });

  it('says so where the second ends while it writes, and leaves nothing', async () => {
    const { data, out } = project(generateDataset(OPERATORS));
    const program = programWhoseThread(`
      const { parentPort } = require('node:worker_threads');
      // First it is told what to read, then what to write.
      parentPort.once('message', () => parentPort.once('message', () => process.exit()));`);
    const { status, stderr } = program(['build', '--data', data, '--out', out]);
    expect(stderr).toContain('the second thread ended before its work was done');
    expect(status).toBe(2);
    expect(existsSync(join(out, 'api'))).toBe(false);
  });

  it.runIf(canMount)(
    `says so when the disk is full, and leaves nothing${whereMounted}`,
    async () => {
      const { data, out } = project(generateDataset(OPERATORS));
      mountDisk(out, '1m');
      expect(await runBuild(['--data', data, '--out', out])).toEqual({
        code: 2,
        signal: null,
        out: '',
        err: `operator-api: Cannot write to ${out}: the disk is full.\n`,
      });
      expect(readdirSync(out)).toEqual([]);
    },
  );
});
