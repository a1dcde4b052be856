import { readFileSync } from 'node:fs';
import { describeOutputFailure, runCommandLine, type World } from './commands/index.ts';

const { env, stderr, stdin, stdout } = process;
const packageFile = new URL('../package.json', import.meta.url);
const { version } = JSON.parse(readFileSync(packageFile, 'utf8')) as { version: string };

stdout.on('error', (error: NodeJS.ErrnoException) => {
  // A reader that stops reading, such as `| head`, is not an error.
  if (error.code === 'EPIPE') process.exit();
  stderr.write(`operator-api: ${describeOutputFailure(error)}\n`);
  process.exit(2);
});
// The command completes even if its messages cannot be written.
stderr.on('error', () => {});

let isInterrupted = false;

const world: World = {
  out: (text) => stdout.write(text),
  input: stdin,
  // If one reader gets both streams, this keeps their order.
  err: (text) =>
    stdout.writableLength > 0 ? stdout.write('', () => stderr.write(text)) : stderr.write(text),
  isInteractive: stderr.isTTY === true,
  // https://no-color.org: any value that is not empty.
  isColourful: stdout.isTTY === true && !env['NO_COLOR'] && env['TERM'] !== 'dumb',
  env,
  fetchAsksProxies: fetchAsksProxies(),
  async ask(question) {
    if (!stdin.isTTY || !stderr.isTTY) return null;
    const { createInterface } = await import('node:readline/promises');
    const terminal = createInterface({ input: stdin, output: stderr });
    const ended = new Promise<null>((resolve) => terminal.once('close', () => resolve(null)));
    const answer = await Promise.race([terminal.question(question), ended]);
    terminal.close();
    return answer;
  },
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

/** https://nodejs.org/api/cli.html#node_use_env_proxy1, in Node 22.21 and 24. */
function fetchAsksProxies(): boolean {
  const [major = 0, minor = 0] = process.versions.node.split('.').map(Number);
  const isKnown = major >= 24 || (major === 22 && minor >= 21);
  const flags = `${process.execArgv.join(' ')} ${env['NODE_OPTIONS'] ?? ''}`;
  return (isKnown && env['NODE_USE_ENV_PROXY'] === '1') || flags.includes('--use-env-proxy');
}

runCommandLine(process.argv.slice(2), version, world).then((code) => {
  process.exitCode = code;
  // A build that waits for another does not keep the process.
  if (isInterrupted) process.exit();
});
