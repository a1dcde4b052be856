import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { changedPaths, project, traceFiles } from '../doors/check-build.ts';
import { preview } from '../doors/check-preview.ts';
import { temporaryFolder, writeFiles } from '../doors/folders.ts';
import { runCli } from '../doors/run-cli.ts';
import { operator, TINY, tiny } from '../doors/tiny-dataset.ts';

describe('a build with snapshots', () => {
  it('says in the index where the downloads are', async () => {
    const { out, read, buildAt } = project(tiny());
    await buildAt(0, { snapshots: true });
    const { data } = JSON.parse(read('index.json'));
    expect(data.map(({ href }: { href: string }) => href)).toContain(
      'https://tiny.example/api/v1/snapshots',
    );
    const { ask } = await preview(out);
    for (const [path, type] of [
      ['snapshots', 'application/json'],
      ['snapshots.csv', 'text/csv; charset=utf-8; header=present'],
    ]) {
      const { status, headers } = await ask(`/api/v1/${path}`);
      expect([status, headers['content-type']]).toEqual([200, type]);
    }
  });

  it('counts them in its progress', async () => {
    const { out, buildAt } = project(tiny());
    const seen: (readonly number[])[] = [];
    const onProgress = (files: number, total: number) => seen.push([files, total]);
    await buildAt(0, { snapshots: true, watcher: { onProgress } });
    const all = traceFiles(out).size;
    expect(seen.at(-1)).toEqual([all, all]);
    expect(seen.filter(([files = 0, total = 0]) => files > total)).toEqual([]);
  });

  it('publishes no download, and no way there, without the option', async () => {
    const { out, read, buildAt } = project(tiny());
    await buildAt(0, { snapshots: true });
    await buildAt(10);
    const published = join(out, 'api', 'v1');
    expect(readdirSync(published).filter((name) => name.startsWith('snapshot'))).toEqual([]);
    expect(read('index.json')).not.toContain('snapshots');
  });

  it('leaves everything as it is while nothing changes', async () => {
    const cache = join(temporaryFolder(), 'cache');
    const { out, buildAt } = project(tiny());
    await buildAt(0, { snapshots: true });
    const before = traceFiles(out);
    await buildAt(100, { snapshots: true });
    expect(changedPaths(before, traceFiles(out))).toEqual([]);
    // Once to remember, once to go by what is remembered.
    for (const seconds of [200, 300]) await buildAt(seconds, { snapshots: true, cache });
    expect(changedPaths(before, traceFiles(out))).toEqual([]);
  });

  it('makes anew only the downloads whose content changed', async () => {
    const cache = join(temporaryFolder(), 'cache');
    const { out, read, change, buildAt } = project(tiny());
    await buildAt(0, { snapshots: true, cache });
    const before = traceFiles(out);
    change({ 'operators/birch.yaml': operator(3, 'Birch & Sons') });
    await buildAt(100, { snapshots: true, cache });
    const changed = changedPaths(before, traceFiles(out)).map((path) =>
      path.replace('api/v1/', ''),
    );
    expect(changed.filter((path) => path.startsWith('snapshots'))).toEqual([
      'snapshots.csv',
      'snapshots.json',
      'snapshots/SHA256SUMS',
      'snapshots/datapackage.json',
      'snapshots/operator-api.tar.gz',
      'snapshots/operator-api.zip',
      'snapshots/operators.parquet',
      'snapshots/operators.sqlite',
    ]);
    const manifest = JSON.parse(read('manifest.json'));
    const timeOf = (path: string) =>
      manifest.resources.find((entry: { path: string }) => entry.path === path).files[0]
        .generated_at;
    expect(timeOf('/snapshots/operator-api.zip')).toBe('2026-11-15T12:01:40Z');
    expect(timeOf('/snapshots/claims.parquet')).toBe('2026-11-15T12:00:00Z');
  });

  it('gives the same bytes from any directory, time zone and locale', async () => {
    const root = temporaryFolder();
    const builds = [
      { folder: 'plain', env: {} },
      { folder: 'a b/ünïcode', env: { TZ: 'Asia/Kathmandu', LC_ALL: 'tr_TR.UTF-8' } },
      // A clock that goes back at the very moment of the build.
      { folder: 'c', env: { TZ: 'America/New_York' } },
    ];
    const traces = [];
    for (const { folder, env } of builds) {
      const cwd = join(root, folder);
      writeFiles(join(cwd, 'data'), TINY);
      const args = ['build', '--snapshots', '--no-cache'];
      // 2026-11-01T06:30:00Z: the second half past one o'clock of the night in New York.
      const surroundings = { cwd, env: { SOURCE_DATE_EPOCH: '1793514600', ...env } };
      expect(await runCli(args, surroundings)).toMatchObject({ code: 0 });
      const found = [...traceFiles(join(cwd, 'dist'))];
      traces.push(found.map(([path, { content, modifiedAt }]) => ({ path, content, modifiedAt })));
      expect(existsSync(join(cwd, 'dist/api/v1/snapshots/operators.sqlite'))).toBe(true);
    }
    for (const trace of traces) expect(trace).toEqual(traces[0]);
  });

  it('compresses none that is compressed already, or read a range at a time', async () => {
    const { buildAt, out } = project(tiny());
    await buildAt(0, { snapshots: true, precompress: true });
    const names = readdirSync(join(out, 'api/v1/snapshots'));
    expect(names).toContain('datapackage.json.gz');
    expect(names.filter((name) => /\.(?:zip|gz|parquet|sqlite)\.(?:br|gz)$/.test(name))).toEqual(
      [],
    );
  });

  it('passes the limits of a host', async () => {
    const { buildAt, out } = project(tiny());
    expect(await buildAt(0, { snapshots: true, host: 'cloudflare' })).toMatchObject({ ok: true });
    expect(existsSync(join(out, 'api/v1/snapshots/operator-api.zip'))).toBe(true);
  });
});
