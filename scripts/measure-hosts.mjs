/*
 * What our rules cost nginx and Caddy: the same server over the same files answers in turn with the
 * configuration that `operator-api host` writes and with none but its root. Prints the median of the
 * ratios, for docs/hosts.md. Needs Linux, a compiled program, nginx, caddy and wrk.
 *
 *   node scripts/measure-hosts.mjs [rounds]
 */
import { execFileSync, spawn } from 'node:child_process';
import { chmodSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';

const ROUNDS = Number(process.argv[2] ?? 9);
const [OURS, PLAIN] = [18_471, 18_472];
const repository = fileURLToPath(new URL('..', import.meta.url));
const folder = mkdtempSync(join(tmpdir(), 'measure-hosts-'));
const dist = join(folder, 'dist');

const operatorApi = (...args) =>
  execFileSync(process.execPath, [join(repository, 'lib/cli.cjs'), ...args], {
    cwd: repository,
    encoding: 'utf8',
    stdio: ['ignore', 'pipe', 'ignore'],
  });
const configure = (host) =>
  operatorApi('host', host, '--root', dist, '--listen', `127.0.0.1:${OURS}`, '--server-name', '*');

const HOSTS = {
  nginx() {
    writeFileSync(
      join(folder, 'nginx.conf'),
      `daemon off; master_process off; pcre_jit on; pid ${folder}/nginx.pid; error_log ${folder}/error.log;
${process.getuid() === 0 ? 'user root;' : ''}
events { worker_connections 256; }
http {
  variables_hash_max_size 2048; types_hash_max_size 2048; access_log off; sendfile on;
  include /etc/nginx/mime.types;
  ${['client_body', 'fastcgi', 'proxy', 'scgi', 'uwsgi'].map((name) => `${name}_temp_path ${folder}/${name};`).join(' ')}
  include ${folder}/ours.conf;
  server { listen 127.0.0.1:${PLAIN}; root ${dist}; }
}`,
    );
    writeFileSync(join(folder, 'ours.conf'), configure('nginx'));
    return ['/usr/sbin/nginx', '-p', folder, '-c', join(folder, 'nginx.conf')];
  },
  caddy() {
    const plain = `http://:${PLAIN} {\n\tbind 127.0.0.1\n\troot * ${dist}\n\tfile_server\n}`;
    const all = `{\n\tadmin off\n}\n${configure('caddy')}\n${plain}\n`;
    writeFileSync(join(folder, 'Caddyfile'), all);
    return ['caddy', 'run', '--config', join(folder, 'Caddyfile'), '--adapter', 'caddyfile'];
  },
};

const FILE = '/api/v1/operators/harbour-nine';
const BROWSER =
  'text/html,application/xhtml+xml,application/xml;q=0.9,image/avif,image/webp,*/*;q=0.8';
const REQUESTS = {
  'a file by its name': [`${FILE}.json`],
  'without a suffix, any form': [FILE, '*/*'],
  'without a suffix, as a browser asks': [FILE, BROWSER],
  'without a suffix, JSON by name': [FILE, 'application/json'],
  'without a suffix, CSV by name': [FILE, 'text/csv'],
};

/** Requests a second of processor time, which other programs of a busy machine do not take part in. */
function requestsASecond(pid, port, path, accept) {
  const header = accept === undefined ? [] : ['-H', `Accept: ${accept}`];
  const args = ['-t1', '-c8', '-d1s', ...header, `http://127.0.0.1:${port}${path}`];
  const before = ticksOf(pid);
  const said = execFileSync('wrk', args, { encoding: 'utf8' });
  if (/Non-2xx/.test(said)) throw new Error(`${path}: ${said}`);
  return Number(/(\d+) requests in/.exec(said)?.[1]) / (ticksOf(pid) - before);
}

/** The processor time of a process so far: proc(5). */
function ticksOf(pid) {
  const [user, system] = readFileSync(`/proc/${pid}/stat`, 'utf8').split(' ').slice(13);
  return Number(user) + Number(system);
}

const median = (values) => values.toSorted((a, b) => a - b)[values.length >> 1];

try {
  operatorApi('build', '--out', dist, '--no-cache');
  chmodSync(folder, 0o755);
  for (const [name, prepare] of Object.entries(HOSTS)) {
    const [command, ...args] = prepare();
    const env = { ...process.env, HOME: folder, GOMAXPROCS: '1' };
    const server = spawn(command, args, { env, stdio: 'ignore' });
    await pause(2000);
    try {
      for (const [what, [path, accept]] of Object.entries(REQUESTS)) {
        const ratios = Array.from({ length: ROUNDS }, () => {
          const plain = requestsASecond(server.pid, PLAIN, `${FILE}.json`, accept);
          return requestsASecond(server.pid, OURS, path, accept) / plain;
        });
        console.log(`| ${name} | ${what} | ${median(ratios).toFixed(2)} |`);
      }
    } finally {
      server.kill();
    }
  }
} finally {
  rmSync(folder, { recursive: true, force: true });
}
