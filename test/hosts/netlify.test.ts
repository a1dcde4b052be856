import { execFileSync } from 'node:child_process';
import { appendFileSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { pathToFileURL } from 'node:url';
import fastGlob from 'fast-glob';
import ts from 'typescript';
import { describe, expect, it, onTestFinished, vi } from 'vitest';
import { parse } from 'yaml';
import type { Deployment } from '../../src/hosts/host.ts';
import { netlify } from '../../src/hosts/netlify.ts';
import { DEFAULT_SERVING } from '../../src/policy/index.ts';
import { negotiate, wantsHtml } from '../../src/policy/negotiate.ts';
import { project } from '../doors/check-build.ts';
import {
  answerOf,
  deviationsOf,
  faultsIn,
  type HostUnderTest,
  misreadAccepts,
} from '../doors/check-host.ts';
import { writeFiles } from '../doors/folders.ts';
import { publishDocuments } from '../doors/publish-documents.ts';
import { repository } from '../doors/repository.ts';
import { withPages } from '../doors/tiny-dataset.ts';
import { exceptedChecks, failedChecks } from '../doors/verify-host.ts';
import { acceptHeaders } from '../policy/accept-headers.ts';
import { BESIDE, netlify as DEVIATIONS, isUndocumented, netlifyAt } from './deviations/netlify.ts';
import { isBesideApi } from './deviations/published.ts';
import { DEPRECATION, LINKS_WITH_END } from './ending.ts';
import { pageRequestsBelow, REQUESTS } from './requests.ts';
import {
  readConfiguration,
  type Simulated,
  type SimulatedNetlify,
  simulateNetlify,
  Undocumented,
} from './servers/simulate-netlify.ts';

const DEPLOYMENT: Deployment = {
  ...DEFAULT_SERVING,
  root: 'dist',
  listen: '80',
  serverName: null,
  precompressed: false,
  removedCategories: ['fastest'],
};

describe('netlify.toml', () => {
  it('is the one that is committed', () => {
    const { removed } = parse(readFileSync(join(repository, 'data/categories.yaml'), 'utf8'));
    const removedCategories = removed.map(({ slug }: { slug: string }) => slug);
    const files = netlify.configure({ ...DEPLOYMENT, removedCategories }, bundle());
    expect(files.map(({ path }) => path)).toEqual(['netlify.toml']);
    expect(files[0]?.text).toBe(readFileSync(join(repository, 'netlify.toml'), 'utf8'));
  });

  it('is what Netlify takes, with what is published and where the function is', async () => {
    const { build, redirects, headers, declarations } = await readConfiguration(repository);
    expect(build).toMatchObject({ publish: 'dist', edge_functions: 'lib/edge-bundles/netlify' });
    expect(build.command).toMatch(/^npm run build -- --host netlify [^&|;>]*$/);
    const errors = redirects.filter(({ status }) => status === 404);
    expect(errors.slice(-11).map(({ path, to }) => `${path} ${to}`)).toEqual([
      '/api/v1/operators/:name/claims /api/v1/problems/unknown-operator.json',
      '/api/v1/operators/:name/claims.json /api/v1/problems/unknown-operator.json',
      '/api/v1/operators/:name/claims.csv /api/v1/problems/unknown-operator.json',
      '/api/v1/best/:name /api/v1/problems/unknown-category.json',
      '/api/v1/metrics/:name /api/v1/problems/unknown-metric.json',
      '/api/v1/claims/:name /api/v1/problems/unknown-claim.json',
      '/api/v1/operators/:name/changes.atom /api/v1/problems/unknown-operator.json',
      '/api/v1/* /api/v1/problems/unknown-path.json',
      '/best/fastest-withdrawal /api/v1/pages/removed/fastest-withdrawal.html',
      '/best/lowest-fees /api/v1/pages/removed/lowest-fees.html',
      '/* /api/v1/pages/404.html',
    ]);
    expect(redirects.filter(({ force }) => force)).toEqual([]);
    expect(headers.map((header) => header.for)).toEqual(
      expect.arrayContaining(['/*', '/api/v1/*.csv', '/api/v1/problems/*', '/api/v1/*.zip']),
    );
    expect(new Set(declarations.map((one) => one.function))).toEqual(new Set(['operator-api']));
  });

  it('declares no removed categories where there are none', () => {
    const [file] = netlify.configure({ ...DEPLOYMENT, removedCategories: [] }, '');
    expect(file?.text).not.toMatch(/[Rr]emoved/);
  });

  it('lets the function run for every Accept header that can mean CSV', async () => {
    const { declarations } = await readConfiguration(repository);
    const accept = declarations.find(({ header }) => header !== undefined)?.header?.['accept'];
    const pattern = new RegExp(String(accept));
    const asking = acceptHeaders(7, 20_000).filter((header) => negotiate(header) === 'csv');
    expect(asking.length).toBeGreaterThan(4000);
    expect(asking.filter((header) => !pattern.test(header))).toEqual([]);
  });
});

describe('beside the API', () => {
  it('lets the function run for every Accept header that is not for people', async () => {
    const { declarations } = await readConfiguration(repository);
    const patterns = declarations.flatMap(({ header }) =>
      header === undefined || header['accept'] === false ? [] : [String(header['accept'])],
    );
    const pattern = new RegExp(patterns.at(-1) ?? '');
    const refusing = ['text/html;q=0, */*', 'text/html ; Q=0.0', 'text/htmlx', 'text/htm', ''];
    const asking = [...refusing, ...acceptHeaders(7, 20_000)].filter((one) => !wantsHtml(one));
    expect(asking.length).toBeGreaterThan(4000);
    expect(asking.filter((header) => !pattern.test(header))).toEqual([]);
    expect(BROWSERS.filter((header) => pattern.test(header))).toEqual([]);
  });

  it('runs no function while a browser shows pages, and once where a program finds none', async () => {
    const { send, countRuns } = await deployed();
    const ask = (path: string, accept: string) =>
      send({ method: 'GET', path, headers: { accept } });
    for (const accept of BROWSERS) {
      for (const path of ['/', '/operators/anchor', '/metrics/fee_usd', '/docs/console']) {
        expect(await ask(path, accept), path).toMatchObject({
          status: 200,
          headers: { 'content-type': 'text/html; charset=utf-8' },
        });
      }
      expect((await ask('/operators/nobody', accept)).status).toBe(404);
    }
    for (const path of ['/site.css', '/widget.js', '/best/cheapest.svg', '/preview.png']) {
      expect((await ask(path, '*/*')).status, path).toBe(200);
    }
    expect(countRuns()).toBe(0);
    expect((await ask('/nowhere', '*/*')).headers['content-type']).toBe('application/problem+json');
    expect(countRuns()).toBe(1);
  });

  it('leaves what is beside it to another website where there are no pages', () => {
    const [file] = netlify.configure({ ...DEPLOYMENT, pages: false }, '');
    expect(file?.text).not.toMatch(/pages|[.]html"|Security/);
    expect(file?.text).toContain('from = "/*"\n  to = "/api/v1/problems/unknown-path.json"');
  });
});

describe('a deployment, as Netlify documents what it does', () => {
  it('answers every request as the policy says', async () => {
    const host = await deployed();
    expect(faultsIn(await deviationsOf(host, DOCUMENTED), DEVIATIONS)).toEqual([]);
    const undocumented = REQUESTS.filter(isUndocumented);
    expect(undocumented.length).toBeGreaterThan(5);
    for (const request of undocumented) {
      await expect(deviationsOf(host, [request]), request.name).rejects.toThrow(Undocumented);
    }
  });

  it('passes every check of verify that docs/deploy.md does not except', async () => {
    const host = await deployed();
    expect(await failedChecks({ ...host, send: whereverDocumented(host) })).toEqual(
      exceptedChecks('netlify'),
    );
  });

  it('reads every Accept header as the policy does', async () => {
    const host = await deployed();
    expect(await misreadAccepts(host, acceptHeaders(20_261_121, 2000))).toEqual([]);
  });

  it('does so below another path, for another time, with an end to come', async () => {
    const publicPath = '/bookmakers/api/v1';
    const host = await deployed({ publicPath, maxAge: 60, deprecation: DEPRECATION });
    const besideNothing = DOCUMENTED.filter(({ name }) => !isBesideApi(name));
    const deviations = await deviationsOf(host, besideNothing);
    expect(faultsIn(deviations, netlifyAt(publicPath, LINKS_WITH_END))).toEqual([]);
    const pages = pageRequestsBelow('/bookmakers').filter((request) => !isUndocumented(request));
    const beside = await deviationsOf(host, pages);
    const known = BESIDE.flatMap(({ at }) => Object.values(at).flatMap(Object.keys));
    expect(new Set(beside.map(({ part }) => part))).toEqual(new Set(known));
  });

  it('runs no function where Accept cannot matter', async () => {
    const { send, countRuns } = await deployed();
    const accepts = [undefined, '*/*', 'application/json', 'application/json, text/plain, */*'];
    for (const accept of [...accepts, ...BROWSERS]) {
      for (const path of ['/operators', '/operators/7', '/operators/7/facts', '/best/cheapest']) {
        const headers = accept === undefined ? {} : { accept };
        const answer = await send({ method: 'GET', path: `/api/v1${path}`, headers });
        expect(answer.headers['content-type'], `${path} ${accept}`).toBe('application/json');
      }
    }
    const headers = { accept: 'text/csv' };
    for (const path of ['/operators.json', '/operators/7.csv', '/manifest.json']) {
      await send({ method: 'GET', path: `/api/v1${path}`, headers });
    }
    expect(countRuns()).toBe(0);
    await send({ method: 'GET', path: '/api/v1/operators', headers });
    expect(countRuns()).toBe(1);
  });

  it('says the same to caches, should header rules go by the address after a rewrite', async () => {
    const host = await deployed({}, { headersGoBy: 'address' });
    const parts = new Set((await deviationsOf(host, DOCUMENTED)).map(({ part }) => part));
    // An error has the type that the address would have, and a page no policy. Nothing that caches go
    // by differs, other than what does anyway.
    expect([...parts].sort()).toEqual([
      ...['body', 'content-length', 'content-location', 'content-security-policy'],
      ...['content-type', 'link', 'vary'],
    ]);
  });
});

describe('when the function fails', () => {
  const asksForCsv = { method: 'GET', path: '/api/v1/operators', headers: { accept: 'text/csv' } };

  it('altogether, JSON is answered', async () => {
    const { send, out } = await deployed(
      {},
      {
        breakFunction: () => {
          throw new Error('out of time');
        },
      },
    );
    const { status, headers, body } = await send(asksForCsv);
    expect({ status, type: headers['content-type'] }).toEqual({
      status: 200,
      type: 'application/json',
    });
    expect(body).toEqual(readFileSync(join(out, 'api/v1/operators.json')));
    const gone = await send({ ...asksForCsv, path: '/api/v1/best/fastest' });
    expect({ status: gone.status, title: JSON.parse(gone.body.toString()).title }).toEqual({
      status: 404,
      title: 'Removed category',
    });
    const gonePage = await send({ ...asksForCsv, path: '/best/fastest' });
    expect({ status: gonePage.status, type: gonePage.headers['content-type'] }).toEqual({
      status: 404,
      type: 'text/html; charset=utf-8',
    });
    expect(gonePage.body.toString()).toContain('Ranking removed');
  });

  it('to reach a file, JSON is answered, and kept by nobody', async () => {
    const { send, out } = await deployed();
    vi.spyOn(console, 'error').mockReturnValue();
    onTestFinished(() => {
      vi.restoreAllMocks();
    });
    vi.stubGlobal('fetch', async () => new Response('busy', { status: 503 }));
    const { status, headers, body } = await send(asksForCsv);
    expect(status).toBe(200);
    expect(headers).toMatchObject({
      'content-type': 'application/json',
      'cache-control': 'no-store',
      'access-control-allow-origin': '*',
      vary: 'Accept',
    });
    expect(body).toEqual(readFileSync(join(out, 'api/v1/operators.json')));
  });
});

describe('the cache of Netlify', () => {
  it('keeps whole answers of the function under their Accept header, and nothing else', async () => {
    const { send } = await deployed();
    const ask = async (path: string, headers: Readonly<Record<string, string>>, method = 'GET') => {
      const answer = await send({ method, path: `/api/v1${path}`, headers });
      const { 'netlify-cdn-cache-control': kept = answer.headers['cache-control'] } =
        answer.headers;
      return `${answer.status} ${kept} ${answer.headers['vary'] ?? ''}`.trim();
    };
    const csv = { accept: 'text/csv' };
    expect(await ask('/operators', csv)).toBe('200 public, max-age=3600 Accept');
    expect(await ask('/operators/nobody', csv)).toBe('404 public, max-age=3600 Accept');
    expect(await ask('/best/fastest', {})).toBe('410 public, max-age=3600 Accept');
    expect(await ask('/operators', { ...csv, 'if-none-match': '*' })).toBe('304 no-store Accept');
    expect(await ask('/operators', { ...csv, 'if-match': '"a"' })).toBe('412 no-store Accept');
    expect(await ask('/operators', { ...csv, range: 'bytes=0-3' })).toBe('206 no-store Accept');
    expect(await ask('/operators', { ...csv, range: 'bytes=9999-' })).toBe('416 no-store Accept');
    expect(await ask('/operators', csv, 'POST')).toBe('405 no-store Accept');
    expect(await ask('/operators', csv, 'OPTIONS')).toBe('204 no-store');
  });

  it('is opted into, and a failure is passed by, in the code itself', async () => {
    const path = join(repository, 'lib/edge-bundles/netlify/operator-api.js');
    const { config } = await import(pathToFileURL(path).href);
    expect(config).toEqual({ cache: 'manual', onError: 'bypass' });
  });
});

it('the function is one small file that imports nothing, alone in its folder', () => {
  expect(readdirSync(join(repository, 'lib/edge-bundles/netlify'))).toEqual(['operator-api.js']);
  expect(ts.preProcessFile(bundle(), true, true).importedFiles).toEqual([]);
  expect(bundle().length).toBeLessThan(64_000);
});

const BROWSERS = [
  'text/html,application/xhtml+xml,application/xml;q=0.9,image/avif,image/webp,*/*;q=0.8',
  'text/html,application/xhtml+xml,application/xml;q=0.9,image/avif,image/webp,image/apng,*/*;q=0.8,application/signed-exchange;v=b3;q=0.7',
];

/** Elsewhere it answers as the policy says, with no more header fields than the whole file has. */
function whereverDocumented(host: HostUnderTest): HostUnderTest['send'] {
  const ofThePart = ['content-length', 'content-range', 'accept-ranges'];
  return async (sent) => {
    try {
      return await host.send(sent);
    } catch (error) {
      if (!(error instanceof Undocumented)) throw error;
      const { accept = '*/*' } = sent.headers;
      const { headers: known } = await host.send({ ...sent, headers: { accept } });
      const expected = await answerOf(sent, host);
      const headers = Object.entries(expected.headers).filter(
        ([name]) => name in known || ofThePart.includes(name),
      );
      return { ...expected, headers: Object.fromEntries(headers) };
    }
  };
}

const DOCUMENTED = REQUESTS.filter((request) => !isUndocumented(request));

function bundle(): string {
  return readFileSync(join(repository, 'lib/edge-bundles/netlify.js'), 'utf8');
}

/** The rewrites that a build would list for the documents that tests put there. */
function addRewrites(out: string, publicPath: string): void {
  const pages = fastGlob.globSync('**/*', { cwd: join(out, 'api/v1/pages') });
  for (const { path, text } of netlify.publish?.({ addresses: [], pages }, publicPath) ?? []) {
    appendFileSync(join(out, path), text);
  }
}

/** Builds a project, does what netlify.toml says to do then, and deploys what it says to publish. */
async function deployed(
  chosen: Partial<Deployment> = {},
  simulated: Simulated = {},
): Promise<HostUnderTest & SimulatedNetlify> {
  const deployment = { ...DEPLOYMENT, ...chosen };
  const { out: dist, buildAt } = project(withPages());
  const root = dirname(dist);
  const files = netlify.configure(deployment, bundle());
  writeFiles(root, Object.fromEntries(files.map(({ path, text }) => [path, text])));
  const { build } = await readConfiguration(root);
  const [buildCommand = '', ...further] = build.command.split(' && ');
  const [, folder = 'dist'] = /--out (\S+)/.exec(buildCommand) ?? [];
  const out = join(root, folder);
  await buildAt(0, { out, host: 'netlify', publicPath: deployment.publicPath });
  // One of the same length whatever pages look like.
  rmSync(join(out, 'api/v1/pages/404.html'));
  publishDocuments(out);
  addRewrites(out, deployment.publicPath);
  for (const command of further) execFileSync('bash', ['-c', command], { cwd: root });
  // What compiling made is in the repository; what the configuration brings is in the project.
  const isCompiled = files.length === 1;
  const functions = (name: string) => join(isCompiled ? repository : root, name);
  const simulation = await simulateNetlify(root, functions, simulated);
  return { ...simulation, serving: deployment, out, mayHaveNoTimes: true };
}
