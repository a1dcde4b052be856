import {
  existsSync,
  mkdirSync,
  readFileSync,
  renameSync,
  rmSync,
  symlinkSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import { generateDataset } from '../../scripts/generate-dataset.ts';
import { changedPaths, type Project, project, traceFiles } from '../doors/check-build.ts';
import { NOW } from '../doors/check-sources.ts';
import { writeFiles } from '../doors/folders.ts';
import { operator, type Sources, TINY, tiny } from '../doors/tiny-dataset.ts';

/** Publishes an operator, a minute later another one as well, and has them swap their ids. */
async function swapped(sources: Sources = {}): Promise<Project> {
  const one = project(tiny({ ...sources, 'operators/birch.yaml': null }));
  await one.buildAt(0);
  one.change({ 'operators/birch.yaml': operator(3, 'Birch') });
  await one.buildAt(60);
  one.change({
    'operators/anchor.yaml': operator(3, 'Anchor'),
    'operators/birch.yaml': operator(7, 'Birch'),
  });
  return one;
}

describe('a second build', () => {
  it('touches nothing when nothing changed, however much later it runs', async () => {
    const { out, buildAt } = project(tiny());
    await buildAt(0);
    const before = traceFiles(out);
    const result = await buildAt(86_400);
    expect(changedPaths(before, traceFiles(out))).toEqual([]);
    expect(result).toMatchObject({ report: { written: 0, removed: 0, unchanged: before.size } });
  });

  it('rewrites exactly the responses that a change reaches', async () => {
    const { out, change, buildAt, read } = project(tiny());
    await buildAt(0);
    const before = traceFiles(out);
    change({ 'operators/birch.yaml': operator(3, 'Birch').replace('cons: []', 'cons: [Slow]') });
    await buildAt(60);
    expect(changedPaths(before, traceFiles(out))).toEqual([
      'api/v1/changes.atom',
      'api/v1/changes.csv',
      'api/v1/changes.json',
      'api/v1/changes/2026.csv',
      'api/v1/changes/2026.json',
      'api/v1/csvw/changes-of-year.json',
      'api/v1/feed.json',
      'api/v1/index.csv',
      'api/v1/index.json',
      'api/v1/manifest.json',
      // It is one of its examples.
      'api/v1/openapi.json',
      'api/v1/operators/3.csv',
      'api/v1/operators/3.json',
      'api/v1/operators/birch.csv',
      'api/v1/operators/birch.json',
      'api/v1/operators/birch.md',
      'api/v1/operators/birch/changes.atom',
      'api/v1/pros-cons.csv',
      'api/v1/pros-cons.json',
    ]);
    expect(JSON.parse(read('operators/birch.json')).meta.generated_at).toBe('2026-11-15T12:01:00Z');
    expect(JSON.parse(read('operators/anchor.json')).meta.generated_at).toBe(
      '2026-11-15T12:00:00Z',
    );
  });

  it('leaves the CSV alone when only the meta of its JSON changed', async () => {
    const { out, change, buildAt } = project(tiny());
    await buildAt(0);
    const before = traceFiles(out);
    change({
      'categories.yaml':
        tiny()['categories.yaml']?.toString().replace('By fee.', 'By price.') ?? '',
    });
    await buildAt(60);
    expect(changedPaths(before, traceFiles(out))).toEqual([
      'api/v1/best/cheapest.json',
      'api/v1/best/cheapest.md',
      'api/v1/best/lowest-withdrawal-fee.json',
      'api/v1/categories.csv',
      'api/v1/categories.json',
      'api/v1/changes.atom',
      'api/v1/changes.csv',
      'api/v1/changes.json',
      'api/v1/changes/2026.csv',
      'api/v1/changes/2026.json',
      'api/v1/csvw/changes-of-year.json',
      'api/v1/feed.json',
      'api/v1/index.md',
      'api/v1/llms-full.txt',
      'api/v1/llms.txt',
      'api/v1/manifest.json',
      'api/v1/openapi.json',
    ]);
  });

  it.each<[what: string, sources: Sources, same: readonly string[]]>([
    [
      'the slug of an operator, at its id',
      {
        'operators/anchor.yaml': null,
        'operators/harbour.yaml': operator(7, 'Anchor'),
        'facts/anchor.yaml': null,
        'facts/harbour.yaml': TINY['facts/anchor.yaml'] ?? null,
      },
      ['operators/7/facts.json', 'operators/7/facts.csv'],
    ],
    [
      'which name of a ranking is the alias, at both',
      {
        'categories.yaml': String(TINY['categories.yaml'])
          .replace(/(slug|see): cheapest/g, '$1: lowest-withdrawal-fee')
          .replace('alias: lowest-withdrawal-fee', 'alias: cheapest'),
      },
      ['best/cheapest.csv', 'best/lowest-withdrawal-fee.csv'],
    ],
  ])('keeps what says the same under another name: %s', async (_, sources, same) => {
    const { out, change, buildAt } = project(tiny());
    await buildAt(0);
    const before = traceFiles(out);
    change(sources);
    expect(await buildAt(86_400, { isPreview: true })).toMatchObject({ ok: true });
    const changed = changedPaths(before, traceFiles(out));
    expect(changed).toContain('api/v1/manifest.json');
    for (const path of same) {
      expect(existsSync(join(out, 'api/v1', path)), path).toBe(true);
      expect(changed).not.toContain(`api/v1/${path}`);
    }
  });

  it('keeps times true when two operators of the same facts swap their ids', async () => {
    const { out, buildAt, read } = await swapped({ 'facts/anchor.yaml': '[]\n' });
    await buildAt(120);
    const traces = traceFiles(out);
    const trace = (path: string) => traces.get(`api/v1/operators/${path}/facts.csv`);
    expect(read('operators/anchor/facts.csv')).toBe(read('operators/birch/facts.csv'));
    expect(trace('3')).toEqual(trace('anchor'));
    expect(trace('7')).toEqual(trace('birch'));
    expect(trace('7')?.modifiedAt).not.toBe(trace('3')?.modifiedAt);
  });

  it('gives two operators that swap their ids a later time than either had, though the clock was set back', async () => {
    const { buildAt, read } = await swapped();
    await buildAt(0, { clock: { now: NOW + 30_000, isPinned: false } });
    for (const id of [3, 7]) {
      const { meta } = JSON.parse(read(`operators/${id}/facts.json`));
      expect(meta.generated_at).toBe('2026-11-15T12:01:01Z');
    }
  });

  it('keeps times true when another operator gets the id that a slug had', async () => {
    const { out, change, buildAt } = project(tiny({ 'facts/anchor.yaml': '[]\n' }));
    await buildAt(0);
    change({
      'operators/anchor.yaml': operator(9, 'Anchor'),
      'operators/cedar.yaml': operator(7, 'Cedar'),
    });
    await buildAt(60, { isPreview: true });
    const traces = traceFiles(out);
    const trace = (path: string) => traces.get(`api/v1/operators/${path}/facts.csv`);
    expect(trace('7')).toEqual(trace('cedar'));
    expect(trace('9')).toEqual(trace('anchor'));
    // Two answers that read the same, of which one can change without the other.
    expect(trace('9')?.inode).not.toBe(trace('7')?.inode);
  });

  it('removes the files of an operator that is gone, and the folders they leave empty', async () => {
    const { out, change, buildAt } = project(tiny());
    await buildAt(0);
    change({ 'operators/anchor.yaml': null, 'facts/anchor.yaml': null });
    const result = await buildAt(60);
    expect(result).toMatchObject({ report: { removed: 15 } });
    expect([...traceFiles(out).keys()].filter((path) => /anchor|\/7/.test(path))).toEqual([]);
    expect(existsSync(join(out, 'api/v1/operators/anchor'))).toBe(false);
  });

  it('removes the empty folders of an operator that is gone, whoever removed its files', async () => {
    const { out, change, buildAt } = project(tiny());
    await buildAt(0);
    const folder = join(out, 'api/v1/operators/anchor');
    for (const form of ['json', 'csv']) rmSync(join(folder, `facts.${form}`));
    change({ 'operators/anchor.yaml': null, 'facts/anchor.yaml': null });
    expect(await buildAt(60)).toMatchObject({ report: { removed: 13 } });
    expect(existsSync(folder)).toBe(false);
  });

  it('keeps every file that no build wrote, also inside folders it empties', async () => {
    const { out, change, buildAt } = project(tiny());
    await buildAt(0);
    rmSync(join(out, 'api/v1/operators/anchor.csv'));
    const foreign = [
      'index.html',
      'api/v1/notes.txt',
      'api/v1/operators/anchor.csv/mine.txt',
      'api/v1/operators/anchor/photo.json',
      'api/v2/x.json',
    ];
    for (const path of foreign) {
      mkdirSync(join(out, path, '..'), { recursive: true });
      writeFileSync(join(out, path), path);
    }
    const before = traceFiles(out);
    change({ 'operators/anchor.yaml': null, 'facts/anchor.yaml': null });
    await buildAt(60);
    const after = traceFiles(out);
    for (const path of foreign) expect(after.get(path)).toEqual(before.get(path));
  });

  it('takes no time from the last second there is', async () => {
    const { out, buildAt, change, read } = project(tiny());
    await buildAt(0);
    const manifest = read('manifest.json').replaceAll(
      /2026-11-15T12:00:00Z/g,
      '9999-12-31T23:59:59Z',
    );
    writeFileSync(join(out, 'api/v1/manifest.json'), manifest);
    const clock = { now: Date.parse('2026-11-15T12:01:00Z'), isPinned: false };
    change({ 'operators/birch.yaml': operator(3, 'Birch').replace('cons: []', 'cons: [Slow]') });
    await buildAt(60, { clock });
    const times = [...read('manifest.json').matchAll(/"generated_at":"([^"]*)"/g)].map(
      ([, time]) => time,
    );
    expect(new Set(times)).toEqual(new Set(['2026-11-15T12:01:00Z']));
  });

  it('removes nothing outside of the API, whatever a manifest claims', async () => {
    const { data, out, buildAt, read } = project(tiny());
    await buildAt(0);
    const manifest = JSON.parse(read('manifest.json'));
    manifest.resources.push({
      path: '/x',
      aliases: ['/../../../notes'],
      files: ['../../../data/service.yaml', '../../../notes.json', '/etc/hostname', 7].map(
        (path) => ({
          path,
          sha256: '0',
          generated_at: '2026-01-01T00:00:00Z',
        }),
      ),
    });
    writeFileSync(join(out, 'api/v1/manifest.json'), JSON.stringify(manifest));
    writeFileSync(join(data, '../notes.json'), '{}');
    expect(await buildAt(60)).toMatchObject({ ok: true, report: { removed: 0 } });
    expect(existsSync(join(data, '../notes.json'))).toBe(true);
  });

  it('moves and removes nothing outside of the API, whatever a journal says', async () => {
    const { data, out, buildAt } = project(tiny());
    await buildAt(0);
    writeFiles(data, { '../notes.json': '{}' });
    const before = traceFiles(out);
    const lines = [
      '0 operators.json',
      ...['../../../notes.json', 'operators/mine.js', ''].map((path) => `1 ${path}`),
      '../../../notes.json operators/mine.json',
      ...['../../../notes.json', '/etc/hostname'].map((path) => `- ${path}`),
    ];
    writeFiles(out, {
      '.operator-api/journal': lines.join('\n'),
      '.operator-api/staging/1': 'hi',
    });
    expect(await buildAt(60)).toMatchObject({ ok: true, report: { written: 0, removed: 0 } });
    expect(readFileSync(join(data, '../notes.json'), 'utf8')).toBe('{}');
    expect(changedPaths(before, traceFiles(out))).toEqual([]);
  });

  it('removes the empty folders that a killed build had made for its files', async () => {
    const { out, buildAt } = project(tiny());
    await buildAt(0);
    mkdirSync(join(out, 'api/v1/operators/ghost'));
    mkdirSync(join(out, 'api/v1/operators/mine'));
    writeFiles(out, {
      '.operator-api/journal': '0 operators/ghost/facts.csv\n1 snapshots/a.zip',
      '.operator-api/staging/0': '',
      '.operator-api/staging/1': '',
    });
    expect(await buildAt(60)).toMatchObject({ report: { removed: 0 } });
    expect(existsSync(join(out, 'api/v1/operators/ghost'))).toBe(false);
    expect(existsSync(join(out, 'api/v1/operators/mine'))).toBe(true);
  });

  it('removes a lock that a killed build was putting aside', async () => {
    const { out, buildAt } = project(tiny());
    await buildAt(0);
    writeFiles(out, { '.operator-api/lock.123': '{}' });
    await buildAt(60);
    expect(existsSync(join(out, '.operator-api'))).toBe(false);
  });

  it('mends what was edited, deleted or touched behind its back', async () => {
    const { out, buildAt } = project(tiny());
    await buildAt(0);
    const whole = traceFiles(out);
    writeFileSync(join(out, 'api/v1/operators.json'), '{"meta":{},"data":[]}');
    rmSync(join(out, 'api/v1/operators/7.csv'));
    utimesSync(join(out, 'api/v1/operators/3.json'), 1, 1);
    rmSync(join(out, 'api/v1/best/cheapest.csv'));
    symlinkSync('/etc/hostname', join(out, 'api/v1/best/cheapest.csv'));
    await buildAt(60);
    const withoutInodes = (traces: typeof whole) =>
      [...traces].map(([path, { content, modifiedAt }]) => [path, content, modifiedAt]);
    expect(withoutInodes(traceFiles(out))).toEqual(withoutInodes(whole));
  });

  it('mends one byte anywhere in a large file', async () => {
    const { out, buildAt } = project(generateDataset(500));
    expect(await buildAt(0)).toMatchObject({ ok: true });
    const path = join(out, 'api/v1/facts.json');
    const whole = readFileSync(path);
    for (const position of [0, 1_500_000, whole.length - 1]) {
      const damaged = Buffer.from(whole);
      damaged[position] = 0;
      expect(damaged.equals(whole)).toBe(false);
      writeFileSync(path, damaged);
      expect(await buildAt(60)).toMatchObject({ report: { written: 1, removed: 0 } });
      expect(readFileSync(path).equals(whole), `byte ${position}`).toBe(true);
    }
  });

  it.each([
    ['missing', null],
    ['empty', ''],
    ['cut off', '{"generated_at":"2026-11-15T12:00:00Z","resources":[{"pa'],
    ['something else', '[1,2,3]'],
    ['full of nonsense', '{"resources":[null,{"files":[null,{"path":{}}]},{"files":3}]}'],
  ])('works with a manifest that is %s, at the price of new times', async (_, text) => {
    const { out, buildAt, read } = project(tiny());
    await buildAt(0);
    const path = join(out, 'api/v1/manifest.json');
    if (text === null) rmSync(path);
    else writeFileSync(path, text);
    expect(await buildAt(60)).toMatchObject({ ok: true });
    expect(JSON.parse(read('operators.json')).meta.generated_at).toBe('2026-11-15T12:01:00Z');
  });
});

describe('an invalid source', () => {
  it('is reported, and nothing in the output folder is touched', async () => {
    const { out, change, buildAt } = project(tiny());
    await buildAt(0);
    const before = traceFiles(out);
    change({ 'operators/birch.yaml': operator(3, 'Birch', 'surprise: 1\n') });
    expect(await buildAt(60)).toMatchObject({
      ok: false,
      diagnostics: [{ finding: { code: 'field/unknown' } }],
    });
    expect(changedPaths(before, traceFiles(out))).toEqual([]);
  });

  it('leaves an output folder that does not exist yet alone', async () => {
    const { out, buildAt } = project(tiny({ 'service.yaml': 'name: 1' }));
    await buildAt(0);
    expect(existsSync(out)).toBe(false);
  });
});

describe('--previous', () => {
  it('keeps the times of unchanged responses when the output folder starts empty', async () => {
    const { out, change, buildAt, read } = project(tiny());
    await buildAt(0);
    const manifest = join(out, '..', 'kept.json');
    writeFileSync(manifest, read('manifest.json'));
    for (const file of ['claims.json', 'metrics.json']) {
      writeFileSync(join(out, '..', file), read(file));
    }
    const whole = traceFiles(out);
    rmSync(out, { recursive: true });

    await buildAt(60, { previous: manifest });
    const rebuilt = traceFiles(out);
    for (const [path, { content, modifiedAt }] of whole) {
      expect(rebuilt.get(path)).toMatchObject({ content, modifiedAt });
    }
    rmSync(out, { recursive: true });
    change({ 'operators/birch.yaml': operator(3, 'Birch!') });
    await buildAt(60, { previous: manifest });
    const timeOf = (path: string) => JSON.parse(read(path)).meta.generated_at;
    expect(timeOf('operators/anchor.json')).toBe('2026-11-15T12:00:00Z');
    expect(timeOf('operators/birch.json')).toBe('2026-11-15T12:01:00Z');
    expect(timeOf('operators.json')).toBe('2026-11-15T12:01:00Z');
  });

  it.each(['/manifest.json', '', '/'])('takes an address that ends in %j', async (end) => {
    const { out, buildAt, read } = project(tiny());
    await buildAt(0);
    const url = await serveOnce(404, '', {
      '/manifest.json': read('manifest.json'),
      '/changes.json': read('changes.json'),
      '/claims.json': read('claims.json'),
      '/metrics.json': read('metrics.json'),
    });
    rmSync(out, { recursive: true });
    await buildAt(60, { previous: url.replace('/manifest.json', end) });
    expect(JSON.parse(read('operators.json')).meta.generated_at).toBe('2026-11-15T12:00:00Z');
  });

  it.each(['', 'api/v1', 'api/v1/manifest.json'])('takes a folder, and %j in it', async (path) => {
    const { out, buildAt, read } = project(tiny());
    await buildAt(0);
    const kept = `${out}-kept`;
    renameSync(out, kept);
    await buildAt(60, { previous: join(kept, path) });
    expect(JSON.parse(read('operators.json')).meta.generated_at).toBe('2026-11-15T12:00:00Z');
  });

  it.each([
    [404, ''],
    [410, '?token=a'],
  ])('goes on, and says so, when a URL answers %i: nothing is there%s', async (status, query) => {
    const { buildAt } = project(tiny());
    const warnings: string[] = [];
    const served = await serveOnce(status, 'no');
    const url = served.replace('/manifest', '/api/v1/manifest') + query;
    const watcher = { onWarning: (sentence: string) => warnings.push(sentence) };
    expect(await buildAt(0, { previous: url, watcher })).toMatchObject({ ok: true });
    expect(warnings).toEqual([
      `Nothing is published at ${url} yet: every response gets a new generated_at, the change log starts empty, and removals and changed values cannot be checked.`,
    ]);
  });

  it.each([
    [
      'a server in trouble',
      async () => serveOnce(503, ''),
      /Cannot download .*: the server answers 503/,
    ],
    [
      'an address where no API can stand, and nothing does',
      async () => (await serveOnce(404, '')).replace('/manifest.json', '/api/v2'),
      /Cannot use .*\/api\/v2\/manifest\.json as --previous: nothing is published there, and the URL of an API ends in \/api\/v1$/,
    ],
    [
      'an answer that is no manifest',
      async () => serveOnce(200, '<html>'),
      /it is not a manifest\.json/,
    ],
    [
      'what a manifest might look like',
      async () => serveOnce(200, '{"resources":[]}'),
      /it is not a manifest\.json/,
    ],
    ['nobody listening', async () => 'http://127.0.0.1:1/manifest.json', /Cannot download/],
    [
      'a file that is not there',
      async () => '/nowhere/manifest.json',
      /Cannot find a publication at .*: it is neither a manifest.json nor a folder with one/,
    ],
  ])('stops the build on %s, before anything is written', async (_, source, message) => {
    const { out, buildAt } = project(tiny());
    await expect(buildAt(0, { previous: await source() })).rejects.toThrow(message);
    expect(existsSync(out)).toBe(false);
  });
});

/** A server on loopback that gives one answer to everything, but for some files. */
async function serveOnce(
  status: number,
  body: string,
  files: Record<string, string> = {},
): Promise<string> {
  const server = createServer(({ url = '' }, response) => {
    const file = files[new URL(url, 'http://any').pathname];
    response.writeHead(file === undefined ? status : 200).end(file ?? body);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => {
    server.close();
    server.closeAllConnections();
  });
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}/manifest.json`;
}
