import { existsSync } from 'node:fs';
import { join, relative } from 'node:path';
import { beforeEach, expect, it, vi } from 'vitest';
import { type Project, project, traceFiles } from '../doors/check-build.ts';
import { writeFiles } from '../doors/folders.ts';
import { operator, tiny } from '../doors/tiny-dataset.ts';

/** What a build does to files that others can see, and the step that the disk refuses. */
const disk = vi.hoisted(() => ({ steps: [] as string[], refused: '', isShort: false }));

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
    writeSync(file: number, body: string | Uint8Array, ...[start = 0]: readonly number[]) {
      const bytes = Buffer.from(body).subarray(start);
      return fs.writeSync(file, bytes, 0, Math.ceil(bytes.length / (disk.isShort ? 2 : 1)));
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
  disk.isShort = false;
});

it('writes all of a file where the disk takes a part at a time', async () => {
  const [whole, parts] = [project(tiny()), project(tiny())];
  await whole.buildAt(0);
  disk.isShort = true;
  await parts.buildAt(0);
  const contents = ({ out }: Project) =>
    [...traceFiles(out)].map(([path, { content }]) => [path, content]);
  expect(contents(parts)).toEqual(contents(whole));
});

it('announces what it publishes, begins with the log of changes, and ends with the manifest', async () => {
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
  expect(steps.slice(0, 2)).toEqual(['+ .operator-api/journal', '+ api/v1/changes.json']);
  expect(steps.slice(-2)).toEqual(['+ api/v1/manifest.json', '- .operator-api/journal']);
  // Some servers would answer with a compressed form that stands alone.
  const files = steps.filter((step) => steps.includes(`${step}.gz`) && step.startsWith('- '));
  expect(files.length).toBeGreaterThan(5);
  for (const step of files) {
    expect(steps.indexOf(`${step}.gz`), step).toBeLessThan(steps.indexOf(step));
  }
});

it('takes back what two builds before it had begun, of which each failed', async () => {
  const { out, change, buildAt } = project(tiny());
  await buildAt(0);
  change({ 'operators/cedar.yaml': operator(9, 'Cedar') });
  disk.refused = 'api/v1/manifest.json';
  await expect(buildAt(60)).rejects.toThrow(/^Cannot write to /);
  expect(existsSync(join(out, 'api/v1/operators/cedar.json'))).toBe(true);

  change({ 'operators/cedar.yaml': null, 'operators/birch.yaml': operator(3, 'Birch and Sons') });
  disk.refused = 'api/v1/changes.json';
  await expect(buildAt(120)).rejects.toThrow(/^Cannot write to /);

  disk.refused = '';
  writeFiles(out, { '.operator-api/staging/0': 'half of a fi' });
  expect(await buildAt(180)).toMatchObject({ ok: true });
  const left = [...traceFiles(out).keys()];
  expect(left.filter((path) => /cedar|\/9|operator-api\//.test(path))).toEqual([]);
});
