import { mkdirSync, truncateSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { describeFailure } from '../../src/commands/sentences.ts';
import { environmentError } from '../../src/diagnostics/index.ts';
import { temporaryFolder, writeFiles } from '../doors/folders.ts';
import { runCli } from '../doors/run-cli.ts';
import { tiny } from '../doors/tiny-dataset.ts';

/** A sparse file, which takes no room. */
function writeLarge(path: string): void {
  writeFileSync(path, '');
  truncateSync(path, 3 * 2 ** 30);
}

it.each<[at: string, put: (path: string) => void, args: string, said: string]>([
  [
    'netlify.toml',
    writeLarge,
    'host netlify --check .',
    'read netlify.toml: a file of more than 2 GiB cannot be read',
  ],
  [
    'large.json',
    writeLarge,
    'build --previous large.json',
    'read the manifest large.json: a file of more than 2 GiB cannot be read',
  ],
  [
    'dist/api/v1/manifest.json',
    writeLarge,
    'build',
    'read dist/api/v1/manifest.json: a file of more than 2 GiB cannot be read',
  ],
  [
    'dist/.operator-api/journal',
    mkdirSync,
    'build',
    'read dist/.operator-api/journal: it is a folder, not a file',
  ],
])('what Node itself cannot do with %s is said in one sentence', async (at, put, args, said) => {
  const cwd = temporaryFolder();
  writeFiles(join(cwd, 'data'), tiny());
  mkdirSync(join(cwd, at, '..'), { recursive: true });
  put(join(cwd, at));
  expect(await runCli(args.split(' '), { cwd })).toEqual({
    code: 2,
    signal: null,
    out: '',
    err: `operator-api: Cannot ${said}.\n`,
  });
});

it.each([
  [{ code: 'UNKNOWN', errno: -122, syscall: 'write' }, 'the disk quota is used up'],
  [
    { code: 'UNKNOWN', errno: -116, syscall: 'open' },
    'the network file system does not know it any more',
  ],
  [
    { code: 'UNKNOWN', errno: -4094, syscall: 'open' },
    'the system gives a reason that Node does not know',
  ],
  [{ code: 'EREMOTEIO', errno: -121, syscall: 'read' }, 'the system says EREMOTEIO'],
])('whatever a file system refuses is no bug: %o', (fields, reason) => {
  const error = Object.assign(new Error('refused'), fields, { path: 'dist/index.json' });
  expect(environmentError(error, 'write', 'dist')).toMatchObject({
    name: 'EnvironmentError',
    message: `Cannot write dist: ${reason}`,
  });
  expect(describeFailure(error)).toBe(
    `Cannot complete "${fields.syscall}" for dist/index.json: ${reason}.`,
  );
});

it('what is no system error is a bug', () => {
  expect(describeFailure(new TypeError('x is not a function'))).toMatch(/^This is a bug/);
});
