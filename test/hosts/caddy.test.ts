import { once } from 'node:events';
import { readdirSync, readFileSync, statSync, utimesSync, writeFileSync } from 'node:fs';
import { get, type IncomingMessage } from 'node:http';
import { join } from 'node:path';
import { brotliCompressSync, brotliDecompressSync, gunzipSync, gzipSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import { caddy } from '../../src/hosts/caddy.ts';
import { type Deployment, SOURCE_LINE } from '../../src/hosts/host.ts';
import { DEFAULT_SERVING } from '../../src/policy/index.ts';
import { project } from '../doors/check-build.ts';
import {
  askServer,
  deviationsOf,
  faultsIn,
  misreadAccepts,
  type Sent,
} from '../doors/check-host.ts';
import { publishDocuments } from '../doors/publish-documents.ts';
import { freePort } from '../doors/real-server.ts';
import { sharedInFile } from '../doors/shared.ts';
import { withPages } from '../doors/tiny-dataset.ts';
import { exceptedChecks, failedChecks } from '../doors/verify-host.ts';
import { acceptHeaders } from '../policy/accept-headers.ts';
import { caddyAt, caddy as DEVIATIONS, UNSATISFIABLE } from './deviations/caddy.ts';
import { DEPRECATION, LINKS_WITH_END, withEnd } from './ending.ts';
import { PAGE_FILES, pageRequestsBelow, REQUESTS } from './requests.ts';
import { hasCaddy, isFormatted, startCaddy } from './servers/start-caddy.ts';

const PLAIN: Deployment = {
  ...DEFAULT_SERVING,
  root: '/var/www/operator-api',
  listen: '80',
  serverName: null,
  precompressed: false,
  removedCategories: [],
};

const PRECOMPRESSED: Deployment = { ...PLAIN, precompressed: true };

const WITHOUT_PAGES: Deployment = { ...PLAIN, pages: false };

/** Another path, another time, a name, and an end to come. */
const ELSEWHERE: Deployment = {
  ...PLAIN,
  publicPath: '/bookmakers/api/v1',
  maxAge: 60,
  deprecation: DEPRECATION,
  serverName: 'compare.example',
};

describe('the Caddyfile', () => {
  it('says first where it comes from, and the same of the same deployment', () => {
    expect(written(PLAIN).split('\n', 1)).toEqual([`# ${SOURCE_LINE}`]);
    expect(written(PLAIN)).toBe(written({ ...PLAIN }));
  });

  it.each([
    ['80', null, 'http://:80 {\n\troot'],
    ['127.0.0.1:8080', null, 'http://:8080 {\n\tbind 127.0.0.1\n'],
    ['[::1]:8080', 'compare.example', 'http://compare.example:8080 {\n\tbind ::1\n'],
    ['80', 'compare.example', 'http://compare.example:80 {\n\troot'],
    ['443', 'compare.example', 'https://compare.example {\n\troot'],
  ])('listens on %s under the name %s', (listen, serverName, site) => {
    expect(written({ ...PLAIN, listen, serverName })).toContain(site);
  });

  it('takes a folder and a path with any characters for what they are', () => {
    const text = written({ ...PLAIN, root: '/srv/a "b" c', publicPath: '/a+b/api/v1' });
    expect(text).toContain('root * "/srv/a \\"b\\" c/api/v1"\n');
    expect(text).toContain('^/a\\+b/api/v1/');
  });
});

describe.runIf(hasCaddy)('Caddy itself', () => {
  it('finds the file formatted as its own command would', () => {
    for (const deployment of [PLAIN, PRECOMPRESSED, ELSEWHERE, WITHOUT_PAGES]) {
      expect(isFormatted(written(deployment))).toBe(true);
    }
  });

  it('answers every request as the policy says', async () => {
    const host = await served(PLAIN);
    expect(faultsIn(await deviationsOf(host, REQUESTS), DEVIATIONS)).toEqual([]);
    expect(await deviationsOf(host, PAGE_FILES)).toEqual([]);
    expect(await misreadAccepts(host, acceptHeaders(20_261_121, 2000))).toEqual([]);
  });

  it('does so below another path, for another time, under a name, with an end to come', async () => {
    const host = await served(ELSEWHERE);
    const allowed = withEnd(caddyAt(ELSEWHERE.publicPath, LINKS_WITH_END));
    expect(faultsIn(await deviationsOf(host, REQUESTS), allowed)).toEqual([]);
    expect(await deviationsOf(host, pageRequestsBelow('/bookmakers'))).toEqual([]);
    // Where the files lie is nobody's address.
    const bare = await host.send({ method: 'GET', path: '/api/v1/operators.json', headers: {} });
    expect(bare.status).toBe(404);
    expect(bare.headers['content-type']).toBe('application/problem+json');
  });

  it('knows no pages where there are none', async () => {
    const host = await served(WITHOUT_PAGES);
    expect(await deviationsOf(host, pageRequestsBelow(''))).toEqual([]);
    expect(written(WITHOUT_PAGES)).not.toMatch(/pages\/|text\/html|security-policy/i);
  });

  it('sends one stretch of bytes or the whole file', async () => {
    const { send, serving } = await served(PLAIN);
    const ask = async (method: string, range: string) => {
      const path = `${serving.publicPath}/operators.csv`;
      const { status, body } = await send({ method, path, headers: { range } });
      return `${status} ${body.length}`;
    };
    const whole = await ask('GET', 'lines=0-1');
    expect(whole).toMatch(/^200 \d{3}$/);
    expect(await ask('GET', 'BYTES= 2-3')).toBe('206 2');
    expect(await ask('GET', 'bytes=3-2')).toBe(whole);
    expect(await ask('GET', 'bytes=10-9')).toBe(whole);
    expect(await ask('GET', 'bytes=9-10')).toBe('206 2');
    expect(await ask('HEAD', 'bytes=2-3')).toBe('200 0');
  });

  it('refuses what else is expected of it', async () => {
    const { send, serving } = await served(PLAIN);
    const path = `${serving.publicPath}/operators`;
    const answer = await send({ method: 'GET', path, headers: { expect: 'more' } });
    expect([answer.status, answer.body.length]).toEqual([417, 0]);
    expect(answer.headers['access-control-allow-origin']).toBeUndefined();
  });

  it('believes no header that the configuration keeps its own account in', async () => {
    const { send, serving } = await served(PLAIN);
    const path = `${serving.publicPath}/operators`;
    const type = async (headers: Readonly<Record<string, string>>) =>
      (await send({ method: 'GET', path, headers })).headers['content-type'];
    expect(await type({ 'x-ranges': '<csv:31000>' })).toBe('application/json');
    expect(await type({ accept: '<csv:31000>' })).toBe('application/json');
    expect(await type({ accept: 'csv:31000, text/csv' })).toMatch(/^text\/csv/);
    expect(await type({ accept: '{header.X-Wish}', 'x-wish': 'text/csv' })).toBe(
      'application/json',
    );
  });

  it('reads an Accept header of 8 KiB, and takes a longer one for none', async () => {
    const { send, serving } = await served(PLAIN);
    const path = `${serving.publicPath}/operators`;
    const type = async (length: number) => {
      const accept = 'text/csv'.padStart(length, ',');
      return (await send({ method: 'GET', path, headers: { accept } })).headers['content-type'];
    };
    expect(await type(8192)).toMatch(/^text\/csv/);
    expect(await type(8193)).toBe('application/json');
  });
});

describe.runIf(hasCaddy)('Caddy with compressed siblings', () => {
  it('answers who does not ask for them as it does without', async () => {
    const host = await served(PRECOMPRESSED);
    expect(faultsIn(await deviationsOf(host, REQUESTS), DEVIATIONS)).toEqual([]);
  });

  it('passes every check of verify that docs/deploy.md does not except', async () => {
    const host = await served(PRECOMPRESSED);
    expect(await failedChecks(host)).toEqual(exceptedChecks('caddy'));
  });

  it('sends them with all that a cache has to know', async () => {
    const { send, serving } = await served(PRECOMPRESSED);
    for (const { path, headers, varies } of COMPRESSIBLE) {
      const ask = (more: Readonly<Record<string, string>>) =>
        send({ method: 'GET', path: serving.publicPath + path, headers: { ...headers, ...more } });
      const identity = await ask({});
      expect(identity.headers['content-encoding']).toBeUndefined();
      expect(fieldsOf(identity.headers['vary'])).toEqual(varies);
      const tags = new Set([identity.headers['etag']]);
      for (const [encoding, decode] of Object.entries(DECODERS)) {
        const { status, headers: said, body } = await ask({ 'accept-encoding': encoding });
        const request = `${path} in ${encoding}`;
        expect({ request, status }).toEqual({ request, status: identity.status });
        expect(said['content-encoding']).toBe(encoding);
        expect(said['content-type']).toBe(identity.headers['content-type']);
        expect(said['content-location']).toBe(identity.headers['content-location']);
        expect(fieldsOf(said['vary'])).toEqual(varies);
        expect(decode(body).equals(identity.body)).toBe(true);
        tags.add(said['etag']);
        if (status !== 200) continue;
        const tag = said['etag'] ?? '';
        const again = await ask({ 'accept-encoding': encoding, 'if-none-match': tag });
        expect(again.status).toBe(304);
        expect(again.headers['etag']).toBe(tag);
        expect(fieldsOf(again.headers['vary'])).toEqual(varies);
        // The tag of another encoding is another tag.
        expect((await ask({ 'if-none-match': tag })).status).toBe(200);
      }
      expect(tags.size).toBe(1 + Object.keys(DECODERS).length);
    }
  });

  it('says in one line what an answer depends on', async () => {
    const { port, serving } = await served(PRECOMPRESSED);
    for (const { path, headers, varies } of COMPRESSIBLE) {
      for (const encoding of ['identity', 'gzip', 'br']) {
        const sent = { ...headers, 'accept-encoding': encoding };
        const lines = await linesOf('vary', port, serving.publicPath + path, sent);
        expect(lines.map((line) => line.toLowerCase())).toEqual([varies.join(', ')]);
      }
    }
  });

  it('sends a part of what is not compressed', async () => {
    const { send, serving } = await served(PRECOMPRESSED);
    const path = `${serving.publicPath}/operators.csv`;
    for (const encoding of ['', ...Object.keys(DECODERS)]) {
      const ask = (range: string) =>
        send({ method: 'GET', path, headers: { range, 'accept-encoding': encoding } });
      const part = await ask('bytes=0-6');
      expect([part.status, part.body.toString()]).toEqual([206, 'id,slug']);
      expect(part.headers['content-encoding']).toBeUndefined();
      const beyond = await ask('bytes=999999-');
      expect([beyond.status, beyond.body.toString()]).toEqual([416, UNSATISFIABLE.body]);
      expect(beyond.headers['content-encoding']).toBeUndefined();
    }
  });

  it('names the coding of what it does not send where a condition fails', async () => {
    const { send, serving } = await served(PRECOMPRESSED);
    const path = `${serving.publicPath}/operators.csv`;
    const headers = { 'if-match': '"a"', 'accept-encoding': 'br' };
    const failed = await send({ method: 'GET', path, headers });
    expect([failed.status, failed.body.length]).toEqual([412, 0]);
    expect(failed.headers['content-encoding']).toBe('br');
  });
});

if (!hasCaddy) {
  it('(not run: Caddy is not installed; scripts/install-host-servers.sh installs it)', () => {
    expect(process.env['CI'] ?? '').toBe('');
  });
}

const COMPRESSIBLE = [
  { path: '/operators', headers: {}, varies: ['accept', 'accept-encoding'] },
  {
    path: '/operators',
    headers: { accept: 'text/csv' },
    varies: ['accept', 'accept-encoding'],
  },
  { path: '/operators.json', headers: {}, varies: ['accept-encoding'] },
  { path: '/operators/anchor/facts.csv', headers: {}, varies: ['accept-encoding'] },
  { path: '/manifest.json', headers: {}, varies: ['accept-encoding'] },
  // A page beside the API, and one that says that there is none.
  { path: '/../../operators/anchor', headers: {}, varies: ['accept-encoding'] },
  {
    path: '/../../best/fastest',
    headers: { accept: 'text/html' },
    varies: ['accept', 'accept-encoding'],
  },
  { path: '/operators/nobody', headers: {}, varies: ['accept', 'accept-encoding'] },
  { path: '/best/fastest', headers: {}, varies: ['accept', 'accept-encoding'] },
];

const DECODERS = { br: brotliDecompressSync, gzip: gunzipSync } as const;

function written(deployment: Deployment): string {
  const [file, ...others] = caddy.configure(deployment, '');
  expect([file?.path, others]).toEqual(['Caddyfile', []]);
  return file?.text ?? '';
}

/** The values of a header field, line by line. */
async function linesOf(
  name: string,
  port: number,
  path: string,
  headers: Readonly<Record<string, string>>,
): Promise<readonly string[]> {
  const request = get({ host: '127.0.0.1', port, path, headers });
  const [response] = (await once(request, 'response')) as [IncomingMessage];
  response.resume();
  return response.headersDistinct[name] ?? [];
}

/** A built dataset behind a real server. */
const served = sharedInFile(async (deployment: Deployment) => {
  const { out, buildAt } = project(withPages());
  await buildAt(0);
  publishDocuments(out);
  if (deployment.precompressed) compressFiles(join(out, 'api', 'v1'));
  const port = await freePort();
  const here = { ...deployment, root: out, listen: `127.0.0.1:${port}` };
  await startCaddy(written(here), port);
  const ask = askServer(port);
  const { serverName } = deployment;
  return {
    send: (sent: Sent) =>
      ask(serverName === null ? sent : { ...sent, headers: { host: serverName, ...sent.headers } }),
    serving: deployment,
    out,
    port,
  };
});

/** Writes what `build --precompress` writes, but for files that would not become smaller too. */
function compressFiles(folder: string): void {
  for (const name of readdirSync(folder, { recursive: true, encoding: 'utf8' })) {
    if (!/\.(json|csv|html)$/.test(name)) continue;
    const path = join(folder, name);
    const bytes = readFileSync(path);
    const { atime, mtime } = statSync(path);
    for (const [suffix, compressed] of [
      ['.br', brotliCompressSync(bytes)],
      ['.gz', gzipSync(bytes)],
    ] as const) {
      writeFileSync(path + suffix, compressed);
      utimesSync(path + suffix, atime, mtime);
    }
  }
}

function fieldsOf(list: string | undefined): readonly string[] {
  return (list ?? '')
    .toLowerCase()
    .split(/\s*,\s*/)
    .sort();
}
