import { join } from 'node:path';
import { temporaryFolder, writeFiles } from '../../doors/folders.ts';
import { runServer } from '../../doors/real-server.ts';
import { repository } from '../../doors/repository.ts';

const COMMAND = join(repository, 'node_modules', 'serve', 'build', 'main.js');

/** Runs the real `serve` with a serve.json as it was written, until the test is finished. */
export async function startServe(configuration: string, port: number): Promise<void> {
  const folder = temporaryFolder();
  writeFiles(folder, { 'serve.json': configuration });
  const options = ['--listen', `tcp://127.0.0.1:${port}`, '--no-request-logging', '--no-clipboard'];
  await runServer([process.execPath, COMMAND, ...options], port, {
    cwd: folder,
    env: { ...process.env, NO_UPDATE_CHECK: '1' },
  });
}
