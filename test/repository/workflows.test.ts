import { execFileSync } from 'node:child_process';
import { readFileSync, symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { parse } from 'yaml';
import { temporaryFolder, writeFiles } from '../doors/folders.ts';
import { repository } from '../doors/repository.ts';
import { runCli } from '../doors/run-cli.ts';
import { readWorkflow } from '../doors/run-workflow.ts';
import { tiny } from '../doors/tiny-dataset.ts';
import { exceptedChecks } from '../doors/verify-host.ts';

/** The scripts of the workflow that deploys; test/init runs the others. */
const scripts = Object.values(
  readWorkflow(join(repository, '.github/workflows/deploy.yml')).jobs,
).flatMap(({ steps }) => steps.map(({ run = '' }) => run));

/** Every call of the command line in it, as arguments. */
const calls = scripts.flatMap((script) => {
  const [, args] = /operator-api -- (.+)/.exec(script) ?? [];
  return args === undefined ? [] : [args.replaceAll('"', '').split(' ')];
});

describe('the workflow that deploys', () => {
  it.each(calls.map((args) => [args]))('calls %j, which is understood', async (args) => {
    const cwd = temporaryFolder();
    writeFiles(join(cwd, 'data'), tiny());
    await runCli(['build'], { cwd });
    // Nobody listens on port 9, so that the deployment cannot be reached.
    const here = args.map((arg) => (arg === '$BASE_URL' ? 'http://127.0.0.1:9/api/v1' : arg));
    const { code, err } = await runCli(here, { cwd });
    expect(code, err).toBe(2);
    expect(err).toMatch(/127\.0\.0\.1:9/);
  });

  it('excepts what docs/deploy.md says of Netlify', () => {
    const excepted = calls.map((args) =>
      args.filter((_, index) => args[index - 1] === '--except').sort(),
    );
    expect(excepted).toEqual([exceptedChecks('netlify'), exceptedChecks('netlify')]);
  });

  it('reads the base address as a build does, quotes, comment and all', async () => {
    const script = scripts.find((one) => one.includes('BASE_URL='));
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
});
