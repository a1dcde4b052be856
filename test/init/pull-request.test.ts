import { execFileSync } from 'node:child_process';
import { cpSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, describe, expect, it } from 'vitest';
import { sharedFolder, temporaryFolder } from '../doors/folders.ts';
import { runCommand } from '../doors/run-command.ts';
import { runWorkflow } from '../doors/run-workflow.ts';

const VALIDATE = '.github/workflows/validate.yml';
const OPERATOR = 'data/operators/example-operator.yaml';
const CLAIMS = 'data/facts/example-operator.yaml';

/** A new project with the example operator, in a repository with one commit. */
let project: string;

beforeAll(async () => {
  project = sharedFolder();
  const { code, err } = await runCommand(['init', '--host', 'nginx', '--yes'], project);
  expect(code, err).toBe(0);
  cpSync(join(project, 'examples'), join(project, 'data'), { recursive: true });
  git(project, 'init', '--quiet', '--initial-branch', 'main');
  commit(project);
}, 60_000);

function git(cwd: string, ...args: readonly string[]): string {
  const author = ['-c', 'user.name=Maintainer', '-c', 'user.email=maintainer@compare.example'];
  const quiet = ['-c', 'commit.gpgsign=false', '-c', 'core.hooksPath=/dev/null'];
  return execFileSync('git', [...author, ...quiet, ...args], {
    cwd,
    encoding: 'utf8',
    stdio: 'pipe',
  });
}

function commit(cwd: string): void {
  git(cwd, 'add', '--all');
  git(cwd, 'commit', '--quiet', '--message', 'Change the data');
}

type Edit = (folder: string) => void;

/**
 * Runs the workflow on a pull request, checked out as GitHub does: a merge of the two branches.
 *
 * @param base Changes the base branch before the pull request.
 */
function pullRequest(change: Edit, base: Edit = () => {}) {
  const origin = join(temporaryFolder(), 'origin');
  git(project, 'clone', '--quiet', project, origin);
  base(origin);
  if (git(origin, 'status', '--porcelain') !== '') commit(origin);

  const checkout = join(temporaryFolder(), 'checkout');
  git(origin, 'clone', '--quiet', origin, checkout);
  git(checkout, 'switch', '--quiet', '--create', 'change');
  change(checkout);
  commit(checkout);
  git(checkout, 'switch', '--quiet', '--detach', 'origin/main');
  git(checkout, 'merge', '--quiet', '--no-ff', '--no-edit', 'change');
  return runWorkflow(join(checkout, VALIDATE), checkout, { env: { GITHUB_BASE_REF: 'main' } });
}

function replace(file: string, from: string | RegExp, to: string): Edit {
  return (folder) => {
    const text = readFileSync(join(folder, file), 'utf8');
    const changed = text.replace(from, to);
    expect(changed).not.toBe(text);
    writeFileSync(join(folder, file), changed);
  };
}

const rename = replace(OPERATOR, 'name: Example Operator', 'name: Sample & Sons');

describe('the workflow for pull requests', () => {
  it('shows what changes for readers of the API', () => {
    const { failed, said, summary, read } = pullRequest(rename);
    expect(failed, said).toBe(null);
    expect(summary).toMatch(/^### 1 change\b/m);
    expect(summary).toMatch(/^\| .* \| name \| .*Example Operator.* \| .*Sample .* Sons.* \|/m);
    expect(read('changes.txt')).toContain('Sample & Sons');
    expect(said).not.toContain('::');
  });

  it('fails if a published claim is deleted, and annotates', () => {
    const entry = /- claim_id: withdrawal_fee_usd_1\n(?: .*\n)+\n/;
    const { failed, said, summary } = pullRequest(replace(CLAIMS, entry, ''));
    expect(failed).toBe('Build the pull request, within the limits of the host');
    expect(said).toMatch(/^::error .*title=registry\/claim-vanished/m);
    expect(summary).toBe('');
  });

  it('annotates the line of a problem', () => {
    const { failed, said } = pullRequest(replace(OPERATOR, 'id: 1 ', 'id: one '));
    expect(failed).toBe('Build the pull request, within the limits of the host');
    const lines = readFileSync(join(project, OPERATOR), 'utf8').split('\n');
    const line = 1 + lines.findIndex((text) => text.startsWith('id:'));
    expect(said).toContain(`\n::error file=${OPERATOR},line=${line},`);
  });

  it('fails if the configuration of the host is out of date', () => {
    const change = replace(
      'data/service.yaml',
      /^base_url: \S+/m,
      'base_url: https://x.example/api/v1',
    );
    const { failed, said } = pullRequest(change);
    expect(failed).toBe('Check that the configuration of the host is up to date');
    expect(said).toMatch(/^::error file=operator-api\.conf,.*title=host\/configuration-differs/m);
  });

  it.each<[string, Edit]>([
    ['is invalid', replace(OPERATOR, 'id: 1 ', 'id: one ')],
    ['has no data', (folder) => rmSync(join(folder, 'data'), { recursive: true })],
  ])('checks the pull request alone if the base branch %s', (_, base) => {
    const { failed, said, summary } = pullRequest((folder) => {
      cpSync(join(project, 'data'), join(folder, 'data'), { recursive: true });
      rename(folder);
    }, base);
    expect(failed, said).toBe(null);
    expect(said).toContain(
      '::warning title=Nothing to compare with::The base branch cannot be built',
    );
    expect(summary).toMatch(/^The base branch cannot be built, .*\n$/);
  });

  it('compares with the commit that the pull request starts from', () => {
    const checkout = join(temporaryFolder(), 'checkout');
    git(project, 'clone', '--quiet', project, checkout);
    git(checkout, 'switch', '--quiet', '--create', 'change');
    // The base branch gets a claim that this branch does not have.
    replace(CLAIMS, /(by: |claim_id: )withdrawal_fee_usd_2/g, '$1withdrawal_fee_usd_3')(checkout);
    commit(checkout);
    git(checkout, 'update-ref', 'refs/remotes/origin/main', 'change');
    git(checkout, 'reset', '--quiet', '--hard', 'HEAD~');
    const env = { GITHUB_BASE_REF: 'main' };
    const { failed, said } = runWorkflow(join(checkout, VALIDATE), checkout, { env });
    expect(failed, said).toBe(null);
  });
});
