import { readFileSync } from 'node:fs';
import { describeOutputFailure, runCommandLine, type World } from './commands/index.ts';

const { env, stderr } = process;
const packageFile = new URL('../package.json', import.meta.url);
const { version } = JSON.parse(readFileSync(packageFile, 'utf8')) as { version: string };

/** Opened when somebody asks for it, which most builds never do. */
let stdout: typeof process.stdout | null = null;
function output(): typeof process.stdout {
  stdout ??= process.stdout.on('error', (error: NodeJS.ErrnoException) => {
    // A reader that has seen enough, as in `| head`, is no error.
    if (error.code === 'EPIPE') process.exit();
    stderr.write(`operator-api: ${describeOutputFailure(error)}\n`);
    process.exit(2);
  });
  return stdout;
}

let isInterrupted = false;

const world: World = {
  out: (text) => output().write(text),
  err: (text) => stderr.write(text),
  isInteractive: stderr.isTTY === true,
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

// Where nobody listens, what was asked for is done all the same.
stderr.on('error', () => {});

// As Node itself ends where a module waits for what never comes.
process.once('beforeExit', () => {
  process.exitCode ??= 13;
});
runCommandLine(process.argv.slice(2), version, world).then((code) => {
  process.exitCode = code;
  // What is still at work, as a build that waits for another, ends as by a kill.
  if (isInterrupted) process.exit();
});
