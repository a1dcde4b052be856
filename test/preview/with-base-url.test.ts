import { join } from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import { publishedFiles, startServer, withBaseUrl } from '../../src/preview/index.ts';
import type { OutputPath } from '../../src/represent/index.ts';
import { project, traceFiles } from '../doors/check-build.ts';
import { writeFiles } from '../doors/folders.ts';
import { change, DEPRECATED, operator, tiny, withPages } from '../doors/tiny-dataset.ts';

const HERE = 'http://127.0.0.1:4321/api/v1';

/** What a reader of a preview gets from each published file, and what a build with its URL publishes. */
async function compare(sources = tiny()) {
  const [real, other] = [project(sources), project(sources)];
  for (const { change, buildAt } of [real, other]) {
    const options = buildAt === other.buildAt ? { baseUrl: HERE } : {};
    await buildAt(0, options);
    change({ 'operators/birch.yaml': operator(3, 'Birch').replace('cons: []', 'cons: [Slow]') });
    await buildAt(60, options);
  }
  const find = withBaseUrl(publishedFiles(join(real.out, 'api/v1')), HERE);
  const wanted = traceFiles(join(other.out, 'api/v1'));
  const found = (path: string) => Buffer.from(find(path as OutputPath)?.bytes ?? []).toString();
  return { wanted, found };
}

describe('a preview at another URL than that of the build', () => {
  it.each([
    ['a service', tiny()],
    ['a service that will end', DEPRECATED],
  ])('answers as if it had been built with its own: %s', async (_, sources) => {
    const { wanted, found } = await compare(sources);
    for (const [path, { content }] of wanted) {
      if (path !== 'manifest.json') expect(found(path), path).toBe(content);
    }
    const mine = JSON.parse(found('manifest.json'));
    expect(mine).toEqual(JSON.parse(wanted.get('manifest.json')?.content ?? ''));
    expect(mine.base_url).toBe(HERE);
  });

  it.each([
    ['at the root', 'https://other.example/api/v1'],
    ['below a path', 'https://other.example/compare/api/v1'],
  ])('links between pages that were built %s', async (_, baseUrl) => {
    const moved = tiny(change('service.yaml', 'https://tiny.example/api/v1', baseUrl));
    const { wanted, found } = await compare(withPages(moved));
    const pages = [...wanted].filter(([path]) => /^pages\/.*(?<!\.png)$/.test(path));
    expect(pages.map(([path]) => path)).toEqual(
      expect.arrayContaining(['pages/index.html', 'pages/operators/anchor.html']),
    );
    for (const [path, { content }] of pages) expect(found(path), path).toBe(content);
    expect(found('pages/index.html')).toContain('href="/site.css"');
    expect(found('pages/index.html')).toContain('href="/api/v1/index.json"');
  });

  it('leaves pictures as they are, whatever their bytes are', async () => {
    const { out, buildAt } = project(tiny());
    await buildAt(0);
    const bytes = Buffer.from([0x89, 0xff, ...Buffer.from('https://tiny.example/')]);
    writeFiles(out, { 'api/v1/pages/preview.png': bytes });
    const find = withBaseUrl(publishedFiles(join(out, 'api/v1')), HERE);
    expect(Buffer.from(find('pages/preview.png' as OutputPath)?.bytes ?? [])).toEqual(bytes);
  });

  it('sends downloads as they are, since some are binary and all are listed by digest', async () => {
    const { out, buildAt } = project(tiny());
    await buildAt(0);
    const text = '{"path":"https://tiny.example/api/v1/claims.csv"}';
    writeFiles(out, { 'api/v1/snapshots/datapackage.json': text });
    const find = withBaseUrl(publishedFiles(join(out, 'api/v1')), HERE);
    const found = find('snapshots/datapackage.json' as OutputPath);
    expect(Buffer.from(found?.bytes ?? []).toString()).toBe(text);
  });

  it('speaks of the host and port that the request named, and of nothing else', async () => {
    const { out, buildAt } = project(tiny());
    await buildAt(0);
    const find = publishedFiles(join(out, 'api/v1'));
    const server = await startServer({ port: 0 }, (origin) =>
      withBaseUrl(find, `${origin}/api/v1`),
    );
    onTestFinished(() => server.close());
    const at = (host: string) => `http://${host}:${server.port}/api/v1`;
    const ask = async (host: string) => {
      const response = await fetch(`${at(host)}/operators.json`);
      return { etag: response.headers.get('etag'), text: await response.text() };
    };
    const [byNumber, byName] = [await ask('127.0.0.1'), await ask('localhost')];
    expect(byNumber.text).toContain(`"api_url":"${at('127.0.0.1')}/operators/birch"`);
    expect(byName.text).toContain(`"api_url":"${at('localhost')}/operators/birch"`);
    expect(byName.etag).not.toBe(byNumber.etag);
    const again = await fetch(`${at('localhost')}/operators.json`, {
      headers: { 'If-None-Match': byName.etag ?? '' },
    });
    expect(again.status).toBe(304);
    // biome-ignore lint/suspicious/noExplicitAny: a document
    const openApi: any = await (await fetch(`${at('127.0.0.1')}/openapi.json`)).json();
    expect(openApi.servers[0].url).toBe(at('127.0.0.1'));
  });
});
