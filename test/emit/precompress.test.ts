import { execFileSync } from 'node:child_process';
import {
  copyFileSync,
  cpSync,
  existsSync,
  lstatSync,
  mkdirSync,
  readFileSync,
  rmSync,
  statSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { brotliDecompressSync, gunzipSync, gzipSync } from 'node:zlib';
import { beforeAll, describe, expect, it } from 'vitest';
import { generateDataset } from '../../scripts/generate-dataset.ts';
import { beginCommit, withOutputFolder } from '../../src/emit/index.ts';
import {
  type ContentCoding,
  NOTHING_PUBLISHED,
  outputPath,
  readPrevious,
} from '../../src/represent/index.ts';
import type { ResourcePath } from '../../src/resources/index.ts';
import {
  changedPaths,
  hasNoHistory,
  type Project,
  project,
  traceFiles,
  withoutHistory,
} from '../doors/check-build.ts';
import { sharedFolder, temporaryFolder, writeFiles } from '../doors/folders.ts';
import { repository } from '../doors/repository.ts';
import { runCli, startCli, untilExit } from '../doors/run-cli.ts';
import { operator, tiny } from '../doors/tiny-dataset.ts';

const precompress = true;
const DECODE: { readonly [suffix: string]: (bytes: Uint8Array) => Buffer } = {
  '.gz': gunzipSync,
  '.br': brotliDecompressSync,
};
const isSibling = (path: string) => /\.(gz|br)$/.test(path);
const fileOf = (sibling: string) => sibling.slice(0, -3);

/** Every compressed sibling below a folder, by path. */
function siblingsIn(folder: string): string[] {
  return [...traceFiles(folder).keys()].filter(isSibling);
}

/** What is wrong with the siblings in an output folder: one sentence each. */
function siblingFaults(out: string): string[] {
  return siblingsIn(out).flatMap((sibling) => {
    const [place, original] = [join(out, sibling), join(out, fileOf(sibling))];
    if (!existsSync(original)) return [`${sibling} stands alone`];
    const [encoded, bytes] = [readFileSync(place), readFileSync(original)];
    const decode = DECODE[sibling.slice(-3)];
    const faults = [
      decode?.(encoded).equals(bytes) === true ? null : 'has other content',
      encoded.length < bytes.length ? null : 'is not smaller',
      statSync(place).mtimeMs === statSync(original).mtimeMs ? null : 'has another time',
    ];
    return faults.filter((fault) => fault !== null).map((fault) => `${sibling} ${fault}`);
  });
}

const root = sharedFolder();
beforeAll(() => project(tiny(), root).buildAt(0, { precompress }));

/** A project that is built already, with its hard links and times. */
function built(): Project {
  const copy = temporaryFolder();
  execFileSync('cp', ['-a', `${root}/.`, copy]);
  return project({}, copy);
}

/** Traces without inodes, which a file that is written again does not keep. */
function withoutInodes(out: string) {
  return [...traceFiles(out)].map(([path, { content, modifiedAt }]) => [path, content, modifiedAt]);
}

describe('a build with --precompress', () => {
  it('puts both compressed forms beside every file where they are smaller, with its time', async () => {
    const { out, data } = project({});
    cpSync(join(repository, 'data'), data, { recursive: true });
    expect(await runCli(['build', '--data', data, '--out', out, '--precompress'])).toMatchObject({
      code: 0,
    });
    expect(siblingFaults(out)).toEqual([]);
    // A bitmap is compressed already, and is sent as it is.
    const files = [...traceFiles(out).keys()].filter((path) => !path.endsWith('.png'));
    for (const path of files.filter((path) => !isSibling(path))) {
      const { size } = statSync(join(out, path));
      if (size > 300)
        expect(files, path).toEqual(expect.arrayContaining([`${path}.gz`, `${path}.br`]));
    }
    const isLeftOut = (path: string) => !isSibling(path) && !files.includes(`${path}.gz`);
    const leftOut = files.filter(isLeftOut);
    expect(leftOut).not.toEqual([]);
    for (const path of leftOut) {
      const bytes = readFileSync(join(out, path));
      expect(gzipSync(bytes, { level: 9 }).length, path).toBeGreaterThanOrEqual(bytes.length);
    }
  });

  it('gives the forms of one file, which share a time, different sizes', async () => {
    const { out, buildAt } = project(generateDataset(40));
    await buildAt(0, { precompress });
    const files = [...traceFiles(out).keys()].filter((path) => !isSibling(path));
    const sizes = (path: string) =>
      ['', '.gz', '.br']
        .map((suffix) => lstatSync(join(out, path + suffix), { throwIfNoEntry: false })?.size)
        .filter((size) => size !== undefined);
    for (const path of files) expect(new Set(sizes(path)).size, path).toBe(sizes(path).length);
  });

  it('writes the same bytes whatever the time of day, and no name or system into them', async () => {
    const [one, other, later] = [project(tiny()), project(tiny()), project(tiny())];
    await one.buildAt(0, { precompress });
    await other.buildAt(0, { precompress });
    await later.buildAt(12_345, { precompress });
    const isSameIn = (out: string) => (path: string) =>
      readFileSync(join(out, path)).equals(readFileSync(join(one.out, path)));
    const siblings = siblingsIn(one.out);
    expect(siblings.length).toBeGreaterThan(50);
    expect(siblings.filter((path) => !isSameIn(other.out)(path))).toEqual([]);
    // What says when it was made has other bytes, and so have its compressed forms.
    const timeless = siblings.filter((path) => isSameIn(later.out)(fileOf(path)));
    expect(timeless.filter((path) => path.endsWith('.gz')).length).toBeGreaterThan(10);
    expect(timeless.filter((path) => path.endsWith('.br')).length).toBeGreaterThan(10);
    expect(timeless.filter((path) => !isSameIn(later.out)(path))).toEqual([]);
    for (const path of siblings.filter((path) => path.endsWith('.gz'))) {
      const header = readFileSync(join(one.out, path)).subarray(0, 10);
      expect(header.toString('hex'), path).toBe('1f8b08000000000002ff');
    }
  });

  it('shares the siblings of hard-linked twins', async () => {
    const { out } = built();
    const inode = (path: string) => lstatSync(join(out, 'api/v1', path)).ino;
    expect(inode('operators/anchor.json.gz')).toBe(inode('operators/7.json.gz'));
    expect(inode('operators/anchor.json.br')).toBe(inode('operators/7.json.br'));
    expect(inode('best/cheapest.json.br')).toBe(inode('best/lowest-withdrawal-fee.json.br'));
    expect(inode('operators/anchor.json.br')).not.toBe(inode('operators/anchor.json.gz'));
  });

  it('lists no sibling in the manifest, which only says that there are some', async () => {
    const { buildAt, read } = project(tiny());
    await buildAt(0);
    expect(JSON.parse(read('manifest.json'))).toMatchObject({ precompressed: false });
    await buildAt(60, { precompress });
    const manifest = read('manifest.json');
    expect(JSON.parse(manifest)).toMatchObject({ precompressed: true });
    expect(manifest).not.toMatch(/\.(gz|br)"/);
  });

  it('counts siblings as files, and its progress in the files they stand for', async () => {
    const { out, buildAt } = project(tiny());
    let last: readonly number[] = [];
    const onProgress = (files: number, total: number) => {
      last = [files, total];
    };
    const result = await buildAt(0, { precompress, watcher: { onProgress } });
    const paths = [...traceFiles(out).keys()];
    const bytes = paths.reduce((sum, path) => sum + statSync(join(out, path)).size, 0);
    expect(result).toMatchObject({
      report: { written: paths.length, unchanged: 0, removed: 0, files: paths.length, bytes },
    });
    const plain = paths.filter((path) => !isSibling(path)).length;
    expect(last).toEqual([plain, plain]);
  });
});

describe('a second build with --precompress', () => {
  it('touches nothing when nothing changed', async () => {
    const { out, buildAt } = built();
    const before = traceFiles(out);
    const result = await buildAt(86_400, { precompress });
    expect(changedPaths(before, traceFiles(out))).toEqual([]);
    expect(result).toMatchObject({ report: { written: 0, removed: 0, unchanged: before.size } });
  });

  it('keeps a sound sibling that another encoder would have written otherwise', async () => {
    const { out, buildAt } = built();
    const [place, original] = ['operators.json.gz', 'operators.json'].map((path) =>
      join(out, 'api/v1', path),
    ) as [string, string];
    const { mtimeMs } = statSync(place);
    const quick = gzipSync(readFileSync(original), { level: 8, strategy: 2 });
    readFileSync(place).copy(quick, 0, 0, 10);
    expect(quick.equals(readFileSync(place))).toBe(false);
    writeFileSync(place, quick);
    utimesSync(place, mtimeMs / 1000, mtimeMs / 1000);
    expect(await buildAt(60, { precompress })).toMatchObject({ report: { written: 0 } });
    expect(readFileSync(place).equals(quick)).toBe(true);
  });

  it('rewrites exactly the siblings of the files that changed', async () => {
    const { out, change, buildAt } = built();
    const before = traceFiles(out);
    change({ 'operators/birch.yaml': operator(3, 'Birch').replace('cons: []', 'cons: [Slow]') });
    await buildAt(60, { precompress });
    const changed = changedPaths(before, traceFiles(out)).map((path) => path.slice(7));
    const reached = [
      'changes.atom',
      'changes.csv',
      'changes.json',
      'changes/2026.csv',
      'changes/2026.json',
      'csvw/changes-of-year.json',
      'feed.json',
      'index.csv',
      'index.json',
      'manifest.json',
      // It is one of its examples.
      'openapi.json',
      'operators/3.csv',
      'operators/3.json',
      'operators/birch.csv',
      'operators/birch.json',
      'operators/birch.md',
      'operators/birch/changes.atom',
      'pros-cons.csv',
      'pros-cons.json',
    ];
    const siblings = reached.flatMap((path) => [path, `${path}.br`, `${path}.gz`]);
    // One line is no smaller with gzip.
    expect(changed).toEqual(siblings.filter((path) => path !== 'pros-cons.csv.gz').sort());
    expect(siblingFaults(out)).toEqual([]);
  });

  it('replaces a copy that lost its links and times without being written again', async () => {
    const { out, buildAt } = built();
    const before = withoutInodes(out);
    cpSync(out, `${out}-copy`, { recursive: true });
    rmSync(out, { recursive: true });
    cpSync(`${out}-copy`, out, { recursive: true });
    expect(await buildAt(60, { precompress })).toMatchObject({ report: { written: 0 } });
    expect(withoutInodes(out)).toEqual(before);
  });

  const DAMAGE: readonly (readonly [string, (place: string) => void])[] = [
    ['is empty', (place) => writeFileSync(place, '')],
    ['is cut off', (place) => writeFileSync(place, readFileSync(place).subarray(0, -3))],
    [
      'has something behind its end',
      (place) => writeFileSync(place, Buffer.concat([readFileSync(place), Buffer.alloc(1)])),
    ],
    ['has a wrong byte', (place) => flip(place, 0.5)],
    [
      'is of another file',
      (place) => copyFileSync(place.replace('operators.', 'manifest.'), place),
    ],
    ['is not compressed', (place) => copyFileSync(fileOf(place), place)],
    ['has another time', (place) => utimesSync(place, 1, 1)],
    ['is gone', (place) => rmSync(place)],
  ];
  it.each(
    DAMAGE.flatMap(([what, damage]) =>
      ['br', 'gz'].map((suffix) => [suffix, what, damage] as const),
    ),
  )('heals a .%s sibling that %s', async (suffix, _, damage) => {
    const { out, buildAt } = built();
    const before = withoutInodes(out);
    damage(join(out, `api/v1/operators.json.${suffix}`));
    expect(withoutInodes(out)).not.toEqual(before);
    await buildAt(60, { precompress });
    expect(withoutInodes(out)).toEqual(before);
  });

  it.each([...Array(10).keys()])('heals byte %d of the header of a .gz sibling', async (index) => {
    const { out, buildAt } = built();
    const before = withoutInodes(out);
    const place = join(out, 'api/v1/operators.json.gz');
    const { mtimeMs } = statSync(place);
    const bytes = readFileSync(place);
    bytes[index] = (bytes[index] ?? 0) ^ 0x10;
    writeFileSync(place, bytes);
    utimesSync(place, mtimeMs / 1000, mtimeMs / 1000);
    await buildAt(60, { precompress });
    expect(withoutInodes(out)).toEqual(before);
  });
});

function flip(place: string, part: number): void {
  const bytes = readFileSync(place);
  const index = Math.floor(bytes.length * part);
  bytes[index] = (bytes[index] ?? 0) ^ 0xff;
  writeFileSync(place, bytes);
}

describe('siblings that are no longer asked for', () => {
  it('go with their files, and so do the folders they leave empty', async () => {
    const { out, change, buildAt } = built();
    change({ 'operators/anchor.yaml': null, 'facts/anchor.yaml': null });
    await buildAt(60, { precompress });
    expect([...traceFiles(out).keys()].filter((path) => /anchor|\/7/.test(path))).toEqual([]);
    expect(existsSync(join(out, 'api/v1/operators/anchor'))).toBe(false);
    expect(siblingFaults(out)).toEqual([]);
  });

  it('go when the option does, and nothing else is touched but the manifest', async () => {
    const { out, buildAt } = project(tiny());
    await buildAt(0);
    const plain = traceFiles(out);
    await buildAt(60, { precompress });
    const count = siblingsIn(out).length;
    expect(count).toBeGreaterThan(20);
    expect(await buildAt(120)).toMatchObject({ report: { written: 1, removed: count } });
    expect(changedPaths(plain, traceFiles(out))).toEqual(['api/v1/manifest.json']);
  });

  it('go when they would be no smaller than the file has become', async () => {
    const { out, change, buildAt } = built();
    const place = join(out, 'api/v1/operators/anchor/facts.csv.gz');
    expect(existsSync(place)).toBe(true);
    change({ 'facts/anchor.yaml': null });
    await buildAt(60, { precompress, isPreview: true });
    // A header line alone, which gzip makes longer.
    expect(existsSync(fileOf(place))).toBe(true);
    expect(existsSync(place)).toBe(false);
    expect(siblingFaults(out)).toEqual([]);
  });

  it.each([
    ['lost', null],
    ['damaged', '{"resources":['],
  ])(
    'go with the option where the manifest is %s, and what else is left is said',
    async (...[, text]) => {
      const { out, change, buildAt } = built();
      expect(siblingsIn(out).length).toBeGreaterThan(20);
      writeFiles(out, { 'api/v1/manifest.json': text, 'api/v1/notes.txt.br': 'mine' });
      change({ 'operators/anchor.yaml': null, 'facts/anchor.yaml': null });
      const warnings: string[] = [];
      const watcher = { onWarning: (sentence: string) => warnings.push(sentence) };
      await buildAt(60, { watcher });
      const left = siblingsIn(out);
      // Nothing tells any more that this operator was published by a build.
      expect(left.filter((path) => !/anchor|\/7|fee_usd_1|csvw\/claim\./.test(path))).toEqual([
        'api/v1/notes.txt.br',
      ]);
      expect(warnings).toEqual([
        `Cannot tell which files are from earlier builds in ${join(out, 'api/v1')}: it has no readable manifest.json. Files that the new manifest does not list stay there and are still served.`,
      ]);
      await buildAt(120, { watcher });
      expect(warnings).toHaveLength(1);
    },
  );
});

describe('compressed forms that nothing lists any more', () => {
  it('go when something else is published beside them', async () => {
    const { out, change, buildAt } = built();
    writeFiles(out, { 'api/v1/manifest.json': null });
    change({ 'operators/birch.yaml': null });
    await buildAt(60, { precompress });
    const place = join(out, 'api/v1/operators/birch.json.gz');
    expect(existsSync(place)).toBe(true);
    change({ 'operators/birch.yaml': operator(3, 'Beech') });
    await buildAt(120);
    expect(existsSync(place)).toBe(false);
  });
});

describe('compressed files of somebody else', () => {
  it('stay as long as no build was asked for siblings', async () => {
    const { out, change, buildAt } = project(tiny());
    await buildAt(0);
    const own = ['api/v1/operators.json.gz', 'api/v1/operators/anchor.json.br'];
    writeFiles(out, Object.fromEntries(own.map((path) => [path, 'mine'])));
    const before = traceFiles(out);
    change({ 'operators/anchor.yaml': null, 'facts/anchor.yaml': null });
    await buildAt(60);
    for (const path of own) expect(traceFiles(out).get(path)).toEqual(before.get(path));
  });

  it('stay beside siblings when they are no form of a published file', async () => {
    const { out, buildAt } = project(tiny());
    const foreign = [
      'index.html.gz',
      'api/v1/operators.gz',
      'api/v1/operators.json.zst',
      'api/v1/operators.json.gz.br',
      'api/v1/notes.txt.br',
      'api/v2/operators.json.gz',
    ];
    writeFiles(out, Object.fromEntries(foreign.map((path) => [path, 'mine'])));
    const before = traceFiles(out);
    await buildAt(0, { precompress });
    await buildAt(60);
    for (const path of foreign) expect(traceFiles(out).get(path)).toEqual(before.get(path));
  });

  it('stay in place of a folder, which is named in one line', async () => {
    const { out, buildAt } = project(tiny());
    mkdirSync(join(out, 'api/v1/operators.json.br'), { recursive: true });
    await expect(buildAt(0, { precompress })).rejects.toThrow(
      /Cannot write .*operators\.json\.br: it exists and is not a file/,
    );
    expect([...traceFiles(out).keys()]).toEqual([]);
  });
});

describe('a compressed form', () => {
  const path = outputPath('operators' as ResourcePath, 'json');
  /** A coding that gives so many bytes, and takes any file for its own. */
  const coding = (suffix: 'gz' | 'br', size: number): ContentCoding => ({
    suffix,
    encode: () => Buffer.alloc(size),
    isEncoded: () => true,
  });
  const file = { path, sha256: '', generated_at: '2026-01-01T00:00:00Z' };
  const manifest = {
    precompressed: true,
    resources: [{ kind: 'list', path: '/operators', files: [file] }],
  };
  const previous = readPrevious(Buffer.from(JSON.stringify(manifest))) ?? NOTHING_PUBLISHED;
  const commitForms = (out: string, gz: number, br: number) => {
    const codings = [coding('gz', gz), coding('br', br)];
    const content = Buffer.from('x'.repeat(100));
    const artifact = { paths: [path] as const, content, modifiedAt: 0, codings };
    return withOutputFolder(
      out,
      () => {},
      (folder) => {
        const commit = beginCommit(folder, previous);
        commit.put(artifact);
        return commit.finish();
      },
    );
  };
  const GZ = 'operators.json.gz';
  const BR = 'operators.json.br';

  it.each([
    [99, 98, [BR, GZ]],
    [99, 99, [GZ]],
    [50, 60, [GZ]],
    [100, 99, [BR]],
    [100, 100, []],
  ])(
    'of %d bytes by gzip and %d by brotli, of 100, stands only where it is smaller than the last',
    async (gz, br, expected) => {
      const out = join(temporaryFolder(), 'dist');
      await commitForms(out, gz, br);
      expect(siblingsIn(join(out, 'api/v1'))).toEqual(expected);
      // The same holds for what stands there already.
      const standing = { [GZ]: 'x'.repeat(gz), [BR]: 'x'.repeat(br) };
      writeFiles(join(out, 'api/v1'), standing);
      await commitForms(out, gz, br);
      expect(siblingsIn(join(out, 'api/v1'))).toEqual(expected);
      for (const sibling of expected) {
        const text = readFileSync(join(out, 'api/v1', sibling), 'utf8');
        expect(text).toBe(standing[sibling as typeof GZ]);
      }
    },
  );
});

describe('a build with --precompress that is killed', () => {
  const KILLS = 8;
  it(
    `leaves only whole files at ${KILLS} moments, and the next build makes every sibling right`,
    async () => {
      const root = temporaryFolder();
      const [one, other, out] = ['one', 'other', 'dist'].map((name) => join(root, name)) as [
        string,
        string,
        string,
      ];
      const files = generateDataset(60);
      writeFiles(one, files);
      const isLast = (name: string) => /-5\d\.yaml$/.test(name);
      const kept = Object.entries(files).filter(([name]) => !isLast(name));
      writeFiles(other, {
        ...Object.fromEntries(kept),
        'service.yaml':
          files['service.yaml']?.replace('site_url: https://', 'site_url: https://www.') ?? '',
      });
      const build = (data: string, folder = out) => [
        ...['build', '--data', data, '--out', folder],
        '--precompress',
      ];
      const clean = new Map<string, string[]>();
      for (const data of [one, other]) {
        expect(await runCli(build(data, `${data}-dist`))).toMatchObject({ code: 0 });
        for (const [path, { content }] of traceFiles(`${data}-dist`)) {
          clean.set(path, [...(clean.get(path) ?? []), withoutHistory(content)]);
        }
      }
      expect(await runCli(build(one))).toMatchObject({ code: 0 });
      const started = performance.now();
      expect(await runCli(build(other))).toMatchObject({ code: 0 });
      let duration = performance.now() - started;

      let kills = 0;
      for (let round = 0; round < KILLS; round += 1) {
        const began = performance.now();
        const child = startCli(build(round % 2 === 0 ? one : other));
        const exit = untilExit(child);
        await sleep((duration * (round + 1)) / KILLS);
        child.kill('SIGKILL');
        if ((await exit).signal === 'SIGKILL') kills += 1;
        // One that was quicker than the first: the machine has less to do now.
        else duration = Math.min(duration, performance.now() - began);
        for (const path of siblingsIn(out).filter(isComparable)) {
          const body = DECODE[path.slice(-3)]?.(readFileSync(join(out, path))).toString() ?? '';
          expect(clean.get(fileOf(path)), `${path} after kill ${round}`).toContain(
            withoutHistory(body),
          );
        }
        if (round % 4 !== 3) continue;
        expect(await runCli(build(round % 8 === 3 ? one : other))).toMatchObject({ code: 0 });
        expect(siblingFaults(out)).toEqual([]);
        expect(existsSync(join(out, '.operator-api'))).toBe(false);
      }
      expect(kills, 'builds that were killed before they ended').toBeGreaterThan(KILLS / 3);
      // Without the option, the next build takes away whatever the killed ones wrote.
      expect(await runCli(build(one).slice(0, -1))).toMatchObject({ code: 0 });
      expect(siblingsIn(out)).toEqual([]);
    },
    5 * 60_000,
  );
});

/** Staged files have no names yet. */
function isComparable(path: string): boolean {
  return !path.startsWith('.') && hasNoHistory(path);
}
