import { existsSync, mkdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { nginx } from '../../../src/hosts/nginx.ts';
import { DEFAULT_SERVING, type Serving } from '../../../src/policy/index.ts';
import { askOverHttp2, askServer, type HostUnderTest } from '../../doors/check-host.ts';
import { temporaryFolder, writeFiles } from '../../doors/folders.ts';
import { freePort, runServer } from '../../doors/real-server.ts';

const BINARY = '/usr/sbin/nginx';

/** What an administrator does if the file says so. */
const REMOVAL = 'rm /etc/nginx/sites-enabled/default';

export const hasNginx = existsSync(BINARY);

export interface Nginx extends HostUnderTest {
  readonly port: number;
  /** What nginx has logged so far: warnings and worse. */
  readonly complaints: () => string;
}

/** What a test chooses of a deployment. */
export interface Chosen extends Partial<Serving> {
  readonly serverName?: string;
  readonly precompressed?: boolean;
  /** Whether Debian's own site stays, whatever the file says. */
  readonly keepsDefault?: boolean;
  /** Whether the port speaks HTTP/2. */
  readonly isHttp2?: boolean;
}

/** A real nginx over a folder that was built, with our file in its conf.d, until the test is over. */
export async function startNginx(out: string, chosen: Chosen = {}): Promise<Nginx> {
  const { serverName = null, precompressed = false, keepsDefault = false } = chosen;
  const isHttp2 = chosen.isHttp2 ?? false;
  const serving = { ...DEFAULT_SERVING, ...chosen };
  const port = await freePort();
  const listen = `127.0.0.1:${port}${isHttp2 ? ' http2' : ''}`;
  const removedCategories: readonly string[] = [];
  const files = nginx.configure(
    { ...serving, root: out, listen, serverName, precompressed, removedCategories },
    '',
  );
  const hasDefault = keepsDefault || !files.some(({ text }) => text.includes(REMOVAL));
  const folder = temporaryFolder();
  mkdirSync(join(folder, 'temporary'));
  writeFiles(folder, {
    'nginx.conf': surroundings(folder),
    'error.log': '',
    ...(hasDefault && { 'conf.d/z.conf': `server { listen ${listen} default_server; }` }),
    ...Object.fromEntries(files.map(({ path, text }) => [join('conf.d', path), text])),
  });
  const log = join(folder, 'error.log');
  await runServer([BINARY, '-p', folder, '-c', join(folder, 'nginx.conf'), '-e', log], port);
  const ask = isHttp2 ? askOverHttp2(port) : askServer(port);
  return {
    port,
    send: (sent) =>
      ask(serverName === null ? sent : { ...sent, headers: { host: serverName, ...sent.headers } }),
    serving,
    out,
    complaints: () => readFileSync(log, 'utf8'),
  };
}

/**
 * What Debian's own nginx.conf has around conf.d, in one process that needs no rights, and with the
 * table of variables that a deployment under a name may need.
 */
function surroundings(folder: string): string {
  const temporary = ['client_body', 'fastcgi', 'proxy', 'scgi', 'uwsgi'].map(
    (name) => `  ${name}_temp_path ${folder}/temporary/${name};`,
  );
  return `daemon off;
master_process off;
pid ${folder}/nginx.pid;
error_log ${folder}/error.log warn;
events { worker_connections 256; }
http {
  sendfile on;
  tcp_nopush on;
  types_hash_max_size 2048;
  variables_hash_max_size 2048;
  include /etc/nginx/mime.types;
  default_type application/octet-stream;
  access_log off;
  gzip on;
${temporary.join('\n')}
  include ${folder}/conf.d/*.conf;
}
`;
}
