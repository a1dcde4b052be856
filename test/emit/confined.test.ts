import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { generateDataset } from '../../scripts/generate-dataset.ts';
import { traceFiles } from '../doors/check-build.ts';
import { temporaryFolder, writeFiles } from '../doors/folders.ts';
import { repository } from '../doors/repository.ts';
import { runCli } from '../doors/run-cli.ts';
import { tiny } from '../doors/tiny-dataset.ts';

/** So many that a second thread would be started. */
const OPERATORS = 300;

/** Starts Node with its permission model, which has had two names. */
const CONFINE = process.allowedNodeEnvironmentFlags.has('--permission')
  ? '--permission'
  : '--experimental-permission';

function confinedTo(...permissions: readonly string[]): NodeJS.ProcessEnv {
  return {
    NODE_OPTIONS: [CONFINE, ...permissions].join(' '),
    NODE_NO_WARNINGS: '1',
    SOURCE_DATE_EPOCH: '1797000000',
  };
}

it('a build that may have no second thread, nor set times by descriptor, writes the same', async () => {
  const cwd = temporaryFolder();
  writeFiles(join(cwd, 'data'), generateDataset(OPERATORS));
  const env = confinedTo('--allow-fs-read=*', '--allow-fs-write=*');
  const confined = await runCli(['build', '--out', 'confined'], { cwd, env });
  expect(confined).toMatchObject({ code: 0, err: expect.stringMatching(/^Built /) });
  const { SOURCE_DATE_EPOCH } = env;
  await runCli(['build', '--out', 'free'], { cwd, env: { SOURCE_DATE_EPOCH } });
  expect(publishedIn(join(cwd, 'confined'))).toEqual(publishedIn(join(cwd, 'free')));
}, 60_000);

it.each([
  ['write', ['--allow-fs-read=*'], 'write to dist'],
  ['read', [`--allow-fs-read=${repository}`], 'read the data folder data'],
])('a Node that may not %s is one clear line and exit 2', async (_, permissions, what) => {
  const cwd = temporaryFolder();
  writeFiles(join(cwd, 'data'), tiny());
  const reason = 'this Node was started without --allow-fs-read or --allow-fs-write for it';
  expect(await runCli(['build'], { cwd, env: confinedTo(...permissions) })).toEqual({
    code: 2,
    signal: null,
    out: '',
    err: `operator-api: Cannot ${what}: ${reason}.\n`,
  });
  expect(existsSync(join(cwd, 'dist'))).toBe(false);
});

function publishedIn(out: string): unknown {
  return [...traceFiles(out)].map(([path, { content, modifiedAt }]) => [path, modifiedAt, content]);
}
