import { spawn } from 'node:child_process';
import { readFileSync } from 'node:fs';

/** A process to run. */
export interface Command {
  readonly program: string;
  readonly args: readonly string[];
}

/** What running it took. */
export interface Run {
  readonly milliseconds: number;
  /** The most memory it held at once; null where /proc does not say. */
  readonly peakBytes: number | null;
}

const SAMPLE_EVERY_MS = 10;
const GIVE_UP_AFTER_MS = 30 * 60_000;

/**
 * Runs a process to its end, with a clean environment.
 *
 * @throws Error when it fails
 */
export function mustRun({ program, args }: Command): Promise<Run> {
  return new Promise((resolve, reject) => {
    let said = '';
    const started = performance.now();
    const child = spawn(program, args, {
      env: environment(),
      stdio: ['ignore', 'ignore', 'pipe'],
      timeout: GIVE_UP_AFTER_MS,
    });
    // The memory of a process that has ended cannot be read, so it is read while it runs.
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
    child.on('close', (code, signal) => {
      if (code === 0) resolve({ milliseconds, peakBytes });
      else reject(new Error(`${[program, ...args].join(' ')}: ${signal ?? code}\n${said.trim()}`));
    });
  });
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
