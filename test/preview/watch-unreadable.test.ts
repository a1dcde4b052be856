import { mkdirSync, readdirSync, renameSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { expect, it, onTestFinished, vi } from 'vitest';
import { watchFolder } from '../../src/preview/index.ts';
import { temporaryFolder } from '../doors/folders.ts';

// A process that has too many files open cannot be one of many tests.
vi.mock('node:fs', async (original) => {
  const fs = await original<typeof import('node:fs')>();
  return { ...fs, readdirSync: vi.fn(fs.readdirSync) };
});

it('hears of changes in a folder below one that could not be looked into for a while', async () => {
  const folder = temporaryFolder();
  mkdirSync(join(folder, 'facts'));
  let calls = 0;
  const onChange = async () => {
    calls += 1;
  };
  const stop = await watchFolder(folder, onChange, () => {});
  onTestFinished(stop);

  const read = vi.mocked(readdirSync);
  const whole = read.getMockImplementation();
  read.mockImplementation(() => {
    throw Object.assign(new Error('EMFILE'), { code: 'EMFILE' });
  });
  writeFileSync(join(folder, 'facts/.saved'), '1');
  renameSync(join(folder, 'facts/.saved'), join(folder, 'facts/one.yaml'));
  await expect.poll(() => calls, { timeout: 10_000 }).toBeGreaterThan(1);
  await expect.poll(() => read.mock.results.some(({ type }) => type === 'throw')).toBe(true);
  const before = calls;
  if (whole !== undefined) read.mockImplementation(whole);
  await expect.poll(() => calls, { timeout: 10_000 }).toBeGreaterThan(before);

  await sleep(500);
  const back = calls;
  writeFileSync(join(folder, 'facts/one.yaml'), '2');
  await expect.poll(() => calls, { timeout: 10_000 }).toBeGreaterThan(back);
});
