import { spawnSync } from 'node:child_process';
import { appendFileSync, chmodSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { parse } from 'yaml';
import { temporaryFolder } from './folders.ts';
import { CLI } from './run-cli.ts';

interface Step {
  readonly name?: string;
  readonly if?: string;
  readonly run?: string;
  readonly uses?: string;
  readonly env?: Readonly<Record<string, string>>;
}

interface Job {
  readonly if?: string;
  readonly env?: Readonly<Record<string, string>>;
  readonly steps: readonly Step[];
}

/** What tests read of a workflow. */
export interface Workflow {
  readonly on: unknown;
  readonly permissions: Readonly<Record<string, string>>;
  readonly env?: Readonly<Record<string, string>>;
  readonly jobs: Readonly<Record<string, Job>>;
}

export function readWorkflow(path: string): Workflow {
  return parse(readFileSync(path, 'utf8')) as Workflow;
}

interface Surroundings {
  /** What each `${{ … }}` stands for. */
  readonly expressions?: Readonly<Record<string, string>>;
  readonly env?: Readonly<Record<string, string>>;
  /** Programs of the runner by name: what stands in for each, as a script of bash. */
  readonly programs?: Readonly<Record<string, string>>;
}

/** The command line of a project that installs the package, or of a checkout. */
const OPERATOR_API = `exec '${process.execPath}' '${CLI}' "$@"`;
const PROGRAMS = {
  npx: `shift; ${OPERATOR_API}`,
  npm: `if [ "$1" = ci ]; then exit; fi; shift 4; ${OPERATOR_API}`,
};

/**
 * Runs the scripts of the only job of a workflow, as a runner of GitHub does: in order, until one fails.
 * Steps that use an action do nothing.
 *
 * @param cwd The checkout.
 */
export function runWorkflow(path: string, cwd: string, surroundings: Surroundings = {}) {
  const workflow = readWorkflow(path);
  const [job = { steps: [] }] = Object.values(workflow.jobs);
  const temp = temporaryFolder();
  const files = Object.fromEntries(
    ['GITHUB_ENV', 'GITHUB_STEP_SUMMARY'].map((name) => [name, join(temp, name)]),
  );
  for (const file of Object.values(files)) writeFileSync(file, '');
  installPrograms(join(temp, 'bin'), { ...PROGRAMS, ...surroundings.programs });

  const { expressions = {} } = surroundings;
  const known: Record<string, string> = {
    PATH: `${join(temp, 'bin')}:${process.env['PATH']}`,
    RUNNER_TEMP: temp,
    ...files,
    ...surroundings.env,
    ...filledIn({ ...workflow.env, ...job.env }, expressions),
  };
  let said = '';
  let failed: string | null = null;
  for (const step of job.steps) {
    if (step.run === undefined || !isDue(step, known)) continue;
    const { status, stdout, stderr } = spawnSync(
      'bash',
      ['--noprofile', '--norc', '-eo', 'pipefail', '-c', step.run],
      { cwd, encoding: 'utf8', env: { ...known, ...filledIn(step.env ?? {}, expressions) } },
    );
    said += stdout + stderr;
    if (status !== 0) {
      failed = step.name ?? step.run;
      break;
    }
    for (const line of readFileSync(join(temp, 'GITHUB_ENV'), 'utf8').split('\n')) {
      const [, name, value = ''] = /^(\w+)=(.*)$/.exec(line) ?? [];
      if (name !== undefined) known[name] = value;
    }
  }
  const read = (name: string) => readFileSync(join(temp, name), 'utf8');
  return { failed, said, summary: read('GITHUB_STEP_SUMMARY'), temp, read };
}

function isDue({ if: condition }: Step, env: Readonly<Record<string, string>>): boolean {
  if (condition === undefined) return true;
  const [, name] = /^env\.(\w+) != ''$/.exec(condition) ?? [];
  if (name === undefined) throw new Error(`Cannot evaluate ${condition}`);
  return (env[name] ?? '') !== '';
}

function filledIn(
  env: Readonly<Record<string, string>>,
  expressions: Readonly<Record<string, string>>,
): Record<string, string> {
  const fill = (text: string) =>
    text.replace(/\$\{\{ (.+?) \}\}/g, (_, expression: string) => {
      const value = expressions[expression];
      if (value === undefined) throw new Error(`Cannot evaluate ${expression}`);
      return value;
    });
  return Object.fromEntries(Object.entries(env).map(([name, value]) => [name, fill(value)]));
}

function installPrograms(folder: string, programs: Readonly<Record<string, string>>): void {
  mkdirSync(folder);
  for (const [name, script] of Object.entries(programs)) {
    const path = join(folder, name);
    appendFileSync(path, `#!/usr/bin/env bash\n${script}\n`);
    chmodSync(path, 0o755);
  }
}
