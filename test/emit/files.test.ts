import {
  cpSync,
  existsSync,
  lstatSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { dirname, join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { digest } from '../../src/represent/index.ts';
import { project, traceFiles } from '../doors/check-build.ts';
import { publicationOf } from '../doors/publication.ts';
import { operator, type Sources, tiny } from '../doors/tiny-dataset.ts';

describe('published files', () => {
  it('are one file where two addresses have one body', async () => {
    const { out, buildAt } = project(tiny());
    await buildAt(0);
    const inode = (path: string) => lstatSync(join(out, 'api/v1', path)).ino;
    for (const [one, other] of [
      ['operators/anchor.json', 'operators/7.json'],
      ['operators/anchor.csv', 'operators/7.csv'],
      ['operators/anchor/facts.json', 'operators/7/facts.json'],
      ['best/cheapest.csv', 'best/lowest-withdrawal-fee.csv'],
    ] as const) {
      expect(inode(one), one).toBe(inode(other));
    }
    expect(inode('operators/anchor.json')).not.toBe(inode('operators/anchor.csv'));
  });

  it('carry generated_at as their time, CSV one second later', async () => {
    const { out, change, buildAt, read } = project(tiny());
    await buildAt(0);
    change({ 'operators/birch.yaml': operator(3, 'Birch Ltd') });
    await buildAt(3600);
    const timeOf = (path: string) => statSync(join(out, 'api/v1', path)).mtimeMs;
    for (const resource of [
      'operators',
      'operators/anchor',
      'operators/birch',
      'operators/7/facts',
      'best/cheapest',
    ]) {
      const generatedAt = Date.parse(JSON.parse(read(`${resource}.json`)).meta.generated_at);
      expect(timeOf(`${resource}.json`), resource).toBe(generatedAt);
      expect(timeOf(`${resource}.csv`), resource).toBe(generatedAt + 1000);
    }
  });

  it('never share a time between the two forms of a resource, even one second after a build', async () => {
    const { out, change, buildAt } = project(tiny());
    await buildAt(0);
    const categories = tiny()['categories.yaml']?.toString() ?? '';
    change({ 'categories.yaml': categories.replace('By fee.', 'By price.') });
    await buildAt(1);
    const timeOf = (path: string) => statSync(join(out, 'api/v1', path)).mtimeMs;
    expect(timeOf('best/cheapest.csv')).not.toBe(timeOf('best/cheapest.json'));
  });

  it.each([
    ['within the second in which they came to be', [0, 100, 200, 300]],
    ['after the clock was set back', [0, -60_000, -3_600_000]],
  ])('get a later time when their bytes change %s', async (_, moments) => {
    const { out, change, buildAt } = project(tiny());
    const times: number[] = [];
    for (const [index, moment] of moments.entries()) {
      change({ 'operators/birch.yaml': operator(3, `Birch ${index}`) });
      const now = Date.parse('2026-11-15T12:00:00.100Z') + moment;
      await buildAt(0, { clock: { now, isPinned: false } });
      times.push(statSync(join(out, 'api/v1/operators/birch.json')).mtimeMs);
    }
    expect(times).toEqual([...new Set(times)].sort((a, b) => a - b));
  });

  it.each([
    [
      'a year',
      365 * 24,
      [
        /^The last publication has the time 2027-11-15T12:00:00Z, and this build 2026-11-15T12:00:00Z: /,
      ],
    ],
    ['an hour', 1, []],
  ])('are said to be later than the clock where that was ahead by %s', async (_, hours, said) => {
    const { buildAt } = project(tiny());
    const now = Date.parse('2026-11-15T12:00:00Z');
    await buildAt(0, { clock: { now: now + hours * 3_600_000, isPinned: true } });
    const warnings: string[] = [];
    const watcher = { onWarning: (sentence: string) => warnings.push(sentence) };
    await buildAt(0, { clock: { now, isPinned: false }, watcher });
    await buildAt(0, { clock: { now, isPinned: true }, watcher });
    expect(warnings).toEqual(said.map((pattern) => expect.stringMatching(pattern)));
  });

  it('never share a time between the two forms, also after two builds in one second', async () => {
    const { out, change, buildAt } = project(tiny());
    const buildAfter = (milliseconds: number) => {
      const now = Date.parse('2026-11-15T12:00:00Z') + milliseconds;
      return buildAt(0, { clock: { now, isPinned: false } });
    };
    await buildAfter(0);
    const categories = tiny()['categories.yaml']?.toString() ?? '';
    change({ 'categories.yaml': categories.replace('By fee.', 'By price.') });
    await buildAfter(60_000);
    change({ 'operators/anchor.yaml': operator(7, 'Anchorage') });
    await buildAfter(60_500);
    const timeOf = (path: string) => statSync(join(out, 'api/v1', path)).mtimeMs;
    expect(timeOf('best/cheapest.csv')).not.toBe(timeOf('best/cheapest.json'));
  });

  it.each<[what: string, before: Sources, after: Sources]>([
    [
      'ids of operators',
      { 'operators/acorn.yaml': operator(4, 'Acorn') },
      {
        'operators/acorn.yaml': operator(3, 'Acorn'),
        'operators/birch.yaml': operator(4, 'Birch'),
      },
    ],
    [
      'aliases of rankings',
      { 'categories.yaml': twoCategories('one', 'two'), 'facts/birch.yaml': BIRCH_FACTS },
      { 'categories.yaml': twoCategories('two', 'one') },
    ],
  ])(
    'get a later time at every address whose bytes change when %s are swapped',
    async (_, before, after) => {
      const { out, change, buildAt } = project(tiny(before));
      await buildAt(0);
      const old = traceFiles(out);
      change(after);
      await buildAt(60);
      const early: string[] = [];
      for (const [path, { content, modifiedAt }] of traceFiles(out)) {
        const replaced = old.get(path);
        if (replaced === undefined || replaced.content === content) continue;
        if (modifiedAt <= replaced.modifiedAt) early.push(path);
      }
      expect(early).toEqual([]);
    },
  );

  it('are listed in the manifest with size, digest, rows and time, all of them and no other', async () => {
    const { out, read, readManifest } = await publicationOf(tiny());
    const listed: string[] = ['manifest.json'];
    for (const { path, aliases, rows, files } of readManifest().resources) {
      for (const file of files) {
        const suffix = file.path.slice(path.length - 1);
        for (const address of [path, ...aliases]) {
          const bytes = readFileSync(join(out, 'api/v1', `.${address}${suffix}`));
          expect(file).toMatchObject({ bytes: bytes.length, sha256: digest(bytes) });
          listed.push(`${address.slice(1)}${suffix}`);
        }
        if (suffix === '.json' && rows !== null) {
          expect(JSON.parse(read(file.path)).data).toHaveLength(rows);
        }
      }
    }
    const published = [...traceFiles(join(out, 'api/v1')).keys()];
    expect(listed.sort()).toEqual(published);
  });

  it.each([
    ['the folder of the API', 'api/v1'],
    ['the folder above it', 'api'],
  ])('go where a link leads that stands for %s', async (_, name) => {
    const { out, buildAt, read } = project(tiny());
    const elsewhere = join(out, '../elsewhere');
    mkdirSync(elsewhere);
    mkdirSync(dirname(join(out, name)), { recursive: true });
    symlinkSync(elsewhere, join(out, name));
    await buildAt(0);
    expect(lstatSync(join(out, name)).isSymbolicLink()).toBe(true);
    expect(readdirSync(elsewhere)).not.toEqual([]);
    expect(JSON.parse(read('operators.json')).meta.total).toBe(2);
    expect(await buildAt(60)).toMatchObject({ report: { written: 0, removed: 0 } });
  });

  it('go from around a file that somebody put for a folder of which nothing stays', async () => {
    const { out, change, buildAt } = project(tiny());
    await buildAt(0);
    change({ 'operators/birch.yaml': null });
    const folder = join(out, 'api/v1/operators/birch');
    rmSync(folder, { recursive: true });
    writeFileSync(folder, 'mine');
    expect(await buildAt(60)).toMatchObject({ ok: true });
    expect(readFileSync(folder, 'utf8')).toBe('mine');
    expect(existsSync(`${folder}.json`)).toBe(false);
  });

  it('replace a copy that lost its links and times without being written again', async () => {
    const { out, buildAt } = project(tiny());
    await buildAt(0);
    const times = [...traceFiles(out)].map(([path, { modifiedAt }]) => [path, modifiedAt]);
    cpSync(out, `${out}-copy`, { recursive: true });
    rmSync(out, { recursive: true });
    cpSync(`${out}-copy`, out, { recursive: true });
    expect(await buildAt(60)).toMatchObject({ report: { written: 0 } });
    expect([...traceFiles(out)].map(([path, { modifiedAt }]) => [path, modifiedAt])).toEqual(times);
  });
});

describe('an output folder that cannot be used', () => {
  it.each([
    ['is a file', (out: string) => writeFileSync(out, ''), /Cannot write to .*dist/],
    [
      'has a file where everything belongs',
      (out: string) => {
        mkdirSync(join(out, 'api'), { recursive: true });
        writeFileSync(join(out, 'api/v1'), 'mine');
      },
      /Cannot write to .*dist\/api\/v1: a part of the path is a file, not a folder/,
    ],
    [
      'has a link that leads nowhere where everything belongs',
      (out: string) => {
        mkdirSync(join(out, 'api'), { recursive: true });
        symlinkSync('../../gone', join(out, 'api/v1'));
      },
      /Cannot write to .*dist\/api\/v1: it does not exist/,
    ],
    [
      'has a link that leads nowhere where the lock belongs',
      (out: string) => {
        mkdirSync(out);
        symlinkSync('gone', join(out, '.operator-api'));
      },
      /Cannot write to .*dist\/\.operator-api: it is a broken link$/,
    ],
    [
      'has a file where a folder belongs',
      (out: string) => {
        mkdirSync(join(out, 'api/v1'), { recursive: true });
        writeFileSync(join(out, 'api/v1/operators'), 'mine');
      },
      /Cannot write .*operators.*: a part of the path is a file, not a folder/,
    ],
    [
      'has a folder where a file belongs',
      (out: string) => mkdirSync(join(out, 'api/v1/operators.json'), { recursive: true }),
      /Cannot write .*operators\.json: it exists and is not a file/,
    ],
  ])('is named in one line when it %s, and nothing is published', async (_, prepare, message) => {
    const { out, buildAt } = project(tiny());
    prepare(out);
    const listed = () => (statSync(out).isDirectory() ? [...traceFiles(out).keys()] : []);
    const before = listed();
    await expect(buildAt(0)).rejects.toThrow(message);
    expect(listed()).toEqual(before);
  });
});

const BIRCH_FACTS = `- claim_id: fee_usd_2
  metric: fee_usd
  value: 2.5
  evidence_url: https://birch.example/fees
  observed_at: 2026-10-01T00:00:00Z
`;

function twoCategories(first: string, second: string): string {
  const category = (slug: string, alias: string, order: string) => `  - slug: ${slug}
    alias: ${alias}
    title: By id
    description: By id.
    where: {}
    cite: fee_usd
    rank_by:
      - { by: id, order: ${order} }
`;
  return `active:\n${category('up', first, 'ascending')}${category('down', second, 'descending')}removed: []\n`;
}
