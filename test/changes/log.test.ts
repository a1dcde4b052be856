import { cpSync, existsSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import type { Manifest } from '../../src/index.ts';
import { changedPaths, type Project, project, traceFiles } from '../doors/check-build.ts';
import { logOf, manifestOf } from '../doors/check-changes.ts';
import { temporaryFolder } from '../doors/folders.ts';
import { plainHost } from '../doors/plain-host.ts';
import {
  claimPages,
  corrected,
  inCategories,
  inClaim,
  operator,
  type Sources,
  TINY,
  tiny,
} from '../doors/tiny-dataset.ts';

const withCon = (con: string) => operator(3, 'Birch').replace('cons: []', `cons: [${con}]`);

const OTHERS: Sources = {
  'operators/cedar.yaml': operator(11, 'Cedar'),
  'operators/elm.yaml': operator(12, 'Elm'),
  'operators/fir.yaml': operator(13, 'Fir'),
  'operators/gean.yaml': operator(14, 'Gean'),
};

/** What is in a log, in brief: the second of the publication, and what is new. */
const brief = (project: Pick<Project, 'read'>) =>
  logOf(project).map(({ changed_at, kind, old, new: now }) => [
    changed_at.slice('2026-11-15T'.length, -1),
    kind,
    old ?? now,
  ]);

describe('the log of changes', () => {
  it('is empty at first, and grows by what each publication changes, newest first', async () => {
    const one = project(tiny());
    await one.buildAt(0);
    expect(JSON.parse(one.read('changes.json'))).toEqual({
      meta: {
        total: 0,
        limit: 1000,
        generated_at: '2026-11-15T12:00:00Z',
        version: 'v1',
        service: 'Tiny Comparison',
        license: 'CC BY 4.0',
        license_url: 'https://creativecommons.org/licenses/by/4.0/',
        attribution: 'Name the service.',
      },
      data: [],
    });
    one.change({ 'operators/birch.yaml': withCon('Slow') });
    await one.buildAt(60);
    one.change({ 'operators/birch.yaml': withCon('Late') });
    await one.buildAt(120);
    expect(brief(one)).toEqual([
      ['12:02:00', 'item_added', 'Late'],
      ['12:02:00', 'item_removed', 'Slow'],
      ['12:01:00', 'item_added', 'Slow'],
    ]);
    const [header, ...lines] = one.read('changes.csv').trimEnd().split('\r\n');
    expect(header).toBe(Object.keys(logOf(one)[0] ?? {}).join(','));
    expect(lines).toHaveLength(3);
    expect(JSON.parse(one.read('manifest.json')).generated_at).toBe('2026-11-15T12:02:00Z');
  });

  it.each(['with a cache', 'without'])('keeps every byte when nothing changes, %s', async (how) => {
    const options = how === 'without' ? {} : { cache: join(temporaryFolder(), 'cache') };
    const one = project(tiny());
    await one.buildAt(0, options);
    one.change({ 'operators/birch.yaml': withCon('Slow') });
    await one.buildAt(60, options);
    const before = traceFiles(one.out);
    await one.buildAt(120, options);
    // A source that says the same in other words makes the build look, and find nothing.
    one.change({ 'operators/birch.yaml': `# The same.\n${withCon('Slow')}` });
    await one.buildAt(180, options);
    expect(changedPaths(before, traceFiles(one.out))).toEqual([]);
  });

  it('leads to what is there, also where an operator has another slug since', async () => {
    const one = project(tiny());
    await one.buildAt(0);
    one.change({ 'operators/birch.yaml': withCon('Slow') });
    await one.buildAt(60, { isPreview: true });
    one.change({ 'operators/birch.yaml': null, 'operators/beech.yaml': withCon('Slow') });
    await one.buildAt(120, { isPreview: true });
    expect(brief(one).map(([, kind]) => kind)).toEqual(['operator_renamed', 'item_added']);
    for (const { api_url } of logOf(one)) {
      const path = api_url?.replace('https://tiny.example/', '');
      expect(existsSync(join(one.out, `${path}.json`)), `${api_url}`).toBe(true);
    }
  });

  it.each<[what: string, later: Sources, paths: readonly (string | null)[]]>([
    ['nothing else', {}, ['/operators/3', '/claims/fee_usd_1', '/metrics', '/best/cheapest']],
    [
      'claims lost their pages',
      claimPages('none'),
      ['/operators/3', '/operators/7', '/metrics', '/best/cheapest'],
    ],
    [
      'an operator vanished',
      { 'operators/anchor.yaml': null, 'facts/anchor.yaml': null },
      ['/operators/3', null, '/metrics', '/best/cheapest'],
    ],
    [
      'a metric and a ranking vanished',
      {
        'metrics.yaml': TINY['metrics.yaml']?.split('- key: streams')[0] ?? null,
        'categories.yaml': 'active: []\nremoved: []\n',
      },
      ['/operators/3', '/claims/fee_usd_1', null, null],
    ],
    [
      'a ranking has another name',
      inCategories(
        'slug: cheapest\n    alias: lowest-withdrawal-fee',
        'slug: best\n    alias: cheapest',
      ),
      ['/operators/3', '/claims/fee_usd_1', '/metrics', '/best/cheapest'],
    ],
  ])('leads to what is there after %s', async (_, later, paths) => {
    const one = project(tiny());
    await one.buildAt(0);
    one.change({
      ...inClaim('value: 1.5', 'value: 2'),
      ...inCategories('title: Cheapest', 'title: The cheapest'),
      'operators/birch.yaml': withCon('Slow'),
      'metrics.yaml': TINY['metrics.yaml']?.replace('Live streams', 'Streams') ?? null,
    });
    await one.buildAt(60, { isPreview: true });
    one.change({ ...later, 'operators/fir.yaml': operator(13, 'Fir') });
    await one.buildAt(120, { isPreview: true });
    const early = logOf(one).filter(({ changed_at }) => changed_at.endsWith('12:01:00Z'));
    const expected = paths.map((path) => path && `https://tiny.example/api/v1${path}`);
    expect(early.map(({ api_url }) => api_url)).toEqual(expected);
  });

  it('leads to where the API is once it moved', async () => {
    const one = project(tiny());
    await one.buildAt(0);
    one.change({ 'operators/birch.yaml': withCon('Slow') });
    await one.buildAt(60);
    await one.buildAt(120, { baseUrl: 'https://moved.example/api/v1' });
    expect(logOf(one)[0]?.api_url).toBe('https://moved.example/api/v1/operators/3');
  });

  it('tells of claims that go with the id of their operator, though their answer stays as it was', async () => {
    const one = project(tiny());
    await one.buildAt(0);
    one.change({ 'operators/anchor.yaml': operator(9, 'Anchor') });
    await one.buildAt(60);
    expect(logOf(one).map(({ operator_id, kind }) => [operator_id, kind])).toEqual([
      [7, 'operator_removed'],
      [7, 'claim_removed'],
      [9, 'operator_added'],
      [9, 'claim_added'],
    ]);
  });

  it('keeps what was logged where the manifest is lost', async () => {
    const one = project(tiny());
    await one.buildAt(0);
    one.change({ 'operators/birch.yaml': withCon('Slow') });
    await one.buildAt(60);
    rmSync(join(one.out, 'api/v1/manifest.json'));
    await one.buildAt(120);
    expect(brief(one)).toEqual([['12:01:00', 'item_added', 'Slow']]);
  });

  it('keeps nothing of a log that no build has written, where the manifest is lost', async () => {
    const one = project(tiny());
    await one.buildAt(0);
    one.change({ 'operators/birch.yaml': withCon('Slow') });
    await one.buildAt(60);
    const log = one.read('changes.json').replace('"operator_id":3', '"operator_id":"3"');
    writeFileSync(join(one.out, 'api/v1/changes.json'), log);
    rmSync(join(one.out, 'api/v1/manifest.json'));
    expect(await one.buildAt(120)).toMatchObject({ ok: true });
    expect(logOf(one)).toEqual([]);
  });

  it('starts anew in an output folder that was deleted', async () => {
    const one = project(tiny());
    await one.buildAt(0);
    one.change({ 'operators/birch.yaml': withCon('Slow') });
    await one.buildAt(60);
    rmSync(one.out, { recursive: true });
    await one.buildAt(120);
    expect(logOf(one)).toEqual([]);
  });

  it('goes on from files elsewhere, whether a file or a URL names their manifest', async () => {
    const one = project(tiny());
    await one.buildAt(0);
    one.change({ 'operators/birch.yaml': withCon('Slow') });
    await one.buildAt(60);
    const kept = join(temporaryFolder(), 'kept');
    cpSync(join(one.out, 'api/v1'), kept, { recursive: true });
    const host = await plainHost(kept);
    one.change({ 'operators/birch.yaml': withCon('Late') });
    for (const previous of [join(kept, 'manifest.json'), `${host.address}/manifest.json`]) {
      rmSync(one.out, { recursive: true });
      await one.buildAt(120, { previous });
      expect(brief(one)).toEqual([
        ['12:02:00', 'item_added', 'Late'],
        ['12:02:00', 'item_removed', 'Slow'],
        ['12:01:00', 'item_added', 'Slow'],
      ]);
    }
    expect(host.asked.sort()).toEqual([
      'best/cheapest.json',
      'changes.json',
      'changes/2026.json',
      'claims.json',
      'manifest.json',
      'metrics.json',
      'operators/birch.json',
    ]);
  });

  it('goes on from what is published, not from what was previewed in the same folder', async () => {
    const one = project(tiny());
    await one.buildAt(0);
    const kept = join(temporaryFolder(), 'kept');
    cpSync(join(one.out, 'api/v1'), kept, { recursive: true });
    for (const [seconds, con] of ['Slo', 'Slow', 'Slow at night'].entries()) {
      one.change({ 'operators/birch.yaml': withCon(con) });
      await one.buildAt(60 + seconds);
    }
    expect(logOf(one)).toHaveLength(5);
    await one.buildAt(120, { previous: join(kept, 'manifest.json') });
    expect(brief(one)).toEqual([['12:02:00', 'item_added', 'Slow at night']]);
  });

  it.each<[what: string, sources: Sources, said: string | null]>([
    [
      'an operator with its claims',
      { 'operators/anchor.yaml': null, 'facts/anchor.yaml': null },
      'operator anchor (7)',
    ],
    ['an operator without claims', { 'operators/birch.yaml': null }, 'operator birch (3)'],
    [
      'a ranking, with its alias, and why there is another no more',
      { 'categories.yaml': 'active: []\nremoved: []\n' },
      'rankings /best/cheapest, /best/lowest-withdrawal-fee, /best/fastest',
    ],
    [
      'an alias',
      { 'categories.yaml': edited('categories.yaml', 'lowest-withdrawal-fee', 'lowest-fee') },
      'ranking /best/lowest-withdrawal-fee',
    ],
    [
      'the alias of a ranking that says why it was removed',
      { 'categories.yaml': removed('cheapest', 'fastest') },
      'ranking /best/lowest-withdrawal-fee',
    ],
    [
      'more than a few operators',
      Object.fromEntries(Object.keys(OTHERS).map((name) => [name, null])),
      'operators cedar (11), elm (12), fir (13) and 1 more',
    ],
    [
      'no ranking, since it says why,',
      {
        'categories.yaml': removed('cheapest', 'lowest-withdrawal-fee', 'fastest'),
      },
      null,
    ],
    ['nothing but a con', { 'operators/birch.yaml': withCon('Slow') }, null],
  ])('warns where %s is gone without a word', async (_, sources, said) => {
    const warnings: string[] = [];
    const watcher = { onWarning: (sentence: string) => warnings.push(sentence) };
    const one = project(tiny(OTHERS));
    await one.buildAt(0, { watcher });
    one.change(sources);
    await one.buildAt(60, { watcher });
    await one.buildAt(120, { watcher });
    const losses = `Published here before, and now missing: ${said}. If that was public, restore it. A claim stays in its file, and can be superseded or retracted. A ranking moves to "removed", and its alias gets an entry of its own. With --previous, a build refuses to remove any of these.`;
    expect(warnings).toEqual(said === null ? [] : [losses]);
  });

  it.each<[what: string, sources: Sources, said: string | null]>([
    [
      'two slugs that changed places',
      {
        'operators/birch.yaml': operator(11, 'Cedar'),
        'operators/cedar.yaml': operator(3, 'Birch'),
      },
      'slugs cedar (11, now 3), birch (3, now 11)',
    ],
    [
      'the alias of a ranking, which leads to another one,',
      {
        'categories.yaml': edited('categories.yaml', 'lowest-withdrawal-fee', 'low').replace(
          'removed:',
          `${active('lowest', 'lowest-withdrawal-fee')}removed:`,
        ),
      },
      'ranking /best/lowest-withdrawal-fee',
    ],
    [
      'a ranking that was removed, and is one again,',
      {
        'categories.yaml': edited('categories.yaml', /removed:.*/s, active('fastest', 'quickest')),
      },
      'ranking /best/fastest',
    ],
    [
      'the slug of a ranking, which an operator has got',
      {
        'categories.yaml': edited('categories.yaml', 'slug: cheapest\n', 'slug: cheapest-of-all\n')
          .replace('lowest-withdrawal-fee', 'cheapest')
          .replace('see: cheapest', 'see: cheapest-of-all')
          .replace('removed:', `removed:\n  - { ${removal('lowest-withdrawal-fee')} }`),
        'operators/cheapest.yaml': operator(20, 'Cheapest'),
      },
      null,
    ],
    [
      'a slug of its own',
      { 'operators/birch.yaml': null, 'operators/beech.yaml': operator(3, 'Birch') },
      null,
    ],
  ])('warns where %s means something else', async (_, sources, said) => {
    const warnings: string[] = [];
    const watcher = { onWarning: (sentence: string) => warnings.push(sentence) };
    const one = project(tiny(OTHERS));
    await one.buildAt(0);
    one.change(sources);
    await one.buildAt(60, { watcher });
    await one.buildAt(120, { watcher });
    const restated = `Published here before under the same name, and now different: ${said}. If that was public, it misleads readers who cited it. Give another operator its own slug, and another ranking a slug that was never in use.`;
    expect(warnings).toEqual(said === null ? [] : [restated]);
  });

  it('warns about what it cannot read of the last publication, and says nothing of it', async () => {
    const one = project(tiny());
    await one.buildAt(0);
    const kept = temporaryFolder();
    const alone = join(kept, 'manifest.json');
    cpSync(manifestOf(one), alone);
    for (const file of ['claims.json', 'metrics.json']) {
      writeFileSync(join(kept, file), one.read(file));
    }
    one.change({
      'operators/birch.yaml': withCon('Slow'),
      'facts/anchor.yaml': corrected(edited('facts/anchor.yaml', '1.5', '2'), 'value', '1.5'),
    });
    rmSync(one.out, { recursive: true });
    const warnings: string[] = [];
    const watcher = { onWarning: (sentence: string) => warnings.push(sentence) };
    await one.buildAt(60, { previous: alone, watcher });
    expect(logOf(one)).toEqual([]);
    expect(warnings).toEqual([
      'Cannot continue the change log: changes.json is not what was published last. /changes starts empty.',
      'Cannot tell what changed in 3 of the answers published last: index.json is not there, or not what its manifest says, among others.',
    ]);
  });

  it('refuses to go on from a log that is not the one its manifest lists', async () => {
    const one = project(tiny());
    await one.buildAt(0);
    const kept = join(temporaryFolder(), 'kept');
    cpSync(join(one.out, 'api/v1'), kept, { recursive: true });
    writeFileSync(join(kept, 'changes.json'), '{"meta":{},"data":[]}');
    const host = await plainHost(kept);
    const previous = `${host.address}/manifest.json`;
    await expect(one.buildAt(60, { previous })).rejects.toThrow(
      /^Cannot continue the change log of http\S+: changes\.json beside it does not match it/,
    );
  });

  it('holds the newest changes only, and of each operator in a publication all or none', async () => {
    const cons = (start: number, count: number) =>
      Array.from({ length: count }, (_, index) => `Con ${start + index}`).join(', ');
    const one = project(tiny());
    await one.buildAt(0);
    one.change({ 'operators/birch.yaml': withCon(cons(0, 600)) });
    await one.buildAt(60);
    one.change({
      'operators/anchor.yaml': operator(7, 'Anchor').replace('cons: []', `cons: [${cons(0, 700)}]`),
    });
    await one.buildAt(120);
    expect(logOf(one)).toHaveLength(700);
    expect(new Set(logOf(one).map(({ operator_id }) => operator_id))).toEqual(new Set([7]));
    one.change({ 'operators/birch.yaml': withCon(cons(1000, 1200)) });
    await one.buildAt(180);
    expect(logOf(one)).toHaveLength(1000);
    one.change({ 'operators/birch.yaml': withCon('Slow') });
    await one.buildAt(240);
    // The year has them all.
    expect(logOf(one, 'changes/2026.json')).toHaveLength(600 + 700 + 1800 + 1201);
    expect(one.read('changes/2026.csv').trimEnd().split('\r\n')).toHaveLength(4302);
  });

  it('holds each year apart, and what an earlier version published without years', async () => {
    const one = project(tiny());
    const kept = temporaryFolder();
    await one.buildAt(0);
    one.change({ 'operators/birch.yaml': withCon('Slow') });
    await one.buildAt(60);
    const manifest = JSON.parse(one.read('manifest.json')) as Manifest;
    const withoutYears = manifest.resources.filter(({ kind }) => kind !== 'changes-of-year');
    expect(withoutYears).toHaveLength(manifest.resources.length - 1);
    cpSync(join(one.out, 'api/v1'), kept, { recursive: true });
    writeFileSync(
      join(kept, 'manifest.json'),
      JSON.stringify({ ...manifest, resources: withoutYears }),
    );
    one.change({ 'operators/birch.yaml': withCon('Late') });
    const nextYear = 60 * 60 * 24 * 60;
    for (const previous of [undefined, kept]) {
      expect(await one.buildAt(nextYear, { previous })).toMatchObject({ ok: true });
      const valuesIn = (year: number) =>
        logOf(one, `changes/${year}.json`).map(({ old, new: now }) => old ?? now);
      expect(valuesIn(2026)).toEqual(['Slow']);
      expect(valuesIn(2027)).toEqual(['Late', 'Slow']);
      expect(JSON.parse(one.read('csvw/changes-of-year.json')).tables).toEqual([
        { url: '../changes/2027.csv' },
        { url: '../changes/2026.csv' },
      ]);
    }
  });

  it('holds of what is about no operator as much as there is room for', async () => {
    const metrics = (count: number) =>
      Array.from(
        { length: count },
        (_, index) =>
          `- { key: metric_${index}, name: M, description: M., type: boolean, better: none }\n`,
      ).join('');
    const withMetrics = (count: number) => `${TINY['metrics.yaml']}${metrics(count)}`;
    const one = project(tiny());
    await one.buildAt(0);
    one.change({ 'metrics.yaml': withMetrics(900) });
    await one.buildAt(60);
    one.change({ 'metrics.yaml': withMetrics(1050) });
    await one.buildAt(120);
    expect(logOf(one)).toHaveLength(1000);
  });
});

/** A source of the tiny dataset with another text in one place. */
function edited(name: string, text: string | RegExp, by: string): string {
  return TINY[name]?.replace(text, by) ?? '';
}

/** One more ranking for the source of them. */
function active(slug: string, alias: string): string {
  const told = `slug: ${slug}, alias: ${alias}, title: More, description: By fee, where: {}`;
  return `  - { ${told}, cite: fee_usd, rank_by: [{ by: fee_usd, order: ascending }] }\n`;
}

/** The source of rankings without any, that says why some are gone. */
function removed(...slugs: readonly string[]): string {
  const entries = slugs.map((slug) => `  - { ${removal(slug)} }\n`);
  return `active: []\nremoved:\n${entries.join('')}`;
}

function removal(slug: string): string {
  return `slug: ${slug}, removed_at: 2026-06-01T00:00:00Z, reason: Unknown`;
}
