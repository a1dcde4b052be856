import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import fastGlob from 'fast-glob';
import { describe, expect, it } from 'vitest';
import { parse } from 'yaml';
import { temporaryFolder, writeFiles } from '../doors/folders.ts';
import { repository } from '../doors/repository.ts';
import { runCli } from '../doors/run-cli.ts';
import { tiny } from '../doors/tiny-dataset.ts';

interface Workflow {
  readonly jobs: Readonly<Record<string, { readonly steps: readonly { readonly run?: string }[] }>>;
}

/** Every call of the command line in a workflow, as arguments. */
const calls = fastGlob.globSync('.github/workflows/*.yml', { cwd: repository }).flatMap((path) => {
  const { jobs } = parse(readFileSync(join(repository, path), 'utf8')) as Workflow;
  return Object.values(jobs).flatMap(({ steps }) =>
    steps.flatMap(({ run = '' }) => {
      const [, args] = /operator-api -- (.+)/.exec(run) ?? [];
      return args === undefined ? [] : [[path, args.replaceAll('"', '').split(' ')] as const];
    }),
  );
});

describe('the workflows', () => {
  it('call the command line', () => {
    expect(new Set(calls.map(([, [command]]) => command))).toEqual(
      new Set(['validate', 'build', 'host', 'verify']),
    );
  });

  it.each(calls)('%s: %j is a call that is understood', async (_, args) => {
    const cwd = temporaryFolder();
    writeFiles(join(cwd, 'data'), tiny());
    const here = args.map((arg) => (arg === '$BASE_URL' ? 'http://127.0.0.1:9/api/v1' : arg));
    await runCli(['build'], { cwd });
    await runCli(['host', 'netlify', '--write', '.'], { cwd });
    const { code, err } = await runCli(here, { cwd });
    // Nobody listens on port 9, so that the deployment cannot be reached.
    expect(code, err).toBe(args[0] === 'verify' ? 2 : 0);
    if (args[0] === 'verify') expect(err).toMatch(/127\.0\.0\.1:9/);
  });

  it('annotate the line of a problem', async () => {
    const cwd = temporaryFolder();
    writeFiles(join(cwd, 'data'), tiny({ 'operators/birch.yaml': 'id: three\n' }));
    const [, args = []] = calls.find(([, [command]]) => command === 'validate') ?? [];
    const { code, out } = await runCli(args, { cwd });
    expect(code).toBe(1);
    expect(out).toMatch(/^::error file=data\/operators\/birch\.yaml,line=1,/);
  });
});
