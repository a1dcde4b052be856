import { existsSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { temporaryFolder } from '../../doors/folders.ts';
import { runServer } from '../../doors/real-server.ts';

const SERVER = '/usr/sbin/apache2';
const MODULES = '/usr/lib/apache2/modules';
const DEBIAN_SETTINGS = '/etc/apache2/mods-available';

/** Whether there is an Apache on this machine. */
export const hasApache = existsSync(SERVER);

/** What Debian has loaded when nobody has said anything else, and HTTP/2; the site names the rest. */
const LOADED = [
  ...['mpm_event', 'authn_core', 'authz_core', 'authz_host', 'alias', 'autoindex', 'deflate'],
  ...['dir', 'env', 'filter', 'mime', 'negotiation', 'reqtimeout', 'setenvif', 'http2'],
];

/** Of the settings that come with these, those that could get in the way. */
const SETTINGS = ['alias', 'autoindex', 'deflate', 'dir', 'mime', 'negotiation'];

/** Runs the real Apache with a site as it was written, until the test is finished. */
export async function startApache(site: string, port: number): Promise<void> {
  const folder = temporaryFolder();
  writeFileSync(join(folder, 'operator-api.conf'), site);
  writeFileSync(join(folder, 'httpd.conf'), surroundings(site, folder));
  // In the foreground, and not with -X, which would answer one request after the other.
  const args = ['-d', folder, '-f', 'httpd.conf', '-D', 'FOREGROUND'];
  // Its children would outlive it after SIGKILL.
  await runServer([SERVER, ...args], port, { endWith: 'SIGTERM' });
}

/** What an administrator has around a site, and does as the site's first lines say. */
function surroundings(site: string, folder: string): string {
  const wanted = /^# +a2enmod (.+)$/m.exec(site)?.[1]?.split(' ') ?? [];
  const modules = [...new Set([...LOADED, ...wanted])];
  const settings = SETTINGS.map((name) => join(DEBIAN_SETTINGS, `${name}.conf`));
  const listen = /says "Listen (.+)"/.exec(site)?.[1] ?? '';
  const hasDefault = !site.includes('a2dissite 000-default');
  return `ServerName localhost
PidFile ${folder}/pid
ErrorLog ${folder}/error.log
${process.getuid?.() === 0 ? 'User #65534\nGroup #65534' : ''}
DefaultRuntimeDir ${folder}
Protocols h2c http/1.1
Listen ${listen}
${modules.map((name) => `LoadModule ${name}_module ${MODULES}/mod_${name}.so`).join('\n')}
${settings
  .filter((path) => existsSync(path))
  .map((path) => `Include ${path}`)
  .join('\n')}
<Directory />
  Options FollowSymLinks
  AllowOverride None
  Require all denied
</Directory>
AddOutputFilterByType DEFLATE application/json text/csv
${hasDefault ? `<VirtualHost ${listen}>\n</VirtualHost>` : ''}
Include ${folder}/operator-api.conf
`;
}
