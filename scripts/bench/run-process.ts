import { spawn } from 'node:child_process';
import { readFileSync } from 'node:fs';

/** A process to run. */
export interface Command {
  readonly program: string;
  readonly args: readonly string[];
  /** The folder to run in; the present one when absent. */
  readonly cwd?: string;
  readonly env?: Readonly<Record<string, string>>;
}

/** What running it took. */
export interface Run {
  readonly milliseconds: number;
  /** The most memory it held at once; null where /proc does not say. */
  readonly peakBytes: number | null;
  /** Why it did not get to its end; null when it did. */
  readonly failure: string | null;
}

const SAMPLE_EVERY_MS = 10;
const GIVE_UP_AFTER_MS = 30 * 60_000;

/** Runs a process to its end, with a clean environment. */
export function runProcess({ program, args, cwd, env = {} }: Command): Promise<Run> {
  return new Promise((resolve, reject) => {
    let said = '';
    const started = performance.now();
    const child = spawn(program, args, {
      ...(cwd !== undefined && { cwd }),
      env: { ...environment(), ...env },
      stdio: ['ignore', 'ignore', 'pipe'],
      timeout: GIVE_UP_AFTER_MS,
    });
    // A process that has ended has no memory left to ask for, so it is asked while it runs.
    let peakBytes = readPeak(child.pid);
    const sampler = setInterval(() => {
      peakBytes = readPeak(child.pid) ?? peakBytes;
    }, SAMPLE_EVERY_MS);
    child.stderr.setEncoding('utf8').on('data', (text: string) => {
      said = (said + text).slice(-20_000);
    });
    let milliseconds = 0;
    child.on('exit', () => {
      milliseconds = performance.now() - started;
      clearInterval(sampler);
    });
    child.on('error', reject);
    child.on('close', (code, signal) =>
      resolve({ milliseconds, peakBytes, failure: describeFailure(code, signal, said) }),
    );
  });
}

/** Runs a process that has no reason to fail. */
export async function mustRun(command: Command): Promise<Run> {
  const run = await runProcess(command);
  if (run.failure !== null) {
    throw new Error(`${[command.program, ...command.args].join(' ')}\n${run.failure}`);
  }
  return run;
}

/** Without what would slow every start of Node down, or change what it does. */
export function environment(): NodeJS.ProcessEnv {
  const { NODE_EXTRA_CA_CERTS, NODE_OPTIONS, SOURCE_DATE_EPOCH, ...env } = process.env;
  return { ...env, NODE_ENV: 'production', NO_COLOR: '1' };
}

/** The high-water mark of a process on Linux. */
export function readPeak(pid: number | undefined): number | null {
  try {
    const status = readFileSync(`/proc/${pid}/status`, 'utf8');
    const [, kibibytes] = /^VmHWM:\s+(\d+) kB$/m.exec(status) ?? [];
    return kibibytes === undefined ? null : Number(kibibytes) * 1024;
  } catch {
    return null;
  }
}

function describeFailure(
  code: number | null,
  signal: NodeJS.Signals | null,
  said: string,
): string | null {
  if (code === 0) return null;
  if (/heap out of memory/.test(said)) return 'ran out of memory';
  return `${signal === null ? `exit code ${code}` : signal}\n${said.trim().slice(-2_000)}`;
}
