import { type ChildProcess, spawn } from 'node:child_process';
import { join } from 'node:path';
import { onTestFinished } from 'vitest';
import { repository } from './repository.ts';

export const CLI = join(repository, 'lib', 'cli.cjs');

export interface Finished {
  readonly code: number | null;
  readonly signal: NodeJS.Signals | null;
  readonly out: string;
  readonly err: string;
}

interface Surroundings {
  readonly cwd?: string;
  readonly env?: NodeJS.ProcessEnv;
  readonly uid?: number;
  /** Another program and its arguments, which is to run it. */
  readonly by?: readonly string[];
  readonly stdin?: 'ignore' | 'pipe';
}

/** Runs the compiled command line to its end. */
export function runCli(
  args: readonly string[],
  surroundings: Surroundings = {},
): Promise<Finished> {
  return untilExit(startCli(args, surroundings));
}

/** Starts the compiled command line; it is ended with the test at the latest. */
export function startCli(
  args: readonly string[],
  { cwd, env, uid, by = [], stdin = 'ignore' }: Surroundings = {},
): ChildProcess {
  const [program = '', ...words] = [...by, process.execPath, CLI, ...args];
  const child = spawn(program, words, {
    cwd,
    env: { ...process.env, NO_COLOR: '1', ...env },
    stdio: [stdin, 'pipe', 'pipe'],
    ...(uid !== undefined && { uid }),
  });
  onTestFinished(() => {
    child.kill('SIGKILL');
  });
  return child;
}

export function untilExit(child: ChildProcess): Promise<Finished> {
  let out = '';
  let err = '';
  child.stdout?.setEncoding('utf8').on('data', (text) => {
    out += text;
  });
  child.stderr?.setEncoding('utf8').on('data', (text) => {
    err += text;
  });
  return new Promise((resolve, reject) => {
    child.on('error', reject);
    child.on('close', (code, signal) => resolve({ code, signal, out, err }));
  });
}
