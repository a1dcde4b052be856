import { execFileSync } from 'node:child_process';
import { chmodSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { generateDataset } from '../../scripts/generate-dataset.ts';
import { changedPaths, traceFiles } from '../doors/check-build.ts';
import { temporaryFolder, writeFiles } from '../doors/folders.ts';
import { runCli } from '../doors/run-cli.ts';
import { canMount, mountDisk, whereMounted } from '../doors/small-disk.ts';
import { asSomebody, canBeSomebody, whereSomebody } from '../doors/somebody.ts';
import { claimPages, operator, type Sources, tiny } from '../doors/tiny-dataset.ts';

describe.runIf(canMount)(`a target on a file system of its own${whereMounted}`, () => {
  it('that is full is one clear line and exit 2, and what was published stays', async () => {
    const { data, out } = prepare('1536k');
    writeFiles(data, tiny());
    expect(await runCli(['build', '--data', data, '--out', out])).toMatchObject({ code: 0 });
    const before = traceFiles(out);
    writeFiles(data, generateDataset(100));
    writeFiles(data, {
      'facts/anchor.yaml': null,
      'operators/anchor.yaml': null,
      'operators/birch.yaml': null,
    });
    expect(await runCli(['build', '--data', data, '--out', out])).toEqual({
      code: 2,
      signal: null,
      out: '',
      err: `operator-api: Cannot write to ${out}: the disk is full.\n`,
    });
    expect(changedPaths(before, traceFiles(out))).toEqual([]);
  });

  it('that is read-only is one clear line and exit 2, and what was published stays', async () => {
    const { data, out, remount } = prepare('4m');
    writeFiles(data, tiny());
    expect(await runCli(['build', '--data', data, '--out', out])).toMatchObject({ code: 0 });
    const before = traceFiles(out);
    remount('ro');
    writeFiles(data, { 'operators/birch.yaml': operator(3, 'Birch and Sons') });
    expect(await runCli(['build', '--data', data, '--out', out])).toEqual({
      code: 2,
      signal: null,
      out: '',
      err: `operator-api: Cannot write to ${out}: the file system is read-only.\n`,
    });
    expect(changedPaths(before, traceFiles(out))).toEqual([]);
  });
});

describe.runIf(canMount)(
  `a published folder that is a link to another file system${whereMounted}`,
  () => {
    it('is one clear line and exit 2, and what was published stays whole', async () => {
      const { data, out } = prepare('4m');
      const [site, folder] = [`${out}-site`, join(`${out}-site`, 'api/v1/operators')];
      const build = () => runCli(['build', '--data', data, '--out', site]);
      writeFiles(data, tiny());
      expect(await build()).toMatchObject({ code: 0 });
      execFileSync('mv', [folder, out]);
      symlinkSync(join(out, 'operators'), folder);
      const before = [traceFiles(site), traceFiles(out)] as const;
      writeFiles(data, { 'operators/birch.yaml': operator(3, 'Beech') });
      expect(await build()).toEqual({
        code: 2,
        signal: null,
        out: '',
        err: `operator-api: Cannot write to ${folder}: it is on another file system than what is around it.\n`,
      });
      expect(changedPaths(before[0], traceFiles(site))).toEqual([]);
      expect(changedPaths(before[1], traceFiles(out))).toEqual([]);
    });
  },
);

describe.runIf(canBeSomebody)(`what the user may not change${whereSomebody}`, () => {
  /** What somebody else has built, open to everybody. */
  async function builtByAnother(sources: Sources = tiny()) {
    const cwd = temporaryFolder();
    writeFiles(join(cwd, 'data'), sources);
    expect(await runCli(['build'], { cwd })).toMatchObject({ code: 0 });
    openAll(cwd);
    return { cwd, out: join(cwd, 'dist') };
  }
  const openAll = (folder: string) => execFileSync('chmod', ['-R', 'a+rwX', folder]);

  it.each([
    ['a folder that has to change', 'dist/api/v1/operators', 0o755, 'to dist/api/v1/operators'],
    ['a folder that is closed', 'dist/api/v1/operators', 0o700, 'dist/api/v1/operators/birch.json'],
    ['the output folder', 'dist', 0o700, 'to dist'],
    ['a folder that files have to leave', 'dist/api/v1/claims', 0o755, 'to dist/api/v1/claims'],
    [
      'files in a sticky folder',
      'dist/api/v1/operators',
      0o1777,
      'to dist/api/v1/operators/birch.json',
      'the operation is not permitted',
    ],
  ])(
    '%s, is one clear line and exit 2, and what was published stays whole',
    async (_, closed, mode, named, reason = 'permission is denied') => {
      const { cwd, out } = await builtByAnother();
      const before = traceFiles(join(out, 'api'));
      writeFiles(join(cwd, 'data'), {
        'operators/birch.yaml': operator(3, 'Beech'),
        ...claimPages('none'),
      });
      chmodSync(join(cwd, closed), mode);
      expect(await runCli(['build'], { cwd, ...asSomebody })).toEqual({
        code: 2,
        signal: null,
        out: '',
        err: `operator-api: Cannot write ${named}: ${reason}.\n`,
      });
      expect(changedPaths(before, traceFiles(join(out, 'api')))).toEqual([]);
    },
  );

  it('a file in place of the output folder, is one clear line and exit 2', async () => {
    const { cwd, out } = await builtByAnother();
    rmSync(out, { recursive: true });
    writeFileSync(out, '');
    expect(await runCli(['build'], { cwd, ...asSomebody })).toMatchObject({
      code: 2,
      err: 'operator-api: Cannot write to dist: a part of the path is a file, not a folder.\n',
    });
  });

  it('the time of files that another owns, is no obstacle: they are written anew', async () => {
    const { cwd, out } = await builtByAnother();
    const before = timesIn(out);
    const copy = join(cwd, 'copy');
    execFileSync('cp', ['-r', out, copy]);
    openAll(copy);
    expect(timesIn(copy)).not.toEqual(before);
    const build = () => runCli(['build', '--out', 'copy', '--no-cache'], { cwd, ...asSomebody });
    expect(await build()).toMatchObject({ code: 0 });
    expect(timesIn(copy)).toEqual(before);
    expect((await build()).err).toMatch(/: 0 written, /);
  });
});

function timesIn(out: string): unknown {
  const traces = traceFiles(join(out, 'api'));
  return [...traces].map(([path, { modifiedAt }]) => [path, modifiedAt]);
}

function prepare(size: string) {
  const root = temporaryFolder();
  const [data, out] = [join(root, 'data'), join(root, 'dist')];
  return { data, out, remount: mountDisk(out, size) };
}
