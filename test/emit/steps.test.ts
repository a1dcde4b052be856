import { existsSync, mkdirSync, rmSync } from 'node:fs';
import { join, relative } from 'node:path';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { EnvironmentError } from '../../src/index.ts';
import { changedPaths, type Project, project, traceFiles } from '../doors/check-build.ts';
import { logOf } from '../doors/check-changes.ts';
import { writeFiles } from '../doors/folders.ts';
import { inCategories, operator, type Sources, tiny } from '../doors/tiny-dataset.ts';

/** What a build does to files that others can see, and the step that the disk refuses. */
const disk = vi.hoisted(() => ({
  steps: [] as string[],
  refused: '',
  isFull: false,
}));

vi.mock('node:fs', async (original) => {
  const fs = await original<typeof import('node:fs')>();
  const note = (step: string) => {
    disk.steps.push(step);
    if (disk.refused !== '' && step.endsWith(disk.refused)) {
      throw Object.assign(new Error('EIO: i/o error'), { code: 'EIO' });
    }
  };
  return {
    ...fs,
    renameSync(from: string, to: string) {
      note(`+ ${to}`);
      fs.renameSync(from, to);
    },
    writeFileSync(...args: Parameters<typeof fs.writeFileSync>) {
      if (disk.isFull) throw Object.assign(new Error('ENOSPC'), { code: 'ENOSPC' });
      fs.writeFileSync(...args);
    },
    mkdirSync(path: string, options?: object) {
      note(`/ ${path}`);
      return fs.mkdirSync(path, options);
    },
    rmSync(path: string, options?: object) {
      note(`- ${path}`);
      fs.rmSync(path, options);
    },
  };
});

beforeEach(() => {
  disk.steps = [];
  disk.refused = '';
  disk.isFull = false;
});

it('touches no file that is public before it announces what it does', async () => {
  const { out, change, buildAt } = project(tiny());
  await buildAt(0);
  const before = traceFiles(out);
  // A second later the JSON alone changes, and gets the time that the CSV has.
  change(inCategories('title: Cheapest', 'title: The cheapest'));
  disk.refused = '.operator-api/journal';
  await expect(buildAt(1)).rejects.toThrow(EnvironmentError);
  expect(changedPaths(before, traceFiles(out))).toEqual([]);
  disk.refused = '';
  await buildAt(1);
  expect(changedPaths(before, traceFiles(out))).toContain('api/v1/best/cheapest.csv');
});

it('announces what it does, and ends with what says so: the log of changes and the manifest', async () => {
  const { out, change, buildAt } = project(tiny());
  await buildAt(0, { precompress: true });
  change({
    'operators/birch.yaml': operator(3, 'Birch and Sons'),
    'operators/anchor.yaml': null,
    'facts/anchor.yaml': null,
  });
  disk.steps = [];
  await buildAt(60, { precompress: true });
  const all = disk.steps
    .map((step) => `${step.slice(0, 2)}${relative(out, step.slice(2))}`)
    .filter((step) => / (api|\.operator-api\/journal)/.test(step));
  expect(all[0]).toBe('+ .operator-api/journal');
  const steps = all.filter((step) => !step.startsWith('/ '));
  expect(steps.slice(-3)).toEqual([
    '+ api/v1/changes.json',
    '+ api/v1/manifest.json',
    '- .operator-api/journal',
  ]);
  // Some servers would answer with a compressed form that stands alone.
  const files = steps.filter((step) => steps.includes(`${step}.gz`) && step.startsWith('- '));
  expect(files.length).toBeGreaterThan(5);
  for (const step of files) {
    expect(steps.indexOf(`${step}.gz`), step).toBeLessThan(steps.indexOf(step));
  }
});

it('is done though its lock stays, which the next one takes over', async () => {
  const { out, buildAt } = project(tiny());
  disk.refused = '.operator-api/lock';
  expect(await buildAt(0)).toMatchObject({ ok: true });
  expect(existsSync(join(out, '.operator-api/lock'))).toBe(true);
  disk.refused = '';
  const onWait = vi.fn();
  expect(await buildAt(0, { watcher: { onWait } })).toMatchObject({ ok: true });
  expect(onWait).not.toHaveBeenCalled();
  expect(existsSync(join(out, '.operator-api'))).toBe(false);
});

it('leaves no lock that it could not sign, nor a folder for it', async () => {
  const { out, buildAt } = project(tiny());
  disk.isFull = true;
  await expect(buildAt(0)).rejects.toThrow(`Cannot write to ${out}: the disk is full`);
  expect(existsSync(join(out, '.operator-api'))).toBe(false);
});

const BEFORE: Sources = {
  'operators/birch.yaml': operator(3, 'Birch'),
  'operators/cedar.yaml': operator(9, 'Cedar'),
  'operators/dogwood.yaml': null,
};
const AFTER: Sources = {
  'operators/birch.yaml': operator(3, 'Birch and Sons'),
  'operators/cedar.yaml': null,
  'operators/dogwood.yaml': operator(12, 'Dogwood'),
};
const LATER: Sources = {
  ...AFTER,
  'operators/birch.yaml': operator(3, 'Birch and Daughters'),
  'operators/dogwood.yaml': operator(12, 'Dogwood').replace('cons: []', 'cons: [Slow]'),
};

/** What is published, with its times, and what a build left beside it. */
const resultOf = ({ out }: Project) =>
  [...traceFiles(out)].map(([path, { content, modifiedAt }]) => [path, content, modifiedAt]);

/** A project that has published so much, one state a minute. */
async function published(...states: readonly (Sources | null)[]): Promise<Project> {
  const one = project(tiny(BEFORE));
  await one.buildAt(0);
  for (const [index, state] of states.entries()) {
    if (state === null) continue;
    one.change(state);
    await one.buildAt(60 * (index + 1));
  }
  return one;
}

describe('a build that failed while it published', () => {
  it.each<[next: string, sources: Sources]>([
    ['the same', AFTER],
    ['what was before', BEFORE],
    ['something else', LATER],
  ])('is completed where it has begun, and forgotten where not: then comes %s', async (_, next) => {
    const one = await published();
    one.change(AFTER);
    disk.steps = [];
    await one.buildAt(60);
    const steps = disk.steps
      .filter((step) => /^[-+] .*\/api\/v1\//.test(step))
      .map((step) => step.slice(step.indexOf('api/v1/')));
    const [added, removed] = ['dogwood', 'cedar'].map((slug) => `api/v1/operators/${slug}.json`);
    expect(steps).toEqual(expect.arrayContaining([added, removed]));
    const moments = steps.filter(
      (step, index) => index < 2 || index >= steps.length - 3 || [added, removed].includes(step),
    );
    const completed = resultOf(await published(AFTER, next));
    const forgotten = resultOf(await published(null, next));
    for (const [index, step] of moments.entries()) {
      const failed = await published();
      failed.change(AFTER);
      disk.refused = step;
      await expect(failed.buildAt(60), step).rejects.toThrow(/^Cannot write to /);
      disk.refused = '';
      failed.change(next);
      const warnings: string[] = [];
      const onWarning = (sentence: string) => warnings.push(sentence);
      expect(await failed.buildAt(120, { watcher: { onWarning } })).toMatchObject({ ok: true });
      expect(resultOf(failed), step).toEqual(index === 0 ? forgotten : completed);
      expect(
        warnings.filter((sentence) => !sentence.startsWith('Published here before')),
        step,
      ).toEqual([]);
    }
  });

  it('is completed after others that failed for the same reason, of which nobody sees anything', async () => {
    const one = await published();
    disk.refused = 'api/v1/operators/birch.json';
    one.change(AFTER);
    await expect(one.buildAt(60)).rejects.toThrow(/^Cannot write to /);
    one.change({ 'operators/birch.yaml': operator(3, 'Birch and Nobody') });
    await expect(one.buildAt(90)).rejects.toThrow(/^Cannot write to /);
    disk.refused = '';
    one.change(LATER);
    await one.buildAt(120);
    expect(resultOf(one)).toEqual(resultOf(await published(AFTER, LATER)));
  });

  it('is completed before the next one fails in turn, and that one by the third', async () => {
    const one = await published();
    one.change(AFTER);
    disk.refused = 'api/v1/manifest.json';
    await expect(one.buildAt(60)).rejects.toThrow(/^Cannot write to /);
    one.change(LATER);
    // That of the one before is in its place already.
    disk.refused = 'api/v1/changes.json';
    await expect(one.buildAt(120)).rejects.toThrow(/^Cannot write to /);
    disk.refused = '';
    writeFiles(one.out, { '.operator-api/staging/0': 'half of a fi' });
    one.change(BEFORE);
    await one.buildAt(180);
    expect(resultOf(one)).toEqual(resultOf(await published(AFTER, LATER, BEFORE)));
  });

  it('is completed before the next one fails early, which leaves nothing to complete', async () => {
    const one = await published();
    one.change(AFTER);
    disk.refused = 'api/v1/manifest.json';
    await expect(one.buildAt(60)).rejects.toThrow(/^Cannot write to /);
    disk.refused = '';
    const place = join(one.out, 'api/v1/metrics.csv');
    rmSync(place);
    mkdirSync(place);
    await expect(one.buildAt(120)).rejects.toThrow(/it exists and is not a file/);
    expect(existsSync(join(one.out, '.operator-api'))).toBe(false);
  });

  it('is forgotten where somebody deleted what was published', async () => {
    const one = await published();
    one.change(AFTER);
    disk.refused = 'api/v1/manifest.json';
    await expect(one.buildAt(60)).rejects.toThrow(/^Cannot write to /);
    disk.refused = '';
    rmSync(join(one.out, 'api'), { recursive: true });
    await one.buildAt(120);
    expect(logOf(one)).toEqual([]);
    expect(existsSync(join(one.out, '.operator-api'))).toBe(false);
  });
});
