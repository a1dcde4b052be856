import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import ts from 'typescript';
import { describe, expect, it } from 'vitest';
import { type Deployment, SOURCE_LINE } from '../../src/hosts/host.ts';
import { DEFAULT_SERVING, type Serving } from '../../src/policy/index.ts';
import { project } from '../doors/check-build.ts';
import {
  askServer,
  deviationsOf,
  faultsIn,
  type HostUnderTest,
  misreadAccepts,
} from '../doors/check-host.ts';
import { temporaryFolder, writeFiles } from '../doors/folders.ts';
import { publishDocuments } from '../doors/publish-documents.ts';
import { hasRealPrograms, PROGRAMS_REMARK } from '../doors/real-programs.ts';
import { sharedInFile } from '../doors/shared.ts';
import { withPages } from '../doors/tiny-dataset.ts';
import { exceptedChecks, failedChecks } from '../doors/verify-host.ts';
import { acceptHeaders } from '../policy/accept-headers.ts';
import { cloudflare as DEVIATIONS } from './deviations/cloudflare.ts';
import { withoutPages } from './deviations/published.ts';
import { DEPRECATION } from './ending.ts';
import { pageRequestsBelow, REQUESTS } from './requests.ts';
import { bundle, configure, readWrangler, startWorkerd } from './servers/start-cloudflare.ts';

const OTHER_SERVING: Serving = {
  ...DEFAULT_SERVING,
  publicPath: '/bookmakers/api/v1',
  maxAge: 60,
  deprecation: DEPRECATION,
};

const onWorkerd = `on workerd, with the assets that wrangler.jsonc configures${PROGRAMS_REMARK}`;
describe.runIf(hasRealPrograms)(onWorkerd, { timeout: 120_000 }, () => {
  it('every request is answered as the policy says', async () => {
    const host = await runningHost();
    expect(faultsIn(await deviationsOf(host, REQUESTS), DEVIATIONS)).toEqual([]);
    expect(await misreadAccepts(host, acceptHeaders(20_261_121, 2000))).toEqual([]);
  });

  it('passes every check of verify that docs/deploy.md does not except', async () => {
    const host = await runningHost();
    // Miniflare compresses by itself, and says so of no validator and no cache key.
    const send: HostUnderTest['send'] = (sent) =>
      host.send({ ...sent, headers: { ...sent.headers, 'accept-encoding': 'identity' } });
    expect(await failedChecks({ ...host, send })).toEqual(exceptedChecks('cloudflare'));
  });

  it('so it is below another path, for another time, under a name, with an end to come', async () => {
    const host = await runningHost({ ...OTHER_SERVING, serverName: 'compare.example' });
    const deviations = await deviationsOf(host, REQUESTS);
    expect(faultsIn(deviations, withoutPages(DEVIATIONS))).toEqual([]);
    const beside = await deviationsOf(host, pageRequestsBelow('/bookmakers'));
    expect(new Set(beside.map(({ part }) => part))).toEqual(new Set(['last-modified']));
    // Where the assets lie is nobody's address.
    const bare = await host.send({ method: 'GET', path: '/api/v1/operators.json', headers: {} });
    expect(bare.status).toBe(404);
    expect(bare.headers['content-type']).toBe('application/problem+json');
  });

  it('assets that are no part of the API are answered by the policy, to navigation too', async () => {
    const assets = { 'index.html': '<p>Hello', 'api/v1/x.html': '<p>Hi' };
    const { send } = await runningHost({ pages: false }, assets);
    const headers = { 'sec-fetch-mode': 'navigate', accept: 'text/html' };
    const ask = (path: string) => send({ method: 'GET', path, headers });
    for (const path of ['/', '/index.html', '/api/v1/x', '/api/v1/x.html']) {
      expect({ path, ...(await ask(path)) }).toMatchObject({
        path,
        status: 404,
        headers: {
          'content-type': 'application/problem+json',
          'access-control-allow-origin': '*',
        },
      });
    }
    expect((await ask('/api/v1/operators')).status).toBe(200);
  });
});

describe('wrangler.jsonc', () => {
  it('says who wrote it, and is the same for the same deployment', () => {
    const { 'wrangler.jsonc': text = '' } = configure();
    expect(text.startsWith(`// ${SOURCE_LINE}\n`)).toBe(true);
    expect(configure()).toEqual(configure());
  });

  it('leaves to the account where the Worker is reached, unless a name is given', () => {
    const named = { ...OTHER_SERVING, serverName: 'compare.example' };
    const { 'wrangler.jsonc': any = '' } = configure();
    const { 'wrangler.jsonc': one = '' } = configure({ ...named, pages: false });
    expect(readWrangler(any)).not.toHaveProperty('routes');
    expect(readWrangler(one)).toMatchObject({
      workers_dev: false,
      routes: [
        'compare.example/bookmakers/api/v1*',
        'compare.example/.well-known/api-catalog',
        'compare.example/llms.txt',
      ],
    });
  });

  it('takes all addresses below the folder of the API where there are pages', () => {
    const routesOf = (chosen: Partial<Deployment>) => {
      const deployment = { ...DEFAULT_SERVING, serverName: 'compare.example', ...chosen };
      return readWrangler(configure(deployment)['wrangler.jsonc'] ?? '').routes;
    };
    expect(routesOf({})).toEqual(['compare.example/*']);
    expect(routesOf({ publicPath: '/bookmakers/api/v1' })).toEqual([
      'compare.example/bookmakers*',
      'compare.example/.well-known/api-catalog',
      'compare.example/llms.txt',
    ]);
  });

  it('takes the published folder from wherever it is', () => {
    const { 'wrangler.jsonc': text = '' } = configure({ root: 'out/a "b"' });
    expect(readWrangler(text).assets.directory).toBe('out/a "b"');
  });
});

describe('worker.js', () => {
  it('is the bundle, which imports nothing and has less than 64 kB', () => {
    const { importedFiles } = ts.preProcessFile(bundle(), true, true);
    expect(importedFiles).toEqual([]);
    expect(Buffer.byteLength(bundle())).toBeLessThan(64_000);
    expect(configure()['worker.js']).toBe(`// ${SOURCE_LINE}\n${bundle()}`);
  });

  it.each([
    ['by default', DEFAULT_SERVING],
    ['below another path, for another time', OTHER_SERVING],
  ])('answers %s', async (_, serving) => {
    const { out, buildAt } = project(withPages());
    await buildAt(0);
    const { ask } = await loadWorker(serving, assetsOf(out));
    const { publicPath, maxAge } = serving;
    const answer = await ask(`${publicPath}/operators`, { headers: { accept: 'text/csv' } });
    expect(answer.status).toBe(200);
    expect(answer.headers.get('cache-control')).toBe(`public, max-age=${maxAge}`);
    expect(answer.headers.get('content-location')).toBe(`${publicPath}/operators.csv`);
    expect(await answer.text()).toBe(readFileSync(join(out, 'api', 'v1', 'operators.csv'), 'utf8'));
    expect((await ask('/elsewhere/api/v1/operators')).status).toBe(404);
  });

  it('asks the assets for whole files, and for none that cannot be there', async () => {
    const { ask, asked } = await loadWorker(DEFAULT_SERVING, NOTHING);
    const headers = { 'if-none-match': '"a"', range: 'bytes=0-0', accept: 'text/csv' };
    for (const name of ['nobody', '%25%20%E7%8B%90%3F']) {
      await ask(`/api/v1/operators/${name}`, { method: 'HEAD', headers });
    }
    expect(asked.map(({ method, url }) => `${method} ${new URL(url).pathname}`)).toEqual([
      'GET /api/v1/operators/nobody.csv',
      'GET /api/v1/problems/unknown-operator.json',
      'GET /api/v1/problems/unknown-operator.json',
    ]);
    expect(asked.flatMap((request) => [...request.headers])).toEqual([]);
  });

  it('answers with the headers of the contract where not even an error document is', async () => {
    const { ask } = await loadWorker(DEFAULT_SERVING, NOTHING);
    const answer = await ask('/api/v1/operators');
    expect(answer.status).toBe(404);
    expect(answer.headers.get('access-control-allow-origin')).toBe('*');
    expect(answer.headers.get('vary')).toBe('Accept');
  });

  it('fails when the assets do, rather than let caches keep that there is nothing', async () => {
    const { ask } = await loadWorker(DEFAULT_SERVING, () => new Response(null, { status: 500 }));
    await expect(ask('/api/v1/operators')).rejects.toThrow('The assets answered 500');
  });
});

/** workerd over a real build, and what else lies in its folder. */
const runningHost = sharedInFile(
  async (
    chosen: Partial<Deployment> = {},
    more: Readonly<Record<string, string>> = {},
  ): Promise<HostUnderTest> => {
    const { out, buildAt } = project(withPages());
    await buildAt(0);
    publishDocuments(out);
    writeFiles(out, more);
    const port = await startWorkerd(out, chosen);
    return { send: askServer(port), serving: { ...DEFAULT_SERVING, ...chosen }, out };
  },
);

interface Worker {
  readonly ask: (path: string, init?: RequestInit) => Promise<Response>;
  /** What the assets were asked for. */
  readonly asked: readonly Request[];
}

/** The generated Worker in Node, with assets of the test's own. */
async function loadWorker(
  serving: Serving,
  answer: (request: Request) => Response,
): Promise<Worker> {
  const folder = temporaryFolder();
  writeFiles(folder, { 'worker.mjs': configure(serving)['worker.js'] ?? '' });
  const { default: worker } = await import(pathToFileURL(join(folder, 'worker.mjs')).href);
  const asked: Request[] = [];
  const fetch = async (request: Request) => {
    asked.push(request);
    return answer(request);
  };
  return {
    ask: (path, init) =>
      worker.fetch(new Request(`https://api.example${path}`, init), { ASSETS: { fetch } }),
    asked,
  };
}

const NOTHING = () => new Response(null, { status: 404 });

/** The files of a folder, as assets answer with them. */
function assetsOf(folder: string): (request: Request) => Response {
  return ({ url }) => {
    const { pathname } = new URL(url);
    const path = join(folder, decodeURIComponent(pathname));
    return existsSync(path)
      ? new Response(readFileSync(path), { headers: { etag: '"a"' } })
      : NOTHING();
  };
}
