import { fstatSync, readFileSync, writeSync } from 'node:fs';
import { describeOutputFailure, runCommandLine, type World } from './commands/index.ts';

const { env } = process;
const packageFile = new URL('../package.json', import.meta.url);
const { version } = JSON.parse(readFileSync(packageFile, 'utf8')) as { version: string };

/** Opened when somebody asks for it, which most builds never do. */
let stdout: typeof process.stdout | null = null;
function output(): typeof process.stdout {
  stdout ??= process.stdout.on('error', (error: NodeJS.ErrnoException) => {
    // A reader that has seen enough, as in `| head`, is no error.
    if (error.code === 'EPIPE') process.exit();
    say(`operator-api: ${describeOutputFailure(error)}\n`);
    process.exit(2);
  });
  return stdout;
}

/** The file descriptor of standard error. */
const STDERR = 2;

/** Opened for a reader that is too slow: to open it takes as long as to look at a thousand sources. */
let stderr: typeof process.stderr | null = null;

/** What is to be said once standard output has taken what was written before, as in `2>&1 | cat`. */
const unsaid: string[] = [];
process.once('exit', () => {
  for (const text of unsaid.splice(0)) sayNow(text);
});

function say(text: string): void {
  const isWaiting = unsaid.length > 0 || (stdout !== null && stdout.writableLength > 0);
  if (!isWaiting) {
    sayNow(text);
    return;
  }
  unsaid.push(text);
  output().write('', () => sayNow(unsaid.shift() ?? ''));
}

/** Where nobody listens, what was asked for is done all the same. */
function sayNow(text: string): void {
  let rest = Buffer.from(text);
  try {
    while (stderr === null && rest.length > 0) rest = rest.subarray(writeSync(STDERR, rest));
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EAGAIN') return;
    stderr = process.stderr.on('error', () => {});
  }
  stderr?.write(rest);
}

let isInterrupted = false;

const world: World = {
  out: (text) => output().write(text),
  err: say,
  get isInteractive() {
    return fstatSync(STDERR).isCharacterDevice() && process.stderr.isTTY === true;
  },
  // https://no-color.org: any value that is not empty.
  get isColourful() {
    return output().isTTY === true && !env['NO_COLOR'] && env['TERM'] !== 'dumb';
  },
  sourceDateEpoch: env['SOURCE_DATE_EPOCH'],
  untilInterrupted: () =>
    new Promise((resolve) => {
      for (const signal of ['SIGINT', 'SIGTERM'] as const) {
        process.once(signal, () => {
          isInterrupted = true;
          resolve();
        });
      }
    }),
};

// As Node itself ends where a module waits for what never comes. Everything is written by then, and Node
// would give back its memory piece by piece first.
process.once('beforeExit', () => process.exit(process.exitCode ?? 13));
runCommandLine(process.argv.slice(2), version, world).then((code) => {
  process.exitCode = code;
  // What is still at work, as a build that waits for another, ends as by a kill.
  if (isInterrupted) process.exit();
});
