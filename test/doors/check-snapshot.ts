import { execFileSync, spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { beforeAll, expect, it } from 'vitest';
import { project } from './check-build.ts';
import { checkSources } from './check-sources.ts';
import { sharedFolder, temporaryFolder } from './folders.ts';
import { sampleSources } from './sample-data.ts';
import type { Sources } from './tiny-dataset.ts';

/**
 * The downloads of a build of the shipped dataset, which has every kind of value.
 *
 * @param changes Sources of it that are other ones here.
 */
export async function shippedSnapshot(changes: Sources = {}, root?: string) {
  const sources = { ...sampleSources(), ...changes };
  const { out, read, buildAt } = project(sources, root);
  const { ok } = await buildAt(0, { snapshots: true });
  expect(ok).toBe(true);
  const { dataset } = checkSources(sources);
  if (dataset === null) throw new Error('The shipped dataset is unsound');
  return { dataset, out, read, folder: join(out, 'api', 'v1', 'snapshots') };
}

/** The same, built once for all tests of a file, which only read it. */
export function sharedSnapshot(): () => Awaited<ReturnType<typeof shippedSnapshot>> {
  const root = sharedFolder();
  let shared: Awaited<ReturnType<typeof shippedSnapshot>>;
  beforeAll(async () => {
    shared = await shippedSnapshot({}, root);
  });
  return () => shared;
}

/** Runs a program to its end and gives what it wrote. */
export function run(program: string, args: readonly string[], cwd?: string): string {
  // A dataset of any size fits.
  return execFileSync(program, args, { cwd, encoding: 'utf8', maxBuffer: 1e9, stdio: 'pipe' });
}

/** Whether all of some programs are there; where one is missing, a test says so. */
export function hasPrograms(what: string, ...programs: readonly string[]): boolean {
  const missing = programs.filter(
    (program) => spawnSync('sh', ['-c', `command -v ${program}`]).status !== 0,
  );
  if (missing.length === 0) return true;
  const names = missing.join(' and ');
  it(`${what} (not run: ${names} not installed; scripts/install-host-servers.sh installs them)`, () => {
    expect(process.env['CI'], `${names} have to be installed where CI is set`).toBeFalsy();
  });
  return false;
}

/** The archive of a snapshot, unpacked. */
export function unpacked(folder: string): string {
  const target = temporaryFolder();
  run('tar', ['-xzf', join(folder, 'operator-api.tar.gz'), '-C', target]);
  return target;
}
