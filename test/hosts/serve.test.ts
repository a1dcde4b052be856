import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import type { Deployment } from '../../src/hosts/host.ts';
import { serve } from '../../src/hosts/serve.ts';
import { DEFAULT_SERVING } from '../../src/policy/index.ts';
import { project } from '../doors/check-build.ts';
import { askServer, deviationsOf, faultsIn, type HostUnderTest } from '../doors/check-host.ts';
import { writeFiles } from '../doors/folders.ts';
import { publishDocuments } from '../doors/publish-documents.ts';
import { freePort } from '../doors/real-server.ts';
import { repository } from '../doors/repository.ts';
import { sharedInFile } from '../doors/shared.ts';
import { withPages } from '../doors/tiny-dataset.ts';
import { exceptedChecks, failedChecks } from '../doors/verify-host.ts';
import { isBesideApi } from './deviations/published.ts';
import { serve as DEVIATIONS, isFound, RECORD, toRecord } from './deviations/serve.ts';
import { DEPRECATION, LICENSE_LINK, LINKS_WITH_END, withEnd } from './ending.ts';
import { REQUESTS } from './requests.ts';
import { startServe } from './servers/start-serve.ts';

const DEPLOYMENT: Deployment = {
  ...DEFAULT_SERVING,
  root: 'dist',
  listen: '80',
  serverName: null,
  precompressed: false,
  removedCategories: [],
};

describe('serve.json', () => {
  it('names the folder, and neither lists folders nor redirects', () => {
    const { public: folder, ...rest } = JSON.parse(written({ ...DEPLOYMENT, root: 'public' }));
    expect(folder).toBe('public');
    expect(rest).toMatchObject({ cleanUrls: false, directoryListing: false });
    expect(rest).not.toHaveProperty('redirects');
    expect(rest).not.toHaveProperty('trailingSlash');
  });
});

describe('pages', () => {
  it('take no more rules than serve reads', () => {
    expect(JSON.parse(written(DEPLOYMENT)).headers.length).toBeLessThanOrEqual(50);
  });

  it('are below the folder of the API, as deep as any is', async () => {
    const root = '/bookmakers';
    const { send, out } = await served({ publicPath: `${root}/api/v1` });
    writeFiles(out, { 'api/v1/pages/embed/operators/anchor/fee_usd.html': '<p>Deep' });
    const ask = async (path: string) =>
      (await send({ method: 'GET', path: root + path, headers: {} })).status;
    for (const path of ['', '/', '/operators/anchor', '/best/cheapest.svg', '/site.css']) {
      expect(await ask(path), path).toBe(200);
    }
    expect(await ask('/embed/operators/anchor/fee_usd')).toBe(200);
    expect(await ask('/operators/nobody')).toBe(404);
    expect((await send({ method: 'GET', path: '/operators/anchor', headers: {} })).status).toBe(
      404,
    );
  });

  it('leave what is beside the API alone where there are none', () => {
    const { rewrites, headers } = JSON.parse(written({ ...DEPLOYMENT, pages: false }));
    expect(JSON.stringify([rewrites, headers])).not.toMatch(/pages|Security/);
  });
});

describe('serve itself', () => {
  it('answers every request as the policy says, but for what docs/hosts.md lists', async () => {
    const host = await served();
    const deviations = await deviationsOf(host, REQUESTS);
    // Written anew by `npm run test:update`.
    await expect(toRecord(deviations)).toMatchFileSnapshot(join(repository, RECORD));
    expect(faultsIn(deviations, DEVIATIONS)).toEqual([]);
  });

  it('does so below another path, for another time, with an end to come', async () => {
    const publicPath = '/bookmakers/api/v1';
    const host = await served({ publicPath, maxAge: 60, deprecation: DEPRECATION });
    const found = REQUESTS.filter((request) => isFound(request) && !isBesideApi(request.name));
    const names = new Set(found.map(({ name }) => name));
    const moved = withEnd(DEVIATIONS).map(({ at, ...said }) => ({
      ...said,
      at: Object.fromEntries(
        Object.entries(at)
          .filter(([request]) => names.has(request))
          .map(([request, { link, ...parts }]) => [
            request,
            { ...parts, ...(link !== undefined && { link: movedTo(publicPath, link) }) },
          ]),
      ),
    }));
    expect(faultsIn(await deviationsOf(host, found), moved)).toEqual([]);
    for (const path of ['/operators/nobody', '/best/fastest.json', '/nowhere']) {
      const answer = await host.send({ method: 'GET', path: publicPath + path, headers: {} });
      expect(answer.status).toBe(404);
      expect(answer.headers).toMatchObject({
        'access-control-allow-origin': '*',
        'cache-control': 'public, max-age=60',
      });
    }
  });

  it('passes every check of verify that docs/deploy.md does not except', async () => {
    expect(await failedChecks(await served())).toEqual(exceptedChecks('serve'));
  });

  it('answers a preflight so that a browser goes on', async () => {
    const { send, serving } = await served();
    const path = `${serving.publicPath}/operators`;
    const headers = {
      origin: 'https://widget.example',
      'access-control-request-method': 'GET',
      'access-control-request-headers': 'if-none-match',
    };
    const answer = await send({ method: 'OPTIONS', path, headers });
    expect(answer.status).toBe(200);
    expect(answer.headers).toMatchObject({
      'access-control-allow-origin': '*',
      'access-control-allow-headers': '*',
    });
  });
});

function movedTo(publicPath: string, link: string): string {
  return link.replace(LICENSE_LINK, LINKS_WITH_END).replaceAll('</api/v1/', `<${publicPath}/`);
}

function written(deployment: Deployment): string {
  const [file, ...others] = serve.configure(deployment, '');
  expect([file?.path, others]).toEqual(['serve.json', []]);
  return file?.text ?? '';
}

/** A built dataset behind the real server. */
const served = sharedInFile(async (chosen: Partial<Deployment> = {}): Promise<HostUnderTest> => {
  const { out, buildAt } = project(withPages());
  await buildAt(0);
  publishDocuments(out);
  const serving = { ...DEPLOYMENT, ...chosen, root: out };
  const port = await freePort();
  await startServe(written(serving), port);
  return { send: askServer(port), serving, out, mayHaveNoTimes: true };
});
