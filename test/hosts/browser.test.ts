import type { Page } from 'playwright-core';
import { expect, it } from 'vitest';
import { preview } from '../doors/check-preview.ts';
import { describeInChromium, watchStatuses } from '../doors/chromium.ts';
import { publicationOf } from '../doors/publication.ts';
import { hasRealPrograms } from '../doors/real-programs.ts';
import { DEPRECATED, tiny } from '../doors/tiny-dataset.ts';
import { startWorkerd } from './servers/start-cloudflare.ts';
import { startNginx } from './servers/start-nginx.ts';

/** Starts a server over a published folder and gives its port. */
type Start = (out: string) => Promise<number>;

const SERVERS: Readonly<Record<string, Start>> = {
  serve: async (out) => (await preview(out)).port,
  nginx: async (out) => (await startNginx(out)).port,
  ...(hasRealPrograms && { 'Cloudflare’s Worker': (out: string) => startWorkerd(out) }),
};

interface Asked {
  readonly headers?: Readonly<Record<string, string>>;
  readonly cache?: 'no-store' | 'no-cache';
}

interface Fetched {
  readonly status: number;
  readonly text: string;
  readonly headers: Readonly<Record<string, string | null>>;
}

describeInChromium('a page of another origin', (openPage) => {
  it.each(Object.entries(SERVERS))('reads the API of %s', async (_, start) => {
    const { out } = await publicationOf(tiny());
    const base = `http://127.0.0.1:${await start(out)}/api/v1`;
    const page = await openPage();

    const found = await fetchIn(page, `${base}/operators/anchor`);
    expect(found).toMatchObject({ status: 200, headers: { 'content-type': 'application/json' } });
    expect(JSON.parse(found.text).data[0].slug).toBe('anchor');

    const csv = await fetchIn(page, `${base}/operators`, { headers: { accept: 'text/csv' } });
    expect(csv.status).toBe(200);
    expect(csv.text).toMatch(/^id,slug,name,.*\r\n/);

    const missing = await fetchIn(page, `${base}/operators/nobody`);
    expect(missing).toMatchObject({
      status: 404,
      headers: { 'content-type': 'application/problem+json' },
    });
    expect(JSON.parse(missing.text).title).toBe('Unknown operator');

    const gone = await fetchIn(page, `${base}/best/fastest`);
    expect(gone.status).toBe(410);
  });

  it('reads that an API will end, and where it says why', async () => {
    const { out } = await publicationOf(DEPRECATED);
    const base = `http://127.0.0.1:${(await preview(out)).port}/api/v1`;
    const { headers } = await fetchIn(await openPage(), `${base}/operators.json`);
    expect(headers).toMatchObject({
      deprecation: '@1798761600',
      sunset: 'Thu, 01 Jul 2027 12:30:00 GMT',
      link: expect.stringContaining('rel="deprecation"'),
    });
  });

  it.each(Object.entries(SERVERS))(
    'may send a header of its own to %s, and revalidate',
    async (_, start) => {
      const { out } = await publicationOf(tiny());
      const base = `http://127.0.0.1:${await start(out)}/api/v1`;
      const page = await openPage();
      const statuses = await watchStatuses(page);

      const headers = { 'x-widget': 'odds table' };
      const first = await fetchIn(page, `${base}/operators`, { headers });
      expect(first.status).toBe(200);
      await expect.poll(statuses).toContain('OPTIONS 204');
      // Only what Access-Control-Expose-Headers names can be read across origins.
      expect(first.headers['etag']).toMatch(/^(W\/)?".+"$/);

      const etag = first.headers['etag'] ?? '';
      const asked = await fetchIn(page, `${base}/operators`, {
        headers: { 'if-none-match': etag },
        cache: 'no-store',
      });
      expect(asked).toMatchObject({ status: 304, text: '' });

      // By itself the browser does the same, and gives the page what it has kept.
      await fetchIn(page, `${base}/operators.csv`);
      const kept = await fetchIn(page, `${base}/operators.csv`, { cache: 'no-cache' });
      expect(kept).toMatchObject({ status: 200, text: expect.stringMatching(/^id,slug/) });
      await expect.poll(statuses).toContain('GET 304');
    },
  );
});

/** Fetches from within a page, where the browser applies CORS. */
function fetchIn(page: Page, url: string, init: Asked = {}): Promise<Fetched> {
  return page.evaluate(
    async ([address, options]) => {
      const response = await fetch(address, options);
      const names = ['content-type', 'etag', 'last-modified', 'link', 'deprecation', 'sunset'];
      return {
        status: response.status,
        text: await response.text(),
        headers: Object.fromEntries(names.map((name) => [name, response.headers.get(name)])),
      };
    },
    [url, init] as const,
  );
}
