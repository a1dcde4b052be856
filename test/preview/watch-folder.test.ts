import { mkdirSync, renameSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { expect, it, onTestFinished } from 'vitest';
import { watchFolder } from '../../src/preview/index.ts';
import { temporaryFolder } from '../doors/folders.ts';
import { canMount, mountDisk, whereMounted } from '../doors/small-disk.ts';

it('calls once at first, and again for what changes during a call, but never twice at a time', async () => {
  const folder = temporaryFolder();
  let [calls, running, most] = [0, 0, 0];
  const held: (() => void)[] = [];
  const onChange = async () => {
    calls += 1;
    running += 1;
    most = Math.max(most, running);
    if (calls === 2) await new Promise<void>((resolve) => held.push(resolve));
    running -= 1;
  };
  const errors: unknown[] = [];
  const stop = await watchFolder(folder, onChange, (error) => errors.push(error));
  onTestFinished(stop);
  expect(calls).toBe(1);

  writeFileSync(join(folder, 'one.yaml'), '1');
  await expect.poll(() => held.length, { timeout: 10_000 }).toBe(1);
  writeFileSync(join(folder, 'two.yaml'), '2');
  await sleep(500); // By now the change is seen; if it is not, another call comes all the same.
  expect(calls).toBe(2);
  held[0]?.();
  await expect.poll(() => calls, { timeout: 10_000 }).toBeGreaterThan(2);
  expect(most).toBe(1);
  expect(errors).toEqual([]);
});

it('takes no notice of names that start with a dot, such as those that a build leaves', async () => {
  const folder = join(temporaryFolder(), '.data');
  mkdirSync(join(folder, 'dist', '.operator-api'), { recursive: true });
  let calls = 0;
  const onChange = async () => {
    calls += 1;
  };
  const stop = await watchFolder(folder, onChange, () => {});
  onTestFinished(stop);
  writeFileSync(join(folder, 'dist', '.operator-api', 'lock'), '');
  mkdirSync(join(folder, 'dist', '.other'));
  writeFileSync(join(folder, '.one.yaml.swp'), '');
  await sleep(500);
  expect(calls).toBe(1);
  writeFileSync(join(folder, 'one.yaml'), '1');
  await expect.poll(() => calls, { timeout: 10_000 }).toBe(2);
});

it.each<[what: string, between: (folder: string) => void]>([
  ['made anew', (folder) => mkdirSync(join(folder, 'facts'), { recursive: true })],
  ['moved back', (folder) => renameSync(`${folder}-away`, folder)],
])(
  'hears of changes in a folder that was gone for a while, and was then %s',
  async (what, makeAgain) => {
    const folder = join(temporaryFolder(), 'data');
    mkdirSync(join(folder, 'facts'), { recursive: true });
    let calls = 0;
    const onChange = async () => {
      calls += 1;
    };
    const stop = await watchFolder(folder, onChange, () => {});
    onTestFinished(stop);
    if (what === 'moved back') renameSync(folder, `${folder}-away`);
    else rmSync(folder, { recursive: true });
    await sleep(1500);
    const away = calls;
    makeAgain(folder);
    await expect.poll(() => calls, { timeout: 10_000 }).toBeGreaterThan(away);
    await sleep(500);
    const back = calls;
    writeFileSync(join(folder, 'facts', 'one.yaml'), '1');
    await expect.poll(() => calls, { timeout: 10_000 }).toBeGreaterThan(back);
  },
);

it('hears that a link on the way leads to another folder, and of what changes there', async () => {
  const root = temporaryFolder();
  for (const folder of ['first/data', 'second/data']) {
    mkdirSync(join(root, folder), { recursive: true });
  }
  symlinkSync('first', join(root, 'current'));
  let calls = 0;
  const onChange = async () => {
    calls += 1;
  };
  const stop = await watchFolder(join(root, 'current/data'), onChange, () => {});
  onTestFinished(stop);
  symlinkSync('second', join(root, 'next'));
  renameSync(join(root, 'next'), join(root, 'current'));
  await expect.poll(() => calls, { timeout: 10_000 }).toBe(2);
  writeFileSync(join(root, 'first/data/one.yaml'), '1');
  await sleep(500);
  expect(calls).toBe(2);
  writeFileSync(join(root, 'second/data/one.yaml'), '1');
  await expect.poll(() => calls, { timeout: 10_000 }).toBe(3);
});

it.runIf(canMount)(
  `hears that a link leads to another disk, whose folders have the same numbers${whereMounted}`,
  async () => {
    const root = temporaryFolder();
    for (const disk of ['first', 'second']) mountDisk(join(root, disk), '1m');
    symlinkSync('first', join(root, 'data'));
    let calls = 0;
    const onChange = async () => {
      calls += 1;
    };
    const stop = await watchFolder(join(root, 'data'), onChange, () => {});
    onTestFinished(stop);
    symlinkSync('second', join(root, 'next'));
    renameSync(join(root, 'next'), join(root, 'data'));
    await expect.poll(() => calls, { timeout: 10_000 }).toBe(2);
    writeFileSync(join(root, 'second/one.yaml'), '1');
    await expect.poll(() => calls, { timeout: 10_000 }).toBe(3);
  },
);

it('watches a replaced folder anew once, and then calls no more', async () => {
  const folder = temporaryFolder();
  mkdirSync(join(folder, 'operators'));
  let calls = 0;
  const onChange = async () => {
    calls += 1;
  };
  const stop = await watchFolder(folder, onChange, () => {});
  onTestFinished(stop);
  renameSync(join(folder, 'operators'), join(temporaryFolder(), 'old'));
  mkdirSync(join(folder, 'operators'));
  await expect.poll(() => calls, { timeout: 10_000 }).toBeGreaterThan(1);
  await sleep(1000);
  const settled = calls;
  await sleep(500);
  expect(calls).toBe(settled);
});

it.each<[what: string, happens: (folder: string) => void]>([
  [
    'comes with others around it',
    (folder) => mkdirSync(join(folder, 'a', 'b'), { recursive: true }),
  ],
  [
    'gives way to another at once, which can have its inode',
    (folder) => {
      mkdirSync(join(folder, 'a', 'b'), { recursive: true });
      rmSync(join(folder, 'a'), { recursive: true });
      mkdirSync(join(folder, 'a', 'b'), { recursive: true });
    },
  ],
  [
    'is moved, and another put in its place',
    (folder) => {
      for (const name of ['a', 'c']) mkdirSync(join(folder, name, 'b'), { recursive: true });
      renameSync(join(folder, 'a'), join(folder, 'd'));
      renameSync(join(folder, 'c'), join(folder, 'a'));
    },
  ],
])('hears of changes in a folder that %s', async (_, happens) => {
  const folder = temporaryFolder();
  let calls = 0;
  const onChange = async () => {
    calls += 1;
  };
  const stop = await watchFolder(folder, onChange, () => {});
  onTestFinished(stop);
  // Twice: with what is watched by then, it is not the same.
  for (const round of [1, 2]) {
    const before = calls;
    happens(folder);
    await expect.poll(() => calls, { timeout: 10_000 }).toBeGreaterThan(before);
    await sleep(500);
    const settled = calls;
    writeFileSync(join(folder, 'a', 'b', 'one.yaml'), String(round));
    await expect.poll(() => calls, { timeout: 10_000 }).toBeGreaterThan(settled);
    rmSync(folder, { recursive: true });
    mkdirSync(folder);
    await sleep(1500);
  }
});

it('calls no more once it is stopped, also while it watches a replaced folder anew', async () => {
  const [folder, elsewhere] = [temporaryFolder(), temporaryFolder()];
  for (const parent of [folder, elsewhere]) mkdirSync(join(parent, 'facts'));
  let calls = 0;
  const onChange = async () => {
    calls += 1;
  };
  const stop = await watchFolder(folder, onChange, () => {});
  renameSync(join(folder, 'facts'), join(elsewhere, 'old'));
  renameSync(join(elsewhere, 'facts'), join(folder, 'facts'));
  await expect.poll(() => calls, { interval: 5, timeout: 10_000 }).toBe(2);
  stop();
  const before = calls;
  await sleep(1000);
  expect(calls).toBe(before);
});

it('calls no more once it is stopped, also for what changed during a call', async () => {
  const folder = temporaryFolder();
  let calls = 0;
  const held: (() => void)[] = [];
  const onChange = async () => {
    calls += 1;
    if (calls === 2) await new Promise<void>((resolve) => held.push(resolve));
  };
  const stop = await watchFolder(folder, onChange, () => {});
  writeFileSync(join(folder, 'one.yaml'), '1');
  await expect.poll(() => held.length, { timeout: 10_000 }).toBe(1);
  writeFileSync(join(folder, 'two.yaml'), '2');
  await sleep(500);
  stop();
  held[0]?.();
  await sleep(200);
  expect(calls).toBe(2);
});
