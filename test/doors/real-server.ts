import { type SpawnOptions, spawn } from 'node:child_process';
import { once } from 'node:events';
import { connect, createServer } from 'node:net';
import { cleanUpLater } from './shared.ts';

/** A port of loopback that nobody listens on. */
export async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  server.close();
  await once(server, 'close');
  if (address === null || typeof address === 'string') throw new Error('No port was given');
  return address.port;
}

/**
 * Runs a server in the foreground until the test is finished, or all that share it, and waits until it listens.
 *
 * @param options With the signal that also ends its children, where it has any.
 * @throws with what it said, when it ends before it listens
 */
export async function runServer(
  [command, ...args]: readonly [string, ...string[]],
  port: number,
  { endWith = 'SIGKILL', ...options }: SpawnOptions & { endWith?: NodeJS.Signals } = {},
): Promise<void> {
  const server = spawn(command, args, { ...options, stdio: ['ignore', 'ignore', 'pipe'] });
  const hasEnded = () => server.exitCode !== null || server.signalCode !== null;
  cleanUpLater(async () => {
    if (hasEnded()) return;
    server.kill(endWith);
    await once(server, 'exit');
  });
  let said = '';
  server.stderr?.setEncoding('utf8').on('data', (text: string) => {
    said += text;
  });
  while (!(await isListening(port))) {
    if (hasEnded()) throw new Error(`${command} did not start: ${said}`);
  }
}

/** One attempt to connect; a refusal takes a moment, so that asking again and again costs little. */
function isListening(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = connect(port, '127.0.0.1', () => {
      socket.destroy();
      resolve(true);
    });
    socket.on('error', () => setTimeout(resolve, 10, false));
  });
}
