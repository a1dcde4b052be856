import { spawnSync } from 'node:child_process';
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { temporaryFolder } from '../../doors/folders.ts';
import { runServer } from '../../doors/real-server.ts';

/** Whether there is a Caddy on this machine. */
export const hasCaddy = spawnSync('caddy', ['version']).status === 0;

/** Whether Caddy's own formatter would leave a Caddyfile as it is; otherwise it warns at every start. */
export function isFormatted(caddyfile: string): boolean {
  const { stdout } = spawnSync('caddy', ['fmt', '-'], { input: caddyfile, encoding: 'utf8' });
  return stdout === caddyfile;
}

/** Runs the real Caddy with a site as it was written, until the test is finished. */
export async function startCaddy(site: string, port: number): Promise<void> {
  const folder = temporaryFolder();
  const sites = join(folder, 'sites');
  mkdirSync(sites);
  writeFileSync(join(sites, 'Caddyfile'), site);
  // What belongs to the whole server stands in another file, as it does for an administrator.
  writeFileSync(join(folder, 'Caddyfile'), '{\n\tadmin off\n}\nimport sites/Caddyfile\n');
  await runServer(['caddy', 'run', '--config', 'Caddyfile', '--adapter', 'caddyfile'], port, {
    cwd: folder,
    env: { ...process.env, HOME: folder, XDG_CONFIG_HOME: folder, XDG_DATA_HOME: folder },
  });
}
