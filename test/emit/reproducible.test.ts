import { cpSync, mkdirSync, renameSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { traceFiles } from '../doors/check-build.ts';
import { temporaryFolder } from '../doors/folders.ts';
import { repository } from '../doors/repository.ts';
import { runCli } from '../doors/run-cli.ts';

const EPOCH = { SOURCE_DATE_EPOCH: '1795000000' };

describe('a build at one clock', () => {
  it('gives the same bytes and times from any directory, time zone, locale and listing order', async () => {
    const root = temporaryFolder();
    const plain = await buildIn(join(root, 'plain'), 'data', {});
    const variants = {
      'another directory, Tokyo, Turkish': await buildIn(join(root, 'a b', 'ünïcode'), 'data', {
        TZ: 'Asia/Tokyo',
        LC_ALL: 'tr_TR.UTF-8',
        LANG: 'tr_TR.UTF-8',
      }),
      'Kathmandu, C locale, a path with dots': await buildIn(join(root, 'x'), './y/../data', {
        TZ: 'Asia/Kathmandu',
        LC_ALL: 'C',
      }),
      'files created in another order': await buildIn(join(root, 'shuffled'), 'data', {}, true),
    };
    expect(plain.size).toBeGreaterThan(100);
    for (const [name, tree] of Object.entries(variants)) {
      expect([...tree.keys()], name).toEqual([...plain.keys()]);
      for (const [path, file] of tree) expect(file, `${path}: ${name}`).toEqual(plain.get(path));
    }
  });
});

/** Builds a copy of the shipped dataset and gives what is published, without inodes. */
async function buildIn(folder: string, data: string, env: NodeJS.ProcessEnv, isShuffled = false) {
  mkdirSync(join(folder, 'y'), { recursive: true });
  cpSync(join(repository, 'data'), join(folder, 'data'), { recursive: true });
  if (isShuffled) {
    for (const name of ['operators/tidewrack', 'facts/harbour-nine', 'metrics']) {
      const path = join(folder, 'data', `${name}.yaml`);
      renameSync(path, `${path}.moved`);
      cpSync(`${path}.moved`, path);
      renameSync(`${path}.moved`, join(folder, 'y', 'moved'));
    }
  }
  const args = ['build', '--data', data, '--out', 'dist'];
  expect(await runCli(args, { cwd: folder, env: { ...EPOCH, ...env } })).toMatchObject({ code: 0 });
  const traces = traceFiles(join(folder, 'dist'));
  return new Map(
    [...traces].map(([path, { content, modifiedAt }]) => [path, { content, modifiedAt }]),
  );
}
