import { chmodSync, readFileSync, utimesSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { brotliCompressSync, brotliDecompressSync, gunzipSync, gzipSync } from 'node:zlib';
import fastGlob from 'fast-glob';
import { describe, expect, it } from 'vitest';
import { apache } from '../../src/hosts/apache.ts';
import type { Deployment } from '../../src/hosts/host.ts';
import { DEFAULT_SERVING } from '../../src/policy/index.ts';
import { project } from '../doors/check-build.ts';
import {
  askOverHttp2,
  askServer,
  deviationsOf,
  faultsIn,
  type HostUnderTest,
  misreadAccepts,
} from '../doors/check-host.ts';
import { publishDocuments } from '../doors/publish-documents.ts';
import { freePort } from '../doors/real-server.ts';
import { sharedInFile } from '../doors/shared.ts';
import { claimPages, tiny, withPages } from '../doors/tiny-dataset.ts';
import { exceptedChecks, failedChecks } from '../doors/verify-host.ts';
import { acceptHeaders } from '../policy/accept-headers.ts';
import { apacheAt, apacheOverHttp2, apache as DEVIATIONS } from './deviations/apache.ts';
import { DEPRECATION, LINKS_WITH_END } from './ending.ts';
import { PAGE_FILES, pageRequestsBelow, REQUESTS, REQUESTS_OVER_HTTP_2 } from './requests.ts';
import { hasApache, startApache } from './servers/start-apache.ts';

const MISSING = '(not run: apache is not installed; scripts/install-host-servers.sh installs it)';

if (!hasApache) {
  it(`Apache answers as the policy says ${MISSING}`, () => {
    expect(process.env['CI'], 'Apache has to be installed where CI is set').toBeFalsy();
  });
}

describe.runIf(hasApache)('Apache', () => {
  it('answers every request as the policy says', async () => {
    const host = await served();
    expect(faultsIn(await deviationsOf(host, REQUESTS), DEVIATIONS)).toEqual([]);
    expect(await deviationsOf(host, PAGE_FILES)).toEqual([]);
    expect(await misreadAccepts(host, acceptHeaders(20_261_121, 2000))).toEqual([]);
  });

  it('does so at another path, by name, with compressed files and an end to come', async () => {
    const publicPath = '/bookmakers/api/v1';
    const chosen = { publicPath, maxAge: 60, deprecation: DEPRECATION };
    const host = await served({ ...chosen, serverName: 'api.example', precompressed: true });
    expect(
      faultsIn(await deviationsOf(host, REQUESTS), apacheAt(publicPath, LINKS_WITH_END)),
    ).toEqual([]);
    expect(await deviationsOf(host, pageRequestsBelow('/bookmakers'))).toEqual([]);
  });

  it('knows no pages where there are none', async () => {
    const host = await served({ pages: false });
    expect(await deviationsOf(host, pageRequestsBelow(''))).toEqual([]);
    expect(host.site).not.toMatch(/pages\/|text\/html|security-policy/i);
  });

  it('does so over HTTP/2 as well', async () => {
    const host = await served({ precompressed: true });
    const send = askOverHttp2(host.port);
    expect(
      faultsIn(await deviationsOf({ ...host, send }, REQUESTS_OVER_HTTP_2), apacheOverHttp2),
    ).toEqual([]);
  });

  it('passes every check of verify that docs/deploy.md does not except', async () => {
    const host = await served({ precompressed: true });
    expect(await failedChecks(host)).toEqual(exceptedChecks('apache'));
  });

  it.each(['json', 'none'] as const)('does so where claims have pages: %s', async (pages) => {
    const host = await served({ claimPages: pages });
    expect(faultsIn(await deviationsOf(host, REQUESTS), DEVIATIONS)).toEqual([]);
  });

  it.each([
    ['br', brotliDecompressSync],
    ['gzip', gunzipSync],
  ] as const)('sends %s to whom it is welcome', async (coding, decode) => {
    const { send } = await served({ precompressed: true });
    const get = (path: string, headers: Readonly<Record<string, string>> = {}) =>
      send({ method: 'GET', path: `/api/v1${path}`, headers });
    const welcome = { 'accept-encoding': `${coding}, deflate` };
    const page = '/../../operators/anchor';
    for (const path of ['/operators', '/operators/anchor.csv', '/manifest.json', page]) {
      const plain = await get(path);
      const compressed = await get(path, welcome);
      expect(plain.headers['content-encoding']).toBeUndefined();
      expect(compressed.headers['content-encoding']).toBe(coding);
      expect(compressed.headers['content-type']).toBe(plain.headers['content-type']);
      expect(compressed.headers['content-language']).toBeUndefined();
      expect(decode(compressed.body)).toEqual(plain.body);

      const varies = path === '/operators' ? ['Accept', 'Accept-Encoding'] : ['Accept-Encoding'];
      for (const { headers } of [plain, compressed]) {
        expect(headers['vary']?.split(/, */)).toEqual(varies);
      }
      const { etag = '' } = compressed.headers;
      expect([undefined, '', plain.headers['etag']]).not.toContain(etag);
      const again = await get(path, { ...welcome, 'if-none-match': etag });
      expect([again.status, again.body.length]).toEqual([304, 0]);
      expect((await get(path, { 'if-none-match': etag })).status).toBe(200);

      const failed = await get(path, { ...welcome, 'if-match': '"a"' });
      expect([failed.status, failed.body.length]).toEqual([412, 0]);
      expect(failed.headers['content-encoding']).toBeUndefined();

      const part = await get(path, { ...welcome, range: 'bytes=2-9' });
      expect([part.status, part.body]).toEqual([206, plain.body.subarray(2, 10)]);
      expect(part.headers['content-encoding']).toBeUndefined();
    }
    const unwelcome = ['', 'identity', `${coding};q=0`, `${coding};q=0.000, deflate`, `x${coding}`];
    for (const value of unwelcome) {
      const answer = await get('/operators', { 'accept-encoding': value });
      expect(answer.headers['content-encoding'], value).toBeUndefined();
    }
  });

  it('answers as ever however long a body is said to be', async () => {
    const { send } = await served();
    // Apache reads a body before it answers, unless the client waits to be told to send it.
    const headers = { 'content-length': String(2 ** 31), expect: '100-continue' };
    const answer = await send({ method: 'POST', path: '/api/v1/operators', headers });
    expect(answer).toMatchObject({
      status: 405,
      headers: { 'content-type': 'application/problem+json', allow: 'GET, HEAD, OPTIONS' },
    });
  });

  it('refuses what else is expected of it', async () => {
    const { send } = await served();
    const headers = { expect: 'more' };
    const answer = await send({ method: 'GET', path: '/api/v1/operators', headers });
    expect(answer).toMatchObject({
      status: 417,
      headers: { 'content-type': 'text/html; charset=iso-8859-1' },
    });
  });

  it('tells apart what is alike in size and time', async () => {
    const { send, out } = await servedAlone();
    const etags = new Set<string | undefined>();
    for (const [suffix, content] of [
      ['json', '[1]'],
      ['csv', '1,2'],
      ['json', '[2]'],
    ]) {
      const place = join(out, 'api', 'v1', `operators.${suffix}`);
      writeFileSync(place, content ?? '');
      utimesSync(place, 1_790_000_000, 1_790_000_000);
      const { headers } = await send({
        method: 'GET',
        path: `/api/v1/operators.${suffix}`,
        headers: {},
      });
      etags.add(headers['etag']);
    }
    expect(etags).not.toContain(undefined);
    expect(etags.size).toBe(3);
  });

  it('keeps the server from compressing on the way', async () => {
    const { send } = await served();
    const headers = { 'accept-encoding': 'gzip' };
    const answer = await send({ method: 'GET', path: '/api/v1/operators', headers });
    expect(answer.headers['content-encoding']).toBeUndefined();
    expect(answer.headers['vary']).toBe('Accept');
  });

  it('starts with the root of the file system as well', async () => {
    const { send } = await served({ root: '/' });
    expect(await send({ method: 'POST', path: '/api/v1', headers: {} })).toMatchObject({
      status: 405,
    });
  });

  it('sends a file as it is where nothing stands beside it', async () => {
    const { send, out } = await servedAlone({ precompressed: true });
    writeFileSync(join(out, 'api', 'v1', 'operators', 'new.json'), '{}');
    const headers = { 'accept-encoding': 'br, gzip' };
    const answer = await send({ method: 'GET', path: '/api/v1/operators/new', headers });
    expect([answer.status, answer.body.toString()]).toEqual([200, '{}']);
    expect(answer.headers['content-encoding']).toBeUndefined();
  });
});

/** A real Apache with the printed site over a build of the tiny dataset. */
async function servedAlone(
  options: Partial<Deployment> = {},
): Promise<HostUnderTest & { readonly port: number; readonly site: string }> {
  const { out, buildAt } = project(
    withPages(tiny(options.claimPages && claimPages(options.claimPages))),
  );
  await buildAt(0);
  publishDocuments(out);
  // Apache gives up the rights of root before it reads a file.
  chmodSync(dirname(out), 0o755);
  if (options.precompressed === true) compressFiles(out);
  const port = await freePort();
  const deployment = {
    ...DEFAULT_SERVING,
    root: out,
    listen: `127.0.0.1:${port}`,
    serverName: null,
    precompressed: false,
    removedCategories: [],
    ...options,
  };
  const site = apache.configure(deployment, '')[0]?.text ?? '';
  await startApache(site, port);
  return { send: askServer(port), port, site, serving: deployment, out };
}

const served = sharedInFile(servedAlone);

function compressFiles(out: string): void {
  for (const path of fastGlob.globSync('api/v1/**/*.{json,csv,html}', {
    cwd: out,
    absolute: true,
  })) {
    const bytes = readFileSync(path);
    writeFileSync(`${path}.br`, brotliCompressSync(bytes));
    writeFileSync(`${path}.gz`, gzipSync(bytes));
  }
}
