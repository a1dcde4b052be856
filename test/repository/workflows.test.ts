import { execFileSync } from 'node:child_process';
import { readFileSync, symlinkSync } from 'node:fs';
import { join } from 'node:path';
import fastGlob from 'fast-glob';
import { describe, expect, it } from 'vitest';
import { parse } from 'yaml';
import { temporaryFolder, writeFiles } from '../doors/folders.ts';
import { repository } from '../doors/repository.ts';
import { runCli } from '../doors/run-cli.ts';
import { tiny } from '../doors/tiny-dataset.ts';
import { exceptedChecks } from '../doors/verify-host.ts';

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

  it('except what docs/deploy.md says of Netlify', () => {
    const excepted = calls
      .filter(([, [command]]) => command === 'verify')
      .map(([, args]) => args.filter((_, index) => args[index - 1] === '--except').sort());
    expect(excepted).toEqual([exceptedChecks('netlify'), exceptedChecks('netlify')]);
  });

  it('read the base address as a build does, quotes, comment and all', async () => {
    const { jobs } = parse(
      readFileSync(join(repository, '.github/workflows/deploy.yml'), 'utf8'),
    ) as Workflow;
    const [script] = Object.values(jobs)
      .flatMap(({ steps }) => steps.map(({ run = '' }) => run))
      .filter((run) => run.includes('BASE_URL='));
    const cwd = temporaryFolder();
    const service = String(tiny()['service.yaml']);
    const written = service.replace(/^base_url: (.*)$/m, 'base_url: "$1" # live');
    writeFiles(cwd, { 'data/service.yaml': written, env: '' });
    symlinkSync(join(repository, 'node_modules'), join(cwd, 'node_modules'));
    const env = { ...process.env, GITHUB_ENV: join(cwd, 'env') };
    execFileSync('bash', ['-c', script ?? ''], { cwd, env });
    expect(written).toContain('" # live');
    expect(readFileSync(join(cwd, 'env'), 'utf8')).toBe(`BASE_URL=${parse(written).base_url}\n`);
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
