import { readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { headersSchema, rewritesSchema } from '@vercel/routing-utils';
import { describe, expect, it, type MockInstance, onTestFinished, vi } from 'vitest';
import { z } from 'zod';
import type { Deployment } from '../../src/hosts/host.ts';
import { vercel } from '../../src/hosts/vercel.ts';
import { commonHeaders, DEFAULT_SERVING } from '../../src/policy/index.ts';
import { project } from '../doors/check-build.ts';
import {
  deviationsOf,
  faultsIn,
  type HostAnswer,
  type HostUnderTest,
  misreadAccepts,
  type Sent,
} from '../doors/check-host.ts';
import { writeFiles } from '../doors/folders.ts';
import { publishDocuments } from '../doors/publish-documents.ts';
import { repository } from '../doors/repository.ts';
import { withPages } from '../doors/tiny-dataset.ts';
import { exceptedChecks, failedChecks } from '../doors/verify-host.ts';
import { acceptHeaders } from '../policy/accept-headers.ts';
import { withoutPages } from './deviations/published.ts';
import { vercel as DEVIATIONS } from './deviations/vercel.ts';
import { DEPRECATION, withEnd } from './ending.ts';
import { pageRequestsBelow, REQUESTS } from './requests.ts';
import {
  type Middleware,
  type Project,
  type Simulation,
  simulateVercel,
} from './servers/simulate-vercel.ts';

const EDGE_CODE = readFileSync(join(repository, 'lib', 'edge-bundles', 'vercel.js'), 'utf8');

const DEPLOYMENT: Deployment = {
  ...DEFAULT_SERVING,
  root: 'dist',
  listen: '0',
  serverName: null,
  precompressed: false,
  removedCategories: [],
};

const ELSEWHERE: Deployment = {
  ...DEPLOYMENT,
  publicPath: '/bookmakers/api/v1',
  maxAge: 60,
  deprecation: DEPRECATION,
};

/** The generated files by name. */
function filesFor(deployment: Deployment): Readonly<Record<string, string>> {
  const files = vercel.configure(deployment, EDGE_CODE);
  return Object.fromEntries(files.map(({ path, text }) => [path, text]));
}

interface Deployed extends HostUnderTest {
  readonly get: (path: string, headers?: Sent['headers']) => Promise<HostAnswer>;
  readonly read: (path: string) => string;
  /** The requests that the middleware made. */
  readonly fetched: readonly Request[];
  /** Where the middleware says that it could not do its work. */
  readonly logged: MockInstance<typeof console.error>;
}

/** A built project as Vercel would serve it, `change` being made to what it is given. */
async function deploy(deployment = DEPLOYMENT, change: Partial<Project> = {}): Promise<Deployed> {
  const { out, buildAt, read } = project(withPages());
  await buildAt(0);
  publishDocuments(out);
  const folder = dirname(out);
  const files = filesFor(deployment);
  writeFiles(folder, { ...files, 'package.json': '{ "type": "module" }' });
  const middleware: Middleware = await import(pathToFileURL(join(folder, 'middleware.js')).href);
  const configuration = files['vercel.json'] ?? '';
  const precedence = 'middleware';
  const { send, fetch } = simulateVercel({
    ...{ configuration, middleware, folder, precedence },
    ...change,
  });
  const logged = vi.spyOn(console, 'error').mockImplementation(() => undefined);
  onTestFinished(() => logged.mockRestore());
  const fetched: Request[] = [];
  stubFetch((input, init) => {
    fetched.push(new Request(input, init));
    return fetch(input, init);
  });
  const { publicPath } = deployment;
  const get: Deployed['get'] = (path, headers = {}) =>
    send({ method: 'GET', path: publicPath + path, headers });
  const simulation = { send, get, read, fetched, logged };
  return { ...simulation, serving: deployment, out } as const;
}

function stubFetch(fetch: Simulation['fetch']): void {
  vi.stubGlobal('fetch', fetch);
  onTestFinished(() => void vi.unstubAllGlobals());
}

describe('the whole of Vercel', () => {
  it.each(['middleware', 'configuration', 'middleware alone'] as const)(
    'answers every request as the policy says, with the headers of: %s',
    async (precedence) => {
      const host = await deploy(DEPLOYMENT, { precedence });
      expect(faultsIn(await deviationsOf(host, REQUESTS), DEVIATIONS)).toEqual([]);
      expect(host.logged).not.toHaveBeenCalled();
    },
  );

  it('answers every request at another address, with another life time and an end to come', async () => {
    const host = await deploy(ELSEWHERE);
    const deviations = await deviationsOf(host, REQUESTS);
    expect(faultsIn(deviations, withEnd(withoutPages(DEVIATIONS)))).toEqual([]);
    const beside = await deviationsOf(host, pageRequestsBelow('/bookmakers'));
    expect(new Set(beside.map(({ part }) => part))).toEqual(new Set(['last-modified']));
  });

  it('passes every check of verify that docs/deploy.md does not except', async () => {
    expect(await failedChecks(await deploy())).toEqual(exceptedChecks('vercel'));
  });

  it('reads Accept headers as the policy does', async () => {
    expect(await misreadAccepts(await deploy(), acceptHeaders(20_261_121, 2000))).toEqual([]);
  });
});

describe('vercel.json', () => {
  // The package declares its schemas as the literals they are, which zod's type has no room for.
  const fromVercel = (schema: unknown) =>
    z.fromJSONSchema(schema as Parameters<typeof z.fromJSONSchema>[0]);
  const parse = (deployment: Deployment) => JSON.parse(filesFor(deployment)['vercel.json'] ?? '');

  it.each([DEPLOYMENT, ELSEWHERE])('is what the schemas of Vercel ask for', (deployment) => {
    const schema = z.strictObject({
      $schema: z.literal('https://openapi.vercel.sh/vercel.json'),
      framework: z.null(),
      buildCommand: z.literal('npm run build'),
      outputDirectory: z.literal('dist'),
      headers: fromVercel(headersSchema),
      rewrites: fromVercel(rewritesSchema),
    });
    const { error } = schema.safeParse(parse(deployment));
    expect(error).toBeUndefined();
    expect(schema.safeParse({ ...parse(deployment), rewrites: [{ source: 1 }] }).success).toBe(
      false,
    );
    expect(schema.safeParse({ ...parse(deployment), headers: [{ source: '/' }] }).success).toBe(
      false,
    );
  });

  it('sets what all answers share and nothing else', () => {
    const [rule, ...others] = parse(DEPLOYMENT).headers;
    const headers = rule.headers.map(({ key, value }: Record<string, string>) => [key, value]);
    expect(Object.fromEntries(headers)).toEqual(commonHeaders(DEFAULT_SERVING));
    expect(others).toEqual([]);
  });

  it.each([DEPLOYMENT, ELSEWHERE])(
    'serves JSON where the middleware is missing',
    async (deployment) => {
      const proceed = () => new Response(null, { headers: { 'x-middleware-next': '1' } });
      const middleware = { default: proceed, config: { matcher: '/(.*)' } };
      const { get, send, read } = await deploy(deployment, { middleware });
      for (const path of [
        '/operators',
        '/operators/anchor',
        '/operators/anchor/facts',
        '/best/cheapest',
      ]) {
        const { status, headers, body } = await get(path, { accept: 'text/csv' });
        expect({ status, body: body.toString() }).toEqual({
          status: 200,
          body: read(`${path}.json`),
        });
        expect(headers).toMatchObject({
          'cache-control': `public, max-age=${deployment.maxAge}`,
          'access-control-allow-origin': '*',
        });
      }
      expect((await get('/operators.csv')).body.toString()).toBe(read('operators.csv'));
      expect((await get('/operators/nobody')).status).toBe(404);
      const root = deployment.publicPath.replace('/api/v1', '');
      const pages = {
        '/': 'index.html',
        '/operators/anchor': 'operators/anchor.html',
        '/best/cheapest.svg': 'best/cheapest.svg',
        '/site.css': 'site.css',
      };
      for (const [path, file] of Object.entries(pages)) {
        const sent = await send({ method: 'GET', path: root + path, headers: {} });
        expect(sent.body.toString(), path).toBe(read(`pages/${file}`));
      }
    },
  );

  it('leaves what is beside the API to another website where there are no pages', () => {
    const { rewrites } = parse({ ...DEPLOYMENT, pages: false });
    expect(rewrites).toEqual([{ source: '/api/v1/:path*', destination: '/api/v1/:path*.json' }]);
  });
});

describe('middleware.js', () => {
  const text = filesFor(DEPLOYMENT)['middleware.js'] ?? '';

  it('stands alone, and is small', () => {
    expect(text).toMatch(/^\/\/ Written by operator-api host/);
    expect(text).not.toMatch(/^\s*import\b|\bimport\(|\brequire\(/m);
    expect(Buffer.byteLength(text)).toBeLessThan(64 * 1024);
  });

  it('says what a deployment chose, where it is not the default', () => {
    const chosen = 'const OPERATOR_API_SERVING = {"publicPath":"/bookmakers/api/v1","maxAge":60,';
    expect(filesFor(ELSEWHERE)['middleware.js']).toContain(chosen);
    expect(text).not.toContain('const OPERATOR_API_SERVING');
  });

  it('asks for each file once, without what the client wants to know of it', async () => {
    const { get, fetched } = await deploy();
    const headers = {
      'if-none-match': '*',
      range: 'bytes=0-1',
      cookie: 'pass=1',
      accept: 'text/csv',
    };
    expect((await get('/operators', headers)).status).toBe(304);
    expect(fetched.map(({ url }) => new URL(url).pathname)).toEqual(['/api/v1/operators.csv']);
    expect(Object.fromEntries(fetched[0]?.headers ?? [])).toEqual({
      'x-operator-api-file': '1',
      cookie: 'pass=1',
    });
  });

  it('asks for no file that cannot be there', async () => {
    const { get, fetched } = await deploy();
    await get('/operators/a%20b%3Fc');
    const paths = fetched.map(({ url }) => new URL(url).pathname);
    expect(paths).toEqual(['/api/v1/problems/unknown-operator.json']);
  });

  it('takes nobody else for itself', async () => {
    const { get, send } = await deploy();
    const forged = { 'x-operator-api-file': '1', accept: 'text/csv' };
    expect((await get('/operators', forged)).headers['content-type']).toContain('text/csv');
    expect((await get('/operators/nobody', forged)).headers['content-type']).toContain('problem');
    const post = { method: 'POST', path: '/api/v1/operators.json', headers: forged };
    expect((await send(post)).headers['allow']).toBe('GET, HEAD, OPTIONS');
  });

  it.each([
    ['fails', async () => Promise.reject(new TypeError('no network'))],
    ['is refused', async () => new Response(null, { status: 401 })],
    ['is redirected', async () => new Response(null, { status: 307 })],
  ])('leaves the form that was asked for to the platform when a fetch %s', async (_, fetch) => {
    const { get, send, read, logged } = await deploy();
    stubFetch(fetch);
    const csv = await get('/operators', { accept: 'text/csv' });
    expect(csv).toMatchObject({
      status: 200,
      headers: {
        'content-type': 'text/csv; charset=utf-8; header=present',
        'content-location': '/api/v1/operators.csv',
        vary: 'Accept',
      },
    });
    expect(csv.body.toString()).toBe(read('operators.csv'));
    expect((await get('/operators')).body.toString()).toBe(read('operators.json'));
    expect(await get('/operators/a%20b%3Fc')).toMatchObject({ status: 404, body: Buffer.alloc(0) });
    expect((await get('/operators/nobody')).status).toBe(404);
    const post = await send({ method: 'POST', path: '/api/v1/operators', headers: {} });
    expect(post).toMatchObject({ status: 405, headers: { allow: 'GET, HEAD, OPTIONS' } });
    expect(post.headers['content-type']).toBeUndefined();
    expect(logged).toHaveBeenCalledTimes(5);
  });
});
