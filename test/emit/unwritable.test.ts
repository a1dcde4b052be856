import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { generateDataset } from '../../scripts/generate-dataset.ts';
import { changedPaths, traceFiles } from '../doors/check-build.ts';
import { temporaryFolder, writeFiles } from '../doors/folders.ts';
import { runCli } from '../doors/run-cli.ts';
import { canMount, mountDisk, whereMounted } from '../doors/small-disk.ts';
import { operator, tiny } from '../doors/tiny-dataset.ts';

describe.runIf(canMount)(`a target on a file system of its own${whereMounted}`, () => {
  it('that is full is one clear line and exit 2, and what was published stays', async () => {
    const { data, out } = prepare('512k');
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

function prepare(size: string) {
  const root = temporaryFolder();
  const [data, out] = [join(root, 'data'), join(root, 'dist')];
  return { data, out, remount: mountDisk(out, size) };
}
