import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { expect, it, onTestFinished } from 'vitest';
import { watchFolder } from '../../src/preview/index.ts';
import { temporaryFolder } from '../doors/folders.ts';

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
