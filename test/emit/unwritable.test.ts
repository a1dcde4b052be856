import { execFileSync } from 'node:child_process';
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import { generateDataset } from '../../scripts/generate-dataset.ts';
import { changedPaths, traceFiles } from '../doors/check-build.ts';
import { temporaryFolder, writeFiles } from '../doors/folders.ts';
import { runCli } from '../doors/run-cli.ts';
import { operator, tiny } from '../doors/tiny-dataset.ts';

const canMount = tryToMount();

describe('a target on a file system of its own', () => {
  if (!canMount) {
    it('is not tested here: mounting a tmpfs takes root', () => {
      expect(tryToMount()).toBe(false);
    });
    return;
  }

  it('that is full is one clear line and exit 2, and what was published stays', async () => {
    const { data, out } = prepare('size=512k');
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
    const { data, out } = prepare('size=4m');
    writeFiles(data, tiny());
    expect(await runCli(['build', '--data', data, '--out', out])).toMatchObject({ code: 0 });
    const before = traceFiles(out);
    execFileSync('mount', ['-o', 'remount,ro', out]);
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

function prepare(options: string): { data: string; out: string } {
  const root = temporaryFolder();
  const [data, out] = [join(root, 'data'), join(root, 'dist')];
  mkdirSync(out);
  execFileSync('mount', ['-t', 'tmpfs', '-o', options, 'tmpfs', out]);
  onTestFinished(() => {
    execFileSync('umount', [out]);
  });
  return { data, out };
}

function tryToMount(): boolean {
  try {
    execFileSync('unshare', ['--mount', 'mount', '-t', 'tmpfs', 'tmpfs', '/mnt'], {
      stdio: 'ignore',
    });
    return true;
  } catch {
    return false;
  }
}
