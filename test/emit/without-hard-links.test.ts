import { rmSync, statSync } from 'node:fs';
import { hostname } from 'node:os';
import { join } from 'node:path';
import { beforeEach, expect, it, vi } from 'vitest';
import type { Holder } from '../../src/index.ts';
import { project } from '../doors/check-build.ts';
import { temporaryFolder, writeFiles } from '../doors/folders.ts';
import { publicationOf } from '../doors/publication.ts';
import { operator, TINY, tiny } from '../doors/tiny-dataset.ts';

const disk = vi.hoisted(() => ({ refusal: '', isFull: false, quicker: '' }));

// A file system of that kind takes root to mount.
vi.mock('node:fs', async (original) => {
  const fs = await original<typeof import('node:fs')>();
  return {
    ...fs,
    linkSync() {
      throw Object.assign(new Error(disk.refusal), { code: disk.refusal, syscall: 'link' });
    },
    renameSync(from: string, to: string) {
      if (disk.quicker !== '') fs.writeFileSync(from, disk.quicker);
      disk.quicker = '';
      fs.renameSync(from, to);
    },
    copyFileSync(...args: Parameters<typeof fs.copyFileSync>) {
      if (disk.isFull) throw Object.assign(new Error('ENOSPC'), { code: 'ENOSPC' });
      fs.copyFileSync(...args);
    },
  };
});

beforeEach(() => {
  disk.refusal = 'EPERM';
  disk.isFull = false;
  disk.quicker = '';
});

// EMLINK: a file has as many links as it may have. EISDIR: exFAT on Windows.
it.each([
  'ENOTSUP',
  'EOPNOTSUPP',
  'ENOSYS',
  'EMLINK',
  'EISDIR',
  'EINVAL',
  'EXDEV',
  'EIO',
  'UNKNOWN',
])('copies where the system says %s to a link', async (code) => {
  disk.refusal = code;
  const { read } = await publicationOf(tiny());
  expect(read('operators/7.csv')).toBe(read('operators/anchor.csv'));
});

it('says in one line why there is no copy either', async () => {
  disk.refusal = 'EISDIR';
  disk.isFull = true;
  await expect(project(tiny()).buildAt(0)).rejects.toThrow(
    /^Cannot write to .*: the disk is full$/,
  );
});

it('leaves the lock to another build that was quicker to take it over', async () => {
  const { out, buildAt } = project(tiny());
  writeFiles(out, { '.operator-api/lock': JSON.stringify({ pid: 2 ** 22 + 1, host: hostname() }) });
  disk.quicker = JSON.stringify({ pid: process.ppid, host: hostname() });
  const onWait = vi.fn(({ lock }: Holder) => rmSync(lock));
  expect(await buildAt(0, { watcher: { onWait } })).toMatchObject({ ok: true });
  const lock = join(out, '.operator-api/lock');
  expect(onWait).toHaveBeenCalledExactlyOnceWith({ pid: process.ppid, host: null, lock });
});

it('gives every address the body it is another name of when ids are swapped, where it has to be a copy', async () => {
  const facts = TINY['facts/anchor.yaml'] ?? '';
  const { out, change, buildAt, read } = project(
    tiny({
      // As long a name as the other has, so that sizes tell nothing.
      'operators/birch.yaml': operator(3, 'Birchs'),
      'facts/birch.yaml': facts
        .replace('fee_usd_1', 'fee_usd_2')
        .replaceAll('anchor', 'birchs')
        .replace('1.5', '2.5'),
    }),
  );
  const options = { cache: join(temporaryFolder(), 'cache') };
  await buildAt(0, options);
  const [time, copied] = ['anchor', '7'].map(
    (name) => statSync(join(out, `api/v1/operators/${name}/facts.csv`)).mtimeMs,
  );
  expect(copied).toBe(time);
  change({
    'operators/anchor.yaml': operator(3, 'Anchor'),
    'operators/birch.yaml': operator(7, 'Birchs'),
  });
  await buildAt(60, options);
  const bodies = ['anchor', '3', 'birch', '7'].map((name) => read(`operators/${name}/facts.csv`));
  expect(bodies).toEqual([bodies[0], bodies[0], bodies[2], bodies[2]]);
  expect(bodies[0]).not.toBe(bodies[2]);
});
