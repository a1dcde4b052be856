import { connect } from 'node:net';
import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import { type Deployment, SOURCE_LINE } from '../../src/hosts/host.ts';
import { nginx } from '../../src/hosts/nginx.ts';
import { DEFAULT_SERVING } from '../../src/policy/index.ts';
import { project } from '../doors/check-build.ts';
import { deviationsOf, faultsIn, type HostRequest, misreadAccepts } from '../doors/check-host.ts';
import { temporaryFolder } from '../doors/folders.ts';
import { publishDocuments } from '../doors/publish-documents.ts';
import { sharedInFile } from '../doors/shared.ts';
import { withPages } from '../doors/tiny-dataset.ts';
import { exceptedChecks, failedChecks } from '../doors/verify-host.ts';
import { acceptHeaders } from '../policy/accept-headers.ts';
import { nginx as DEVIATIONS, nginxAt, nginxOverHttp2 } from './deviations/nginx.ts';
import { DEPRECATION, LINKS_WITH_END } from './ending.ts';
import { PAGE_FILES, pageRequestsBelow, REQUESTS, REQUESTS_OVER_HTTP_2 } from './requests.ts';
import { type Chosen, hasNginx, startNginx } from './servers/start-nginx.ts';

const PLAIN: Deployment = {
  ...DEFAULT_SERVING,
  root: '/srv/operator-api',
  listen: '80',
  serverName: null,
  precompressed: false,
  removedCategories: [],
};

describe('the configuration of nginx', () => {
  it('says first where it comes from, and the same of the same deployment', () => {
    expect(written(PLAIN).split('\n', 1)).toEqual([`# ${SOURCE_LINE}`]);
    expect(written(PLAIN)).toBe(written({ ...PLAIN }));
  });

  it.each([
    ['80', null, 'listen 80 default_server;\n    server_name _;'],
    ['[::1]:8080', 'compare.example', 'listen [::1]:8080;\n    server_name "compare.example";'],
  ])('listens on %s under the name %s', (listen, serverName, lines) => {
    expect(written({ ...PLAIN, listen, serverName })).toContain(lines);
  });

  it('takes a folder and a path with any characters for what they are', () => {
    const text = written({ ...PLAIN, root: '/srv/a "b" c/', publicPath: '/a+b/api/v1' });
    expect(text).toContain('root "/srv/a \\"b\\" c/api/v1";');
    expect(text).toContain('location ~ "^/a\\+b/api/v1/');
    expect(text).toMatch(/"\/a\+b\/api\/v1\/\$api_\w{4}_name\$api_\w{4}_extension"/);
  });

  it('shares no variable with another deployment of the same server', () => {
    const variablesOf = (chosen: Partial<Deployment>) =>
      new Set(written({ ...PLAIN, ...chosen }).match(/(?<=[$<])(?:operator_)?api_\w+/g));
    const [plain, ...others] = [
      {},
      { serverName: 'a.example' },
      { serverName: 'b.example' },
      { serverName: 'a.example', publicPath: '/staging/api/v1' },
      { serverName: 'a.example', listen: '8080' },
      { listen: '8080' },
    ].map(variablesOf);
    const all = others.flatMap((names) => [...names]).concat(...(plain ?? []));
    expect(new Set(all).size).toBe(6 * (plain?.size ?? 0));
  });
});

describe.runIf(hasNginx)('nginx itself', () => {
  it('answers every request as the policy says', async () => {
    const host = await served();
    expect(faultsIn(await deviationsOf(host, REQUESTS), DEVIATIONS)).toEqual([]);
    expect(await deviationsOf(host, [...ESCAPES, ...CONDITIONS, ...PAGE_FILES])).toEqual([]);
    expect(host.complaints()).toBe('');
  });

  it('passes every check of verify that docs/deploy.md does not except', async () => {
    const host = await served({ precompressed: true });
    expect(await failedChecks(host)).toEqual(exceptedChecks('nginx'));
  });

  it('fails the check that docs/deploy.md names where another site stays the default one', async () => {
    const host = await served({ serverName: 'compare.example', keepsDefault: true });
    expect(await failedChecks(host)).toEqual(['errors/malformed-path']);
  });

  it('reads Accept as the policy does', async () => {
    const host = await served();
    expect(await misreadAccepts(host, acceptHeaders(20_261_121, 2000))).toEqual([]);
    // As long as nginx takes them, and with as much to try for a pattern as there can be.
    expect(await misreadAccepts(host, LONG_ACCEPTS)).toEqual([]);
    expect(host.complaints()).toBe('');
  });

  it('answers alike at another path, under a name, with an end to come', async () => {
    const publicPath = '/bookmakers/a+b/api/v1';
    const chosen = { publicPath, maxAge: 60, deprecation: DEPRECATION };
    const host = await served({ ...chosen, serverName: 'compare.example' });
    const deviations = await deviationsOf(host, REQUESTS);
    expect(faultsIn(deviations, nginxAt(publicPath, LINKS_WITH_END))).toEqual([]);
    expect(await deviationsOf(host, ESCAPES)).toEqual([]);
    const pages = ['/bookmakers/a+b', '/bookmakers/a%2Bb'].flatMap(pageRequestsBelow);
    expect(await deviationsOf(host, pages)).toEqual([]);
    expect(host.complaints()).toBe('');
  });

  it('knows no pages where there are none', async () => {
    const host = await served({ pages: false });
    expect(await deviationsOf(host, pageRequestsBelow(''))).toEqual([]);
    expect(written({ ...PLAIN, pages: false })).not.toMatch(/pages\/|text\/html|security-policy/i);
  });

  it('does so over HTTP/2 as well', async () => {
    const host = await served({ isHttp2: true });
    expect(faultsIn(await deviationsOf(host, REQUESTS_OVER_HTTP_2), nginxOverHttp2)).toEqual([]);
    expect(host.complaints()).toBe('');
  });

  it('keeps 400 for what is no HTTP', async () => {
    const { port } = await served();
    const path = '/api/v1/operators';
    const refused = await sendRaw(port, `GET ${path} HTTP/1.1\r\n\r\n`);
    expect(refused).toMatch(/^HTTP\/1.1 400 /);
    expect(refused).toContain('Content-Type: application/problem+json\r\n');
    expect(refused).toContain('Access-Control-Allow-Origin: *\r\n');
    expect(refused).toMatch(
      /\r\n\r\n{"type":"about:blank","title":"Bad Request","status":400,"detail":"[^"]+"}$/,
    );
    expect(await sendRaw(port, `GET ${path}/% HTTP/1.0\r\n\r\n`)).toMatch(/^HTTP\/1.1 404 /);
  });

  it('knows no address that is too long, whoever asks', async () => {
    const { port } = await served();
    for (const method of ['GET', 'HEAD', 'POST', 'OPTIONS']) {
      const long = `${method} /${'a'.repeat(9000)} HTTP/1.1\r\nHost: a\r\n\r\n`;
      const [head, body] = (await sendRaw(port, long)).split('\r\n\r\n');
      expect(head, method).toMatch(/^HTTP\/1.1 404 /);
      expect(head, method).toContain('Content-Type: application/problem+json\r\n');
      expect(body?.includes('"title":"Unknown path"'), method).toBe(method !== 'HEAD');
    }
  });

  it('answers as ever however long a body is said to be', async () => {
    const { send } = await served();
    const headers = { 'content-length': String(2 ** 31), connection: 'close' };
    const ask = (method: string) => send({ method, path: '/api/v1/operators', headers });
    expect(await ask('GET')).toMatchObject({ status: 200 });
    expect(await ask('POST')).toMatchObject({
      status: 405,
      headers: { 'content-type': 'application/problem+json', allow: 'GET, HEAD, OPTIONS' },
    });
  });

  it('answers 404 without a document where nothing was built', async () => {
    const { send } = await startNginx(temporaryFolder());
    const { status, headers } = await send({ method: 'GET', path: '/api/v1/x', headers: {} });
    expect(status).toBe(404);
    expect(headers['access-control-allow-origin']).toBe('*');
  });

  it('compresses on the way where no compressed files stand', async () => {
    const { send } = await served();
    for (const { path, headers } of COMPRESSIBLE) {
      const ask = (more: Readonly<Record<string, string>>) =>
        send({ method: 'GET', path: `/api/v1${path}`, headers: { ...headers, ...more } });
      const plain = await ask({});
      const gzip = await ask({ 'accept-encoding': 'gzip' });
      expect(gzip.headers['content-encoding']).toBe('gzip');
      expect(gzip.headers['content-type']).toBe(plain.headers['content-type']);
      expect(gunzipSync(gzip.body).equals(plain.body)).toBe(true);
      expect(plain.headers['vary']).toContain('Accept-Encoding');
      expect(gzip.headers['vary']).toBe(plain.headers['vary']);
      expect(gzip.headers['etag']).toBe(`W/${plain.headers['etag']}`);
      const again = { 'accept-encoding': 'gzip', 'if-none-match': gzip.headers['etag'] ?? '' };
      expect((await ask(again)).status).toBe(304);
      const part = await ask({ 'accept-encoding': 'gzip', range: 'bytes=0-9' });
      expect([part.status, part.headers['content-encoding']]).toEqual([200, 'gzip']);
    }
  });

  it('takes no method that it could not have', async () => {
    const { port } = await served();
    const refused = await sendRaw(port, 'get /api/v1/operators HTTP/1.1\r\nHost: a\r\n\r\n');
    expect(refused).toMatch(/^HTTP\/1.1 400 /);
    expect(refused).toContain('Content-Type: application/problem+json\r\n');
    const { send } = await served({ isHttp2: true });
    const answer = await send({ method: 'M1', path: '/api/v1/operators', headers: {} });
    expect(answer.status).toBe(404);
  });
});

describe.runIf(hasNginx)('nginx with precompressed files', () => {
  it('answers every request as the policy says', async () => {
    const host = await served({ precompressed: true });
    expect(faultsIn(await deviationsOf(host, REQUESTS), DEVIATIONS)).toEqual([]);
    expect(host.complaints()).toBe('');
  });

  it('sends them with the headers of what they stand for, and a tag of their own', async () => {
    const { send } = await served({ precompressed: true });
    for (const { path, headers, vary } of COMPRESSIBLE) {
      const ask = (more: Readonly<Record<string, string>>) =>
        send({ method: 'GET', path: `/api/v1${path}`, headers: { ...headers, ...more } });
      const plain = await ask({});
      expect(plain.headers['content-encoding']).toBeUndefined();
      expect(plain.headers['vary']).toBe(vary);
      const tags = [plain.headers['etag']];
      for (const [coding, decode] of Object.entries(DECODERS)) {
        const packed = await ask({ 'accept-encoding': coding });
        expect(packed.status).toBe(200);
        for (const name of ['content-type', 'content-location', 'vary', 'last-modified']) {
          expect(packed.headers[name]).toBe(plain.headers[name]);
        }
        expect(packed.headers['content-encoding']).toBe(coding);
        expect(decode(packed.body).equals(plain.body)).toBe(true);
        tags.push(packed.headers['etag']);

        const again = { 'accept-encoding': coding, 'if-none-match': packed.headers['etag'] ?? '' };
        const unchanged = await ask(again);
        expect([unchanged.status, unchanged.body.length]).toEqual([304, 0]);
        expect(unchanged.headers['vary']).toBe(vary);
        expect((await ask({ 'if-none-match': packed.headers['etag'] ?? '' })).status).toBe(200);

        const beyond = await ask({ 'accept-encoding': coding, range: 'bytes=999999-' });
        expect([beyond.status, beyond.body.length]).toEqual([416, 0]);
        expect(beyond.headers['content-encoding']).toBeUndefined();
      }
      expect(new Set(tags).size).toBe(3);
    }
  });

  it.each([
    ['gzip, deflate, br', 'br'],
    ['BR;q=0.5 , gzip', 'br'],
    ['br;q=0, gzip', 'gzip'],
    ['br;q=0.000,gzip;q=0.001', 'gzip'],
    ['gzip;q=0', undefined],
    ['brotli, xgzip, gzip-9', undefined],
    ['identity', undefined],
    ['', undefined],
  ])('reads Accept-Encoding: %s', async (accepted, coding) => {
    const { send } = await served({ precompressed: true });
    const headers = { 'accept-encoding': accepted };
    const answer = await send({ method: 'GET', path: '/api/v1/operators', headers });
    expect(answer.headers['content-encoding']).toBe(coding);
  });

  it('sends nothing compressed where nothing is sent', async () => {
    const { send } = await served({ precompressed: true });
    for (const suffix of ['.br', '.gz']) {
      const path = `/api/v1/operators.json${suffix}`;
      const preflight = await send({ method: 'OPTIONS', path, headers: {} });
      expect([preflight.status, preflight.headers['content-encoding']]).toEqual([204, undefined]);
    }
  });

  it('sends errors compressed as well, and parts of the file as it is', async () => {
    const { send } = await served({ precompressed: true });
    for (const [path, status] of [
      ['/operators/nobody', 404],
      ['/best/nothing', 404],
      ['/best/fastest', 410],
    ] as const) {
      const ask = (headers: Readonly<Record<string, string>>) =>
        send({ method: 'GET', path: `/api/v1${path}`, headers });
      const [plain, packed] = [await ask({}), await ask({ 'accept-encoding': 'br' })];
      expect([packed.status, packed.headers['content-type']]).toEqual([
        status,
        'application/problem+json',
      ]);
      expect(brotliDecompressSync(packed.body).equals(plain.body)).toBe(true);
    }
    const headers = { range: 'bytes=0-6' };
    const part = await send({ method: 'GET', path: '/api/v1/operators.csv', headers });
    expect([part.status, part.body.toString()]).toEqual([206, 'id,slug']);
    expect(part.headers['content-encoding']).toBeUndefined();
  });
});

if (!hasNginx) {
  it('(not run: nginx is not installed; scripts/install-host-servers.sh installs it)', () => {
    expect(process.env['CI'] ?? '').toBe('');
  });
}

function request(path: string, more: Partial<HostRequest> = {}): HostRequest {
  const given = { method: 'GET', isAbsolute: false, headers: {}, condition: null, ...more };
  return { name: `${given.method} ${path} ${Object.keys(given.headers)}`, path, ...given };
}

/** Addresses that nginx decodes otherwise, or whose end a pattern could miss. */
const ESCAPES = [
  ...['/operators/anchor%0A', '/operators/anchor.json%0A', '/best/fastest%0a', '/best/fastest%0D'],
  ...['/manifest.json%0A', '/problems/unknown-path.json%0A', '%2Fmanifest.json', '%2foperators'],
  ...['/problems%2Funknown-path.json', '/operators%2fanchor.csv', '/operators/%2e%2e%2fmanifest'],
  ...['/best/%00', '/best/%00.csv', '/operators/%00/facts', '/operators/a/%00', '/%00'],
  ...['/operators/%c3%28', '/operators/%ed%a0%80', '/operators/%f0%9f%90%9f', '/best/%C0%80'],
  ...['/operators/%e7%8b%90/facts.csv', '/operators/.json', '/best/.csv', '/operators/facts'],
  ...[
    '/operators.json.br',
    '/operators.json.gz',
    '/manifest.json.br',
    '/operators/%3F',
    '/as-json',
  ],
  '/operators?x=%2f',
].flatMap((path) => [request(path), request(path, { headers: { accept: 'text/csv' } })]);

const CONDITIONS = [
  request('/manifest.json', { condition: ({ json }) => ({ 'if-none-match': json.etag }) }),
  request('/problems/unknown-path.json', {
    condition: ({ json }) => ({ 'if-modified-since': json.lastModified }),
  }),
  request('/operators', { condition: () => ({ 'if-modified-since': FUTURE }) }),
  request('/operators', { condition: ({ json }) => ({ 'if-range': json.etag, ...PART }) }),
  request('/operators', { condition: ({ csv }) => ({ 'if-range': csv.etag, ...PART }) }),
  request('/operators', { condition: ({ json }) => ({ 'if-range': json.lastModified, ...PART }) }),
  request('/best/cheapest', { condition: ({ json }) => ({ 'if-match': `"a", ${json.etag}` }) }),
];

const FUTURE = 'Fri, 01 Jan 2100 00:00:00 GMT';
const PART = { range: 'bytes=2-5' };

const LONG_ACCEPTS = [
  'text/*;q=0.1,',
  'text/csv;q=0.111,application/json;q=0.111,',
  '*/*;q=0,text/csv;q=0,',
  'text/csv;a=1;b=2;c=3;d,',
  'text/csv;a="\\"',
  '"",text/csv',
  'application/json;',
  ',',
].flatMap((piece) => {
  const long = piece.repeat(7900 / piece.length);
  return [long, `${long}x`, `${long}text/csv`, `${long},text/csv;q=0.9,*/*;q=0.2`];
});

const COMPRESSIBLE = [
  { path: '/operators', headers: {}, vary: 'Accept, Accept-Encoding' },
  { path: '/operators', headers: { accept: 'text/csv' }, vary: 'Accept, Accept-Encoding' },
  { path: '/operators.json', headers: {}, vary: 'Accept-Encoding' },
  { path: '/operators/anchor/facts.csv', headers: {}, vary: 'Accept-Encoding' },
  { path: '/manifest.json', headers: {}, vary: 'Accept-Encoding' },
  { path: '/problems/unknown-category.json', headers: {}, vary: 'Accept-Encoding' },
  // The page beside the API.
  { path: '/../../operators/anchor', headers: {}, vary: 'Accept-Encoding' },
];

const DECODERS = { br: brotliDecompressSync, gzip: gunzipSync } as const;

function written(deployment: Deployment): string {
  const [file, ...others] = nginx.configure(deployment, '');
  expect([file?.path, others]).toEqual(['operator-api.conf', []]);
  return file?.text ?? '';
}

/** A built dataset behind a real server. */
const served = sharedInFile(async (chosen: Chosen = {}) => {
  const { out, buildAt } = project(withPages());
  await buildAt(0, { precompress: chosen.precompressed ?? false });
  publishDocuments(out);
  return startNginx(out, chosen);
});

/** Sends bytes and gives all that comes back until the server closes. */
function sendRaw(port: number, bytes: string): Promise<string> {
  return new Promise((resolve) => {
    let answer = '';
    const socket = connect(port, '127.0.0.1', () => socket.write(bytes));
    socket.setEncoding('latin1').on('data', (text) => {
      answer += text;
    });
    socket.on('error', () => undefined).on('close', () => resolve(answer));
  });
}
