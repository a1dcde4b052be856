import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { gzipSync } from 'node:zlib';
import type { Page } from 'playwright-core';
import { describe, expect, it, onTestFinished } from 'vitest';
import { preview } from '../doors/check-preview.ts';
import { describeInChromium, type OpenPage } from '../doors/chromium.ts';
import { publicationOf } from '../doors/publication.ts';
import { sharedInFile } from '../doors/shared.ts';
import { accessibilityProblems, openSite } from '../doors/site.ts';
import { operator, TINY, tiny, WITH_PAGES } from '../doors/tiny-dataset.ts';

/** The name of an operator that would be markup where it is not escaped. */
const HOSTILE = `<img src=x onerror="document.title='run'"> & ]]> 'Co'`;

const SOURCES = tiny({
  ...WITH_PAGES,
  'categories.yaml': (TINY['categories.yaml'] ?? '').replace(
    'removed:',
    `  - slug: nowhere
    title: Licensed nowhere
    description: Nobody is.
    where: { license_jurisdiction: Nowhere }
    cite: fee_usd
    rank_by:
      - { by: fee_usd, order: ascending }
removed:`,
  ),
  'operators/anchor.yaml': operator(7, 'Anchor', 'former_slugs: [old-anchor]\n').replace(
    'kyc_level: none',
    'kyc_level: threshold\nkyc_threshold_usd: 2000',
  ),
  'operators/birch.yaml': operator(3, JSON.stringify(HOSTILE)),
  'operators/cedar.yaml': operator(9, 'Cedar', 'status: closed\nended_at: 2026-09-01\n'),
  'facts/birch.yaml': `- claim_id: fee_usd_2
  metric: fee_usd
  value: 12000
  evidence_url: https://birch.example/fees?a=1&b=2
  observed_at: 2026-10-01T00:00:00Z
`,
});

const published = sharedInFile(publicationOf);

describe('the files for other sites', () => {
  it('have elements of at most 8 kB compressed', async () => {
    const { read } = await published(SOURCES);
    const size = gzipSync(read('pages/widget.js'), { level: 9 }).length;
    expect(size).toBeGreaterThan(1000);
    expect(size).toBeLessThanOrEqual(8 * 1024);
  });

  it('are three for each operator, beside its page', async () => {
    const { readManifest } = await published(SOURCES);
    const paths = JSON.stringify(readManifest()).match(/"pages\/[^"]*\/anchor\.[^"]*"/g);
    expect([...new Set(paths)].sort()).toEqual([
      '"pages/badges/operators/anchor.svg"',
      '"pages/embed/operators/anchor.html"',
      '"pages/oembed/operators/anchor.json"',
      '"pages/operators/anchor.html"',
    ]);
  });

  it.each(['best/cheapest', 'best/nowhere', 'operators/anchor', 'operators/birch'])(
    'describe how to embed %s, and its page names the description',
    async (path) => {
      const { read } = await published(SOURCES);
      const described = JSON.parse(read(`pages/oembed/${path}.json`));
      expect(described).toEqual({
        version: '1.0',
        type: 'rich',
        provider_name: 'Tiny Comparison',
        provider_url: 'https://tiny.example/',
        title: expect.stringMatching(/./),
        html: expect.stringContaining(`<iframe src="https://tiny.example/embed/${path}"`),
        width: expect.any(Number),
        height: expect.any(Number),
      });
      expect(described.html).not.toContain('<img');
      expect(described.html).toContain(`width="${described.width}" height="${described.height}"`);
      const [link = ''] = /<link [^>]*json\+oembed[^>]*>/.exec(read(`pages/${path}.html`)) ?? [];
      expect(link).toContain('rel="alternate"');
      expect(link).toContain(`href="https://tiny.example/oembed/${path}.json"`);
      const page = read(`pages/embed/${path}.html`);
      expect(page).toContain('<meta name="robots" content="noindex"');
      expect(page).toContain(`<link rel="canonical" href="https://tiny.example/${path}"`);
    },
  );

  it('are the same for an operator when another one changes', async () => {
    const built = await publicationOf(SOURCES);
    const paths = ['embed/operators/anchor.html', 'badges/operators/anchor.svg'];
    const before = paths.map((path) => built.read(`pages/${path}`));
    built.change({ 'operators/birch.yaml': operator(3, 'Birch and Sons') });
    expect(await built.buildAt(60)).toMatchObject({ ok: true });
    expect(paths.map((path) => built.read(`pages/${path}`))).toEqual(before);
    expect(built.read('pages/badges/operators/birch.svg')).toContain('Birch and Sons');
  });
});

describeInChromium('an element on a page of another origin', (openPage) => {
  it('shows a ranking in a table, with its source', async () => {
    const { page, url, complaints } = await openElsewhere(
      openPage,
      '<operator-ranking category="lowest-withdrawal-fee" limit="1"></operator-ranking>',
    );
    const table = page.getByRole('table', { name: 'Cheapest' });
    await eventually(() => textsOf(page, 'tbody tr')).toEqual(['1 Anchor 1.5 USD seen 2026-10-01']);
    expect(await table.getByRole('columnheader').allTextContents()).toEqual([
      'Rank',
      'Operator',
      'Fee (USD)',
    ]);
    expect(await hrefOf(page, 'Anchor')).toBe('https://tiny.example/operators/anchor');
    expect(await hrefOf(page, 'seen 2026-10-01')).toBe('https://anchor.example/fees');
    expect(await hrefOf(page, 'All 2 operators')).toBe(`${url}best/cheapest`);
    expect(await hrefOf(page, 'Tiny Comparison')).toBe(url);
    expect(await hrefOf(page, 'CC BY 4.0')).toBe('https://creativecommons.org/licenses/by/4.0/');
    expect(complaints).toEqual([]);
  });

  it('shows a card, with the metrics it is asked for', async () => {
    const { page } = await openElsewhere(
      openPage,
      '<operator-card operator="anchor" metrics="streams fee_usd"></operator-card>',
    );
    await eventually(() => textsOf(page, 'dl > div')).toEqual([
      'Fee (USD) 1.5 USD seen 2026-10-01',
      'Licence Unknown',
      'Documents required Above 2,000 USD',
      'Accepts VPN Yes',
      'Mobile app No',
      'Updated 2026-10-02',
    ]);
    expect(await hrefOf(page, 'Anchor')).toBe('https://tiny.example/operators/anchor');
    expect(await hrefOf(page, 'Tiny Comparison')).not.toBeNull();
  });

  it('shows a figure, by a former slug too', async () => {
    const { page } = await openElsewhere(
      openPage,
      '<operator-metric operator="old-anchor" metric="fee_usd"></operator-metric>',
    );
    await eventually(() => textsOf(page, 'figure')).toEqual([
      'Anchor Fee (USD) 1.5 USD seen 2026-10-01',
    ]);
    expect(await hrefOf(page, 'Tiny Comparison')).not.toBeNull();
  });

  it.each([
    ['operator-ranking category="cheapest"', `2 ${HOSTILE} 12,000 USD seen 2026-10-01`],
    ['operator-card operator="birch"', HOSTILE],
    ['operator-metric operator="birch" metric="fee_usd"', `${HOSTILE} Fee (USD)`],
  ])('takes no text for markup: %s', async (tag, shown) => {
    const { page, complaints } = await openElsewhere(openPage, `<${tag}></${tag.split(' ')[0]}>`);
    await eventually(() => textsOf(page, 'tbody tr, figcaption')).toContain(shown);
    expect(await page.locator('img').count()).toBe(0);
    expect(await page.title()).toBe('Elsewhere');
    expect(complaints).toEqual([]);
  });

  it.each([
    ['operator-ranking category="fast"', 'alert', 'Unknown category: fast'],
    ['operator-ranking category="a b?"', 'alert', 'Unknown category: a b?'],
    [
      'operator-ranking category="fastest"',
      'alert',
      'The category fastest was removed on 2026-06-01. Speed could not be measured.',
    ],
    ['operator-ranking', 'alert', 'The attribute "category" is missing.'],
    ['operator-card operator="nobody"', 'alert', 'Unknown operator: nobody'],
    ['operator-metric operator="anchor"', 'alert', 'The attribute "metric" is missing.'],
    ['operator-ranking category="nowhere"', null, 'No operator meets the rule of this ranking.'],
    [
      'operator-metric operator="anchor" metric="streams"',
      null,
      'There is no current value of this metric.',
    ],
    ['operator-card operator="cedar"', null, 'Closed on 2026-09-01'],
  ])('says what is the matter: %s', async (tag, role, message) => {
    const { page } = await openElsewhere(
      openPage,
      `<${tag}><a href="/more">More</a></${tag.split(' ')[0]}>`,
    );
    const said = page.locator('p', { hasText: message });
    await said.waitFor();
    expect(await said.getAttribute('role')).toBe(role);
    // What the author of the page wrote is shown when there is nothing else.
    expect(await page.getByText('More').isVisible()).toBe(role === 'alert');
    expect(await page.getByRole('button').count()).toBe(0);
    expect(await page.locator('[aria-busy]').count()).toBe(0);
  });

  it('says that it is loading, then that it could not, and tries again', async () => {
    let answer = (): void => undefined;
    const asked = new Promise<void>((resolve) => {
      answer = resolve;
    });
    const { page } = await openElsewhere(
      openPage,
      '<operator-ranking category="cheapest"></operator-ranking>',
      {
        before: (opened) =>
          opened.route('**/best/cheapest.json', async (route) => {
            await asked;
            await route.abort();
          }),
      },
    );
    await page.getByRole('status').getByText('Loading…').waitFor();
    expect(await page.locator('[aria-busy="true"]').count()).toBe(1);
    answer();
    await page.getByRole('alert').getByText('The data could not be loaded.').waitFor();
    await page.unroute('**/best/cheapest.json');
    await page.getByRole('button', { name: 'Try again' }).press('Enter');
    await page.getByRole('table').waitFor();
    expect(await page.getByRole('alert').count()).toBe(0);
  });

  it('follows its attributes, and lets go of what is no longer asked', async () => {
    const { page, requests } = await openElsewhere(
      openPage,
      '<operator-card operator="anchor"></operator-card>',
      // Never answered.
      { before: (opened) => opened.route('**/operators/anchor.json', () => undefined) },
    );
    const failed = page.waitForEvent('requestfailed');
    await setAttribute(page, 'operator', 'cedar');
    await page.getByText('Closed on').waitFor();
    expect((await failed).url()).toMatch(/anchor\.json$/);
    await setAttribute(page, 'operator', 'birch');
    await page.getByText(HOSTILE).waitFor();
    expect(await page.getByText('Closed on').count()).toBe(0);
    await setAttribute(page, 'operator', null);
    await page.getByRole('alert').waitFor();
    expect(requests()).toEqual(['anchor.json', 'cedar.json', 'birch.json']);
  });

  it('shares requests with others, and keeps its answer when it moves', async () => {
    const { page, requests } = await openElsewhere(
      openPage,
      `<operator-ranking category="cheapest"></operator-ranking>
      <operator-ranking category="cheapest" limit="1"></operator-ranking>
      <operator-card operator="anchor" metrics="fee_usd"></operator-card>
      <operator-metric operator="anchor" metric="fee_usd"></operator-metric>
      <div id="place"></div>`,
    );
    await eventually(() => page.locator('table, figure').count()).toBe(4);
    await page.evaluate(() => {
      const first = document.querySelector('operator-ranking');
      first?.setAttribute('limit', '1');
      document.querySelector('#place')?.append(first ?? '');
    });
    await eventually(() => page.locator('tbody tr').count()).toBe(2);
    expect([...requests()].sort()).toEqual(['anchor.json', 'cheapest.json', 'facts.json']);
  });

  it('works under a strict policy, styled', async () => {
    const { page, complaints } = await openElsewhere(openPage, ALL, {
      policy: (site) =>
        `default-src 'none'; img-src data:; script-src ${site}; connect-src ${site}; style-src 'none'`,
    });
    await eventually(() => page.locator('table, figure').count()).toBe(3);
    const border = await page
      .locator('[part~="widget"]')
      .first()
      .evaluate((box) => getComputedStyle(box).borderTopWidth);
    expect(border).toBe('1px');
    expect(complaints).toEqual([]);
  });

  it('takes colours from the page and its theme', async () => {
    const { page } = await openElsewhere(
      openPage,
      `<style>operator-card { --operator-background: rgb(1, 2, 3) } operator-ranking::part(title) { font-size: 40px }</style>
      <operator-card operator="anchor"></operator-card>
      <operator-ranking category="cheapest"></operator-ranking>
      <operator-metric operator="anchor" metric="fee_usd" theme="dark"></operator-metric>`,
    );
    await eventually(() => page.locator('table, figure').count()).toBe(3);
    const background = (tag: string) =>
      page
        .locator(`${tag} [part~="widget"]`)
        .evaluate((box) => getComputedStyle(box).backgroundColor);
    expect(await background('operator-card')).toBe('rgb(1, 2, 3)');
    expect(await background('operator-ranking')).toBe('rgb(255, 255, 255)');
    expect(await background('operator-metric')).toBe('rgb(26, 30, 28)');
    const title = page.locator('operator-ranking [part~="title"]');
    expect(await title.evaluate((one) => getComputedStyle(one).fontSize)).toBe('40px');
  });

  it.each(['light', 'dark'] as const)('has nothing for axe in %s', async (colorScheme) => {
    const { page } = await openElsewhere(
      openPage,
      `<meta name="color-scheme" content="light dark">${ALL}<operator-card operator="nobody"></operator-card>
      <operator-ranking category="nowhere"></operator-ranking>`,
      { before: (opened) => opened.emulateMedia({ colorScheme }) },
    );
    await eventually(() => page.locator('table, figure, [role=alert], [part=empty]').count()).toBe(
      5,
    );
    expect(await accessibilityProblems(page)).toEqual([]);
  });
});

describeInChromium('a frame on a page of another origin', (openPage) => {
  it.each([
    [
      'best/cheapest',
      ['1 Anchor 1.5 USD seen 2026-10-01', `2 ${HOSTILE} 12,000 USD seen 2026-10-01`],
    ],
    ['best/nowhere', []],
    ['operators/birch', []],
    ['operators/cedar', []],
  ])('shows %s', async (path, rows) => {
    const { page, url, complaints } = await openElsewhere(
      openPage,
      (site) =>
        `<iframe src="${site}embed/${path}" title="A widget" width="320" height="500"></iframe>`,
    );
    const frame = page.frameLocator('iframe');
    await frame.getByRole('heading', { level: 1 }).waitFor();
    expect(await Promise.all((await frame.locator('tbody tr').all()).map(textOf))).toEqual(rows);
    const links = await frame.locator('a').all();
    const targets = await Promise.all(links.map((link) => link.getAttribute('target')));
    expect(new Set(targets)).toEqual(new Set(['_blank']));
    expect(await frame.getByRole('link', { name: 'Tiny Comparison' }).count()).toBe(1);
    expect(await frame.locator('img').count()).toBe(0);
    expect(complaints).toEqual([]);
    await page.goto(`${url}embed/${path}`);
    expect(await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)).toBe(0);
    for (const colorScheme of ['light', 'dark'] as const) {
      await page.emulateMedia({ colorScheme });
      expect(await accessibilityProblems(page)).toEqual([]);
    }
  });
});

describeInChromium('a badge', (openPage) => {
  it.each([
    ['operators/anchor', 'Anchor, documents above 2,000 USD, 2026-10-02'],
    ['operators/birch', `${HOSTILE}, no documents, 2026-10-02`],
    ['operators/cedar', 'Cedar, Closed on 2026-09-01, 2026-10-02'],
    ['best/cheapest', 'Cheapest, Anchor, 2026-10-01'],
    ['best/nowhere', 'Licensed nowhere, no operator'],
  ])('is a sound picture: %s', async (path, title) => {
    const { read } = await published(SOURCES);
    const page = await openPage();
    const found = await page.evaluate(
      (text) => {
        const picture = new DOMParser().parseFromString(text, 'image/svg+xml');
        const width = Number(picture.documentElement.getAttribute('width'));
        document.body.append(document.importNode(picture.documentElement, true));
        return {
          errors: picture.querySelectorAll('parsererror').length,
          title: picture.querySelector('title')?.textContent,
          fits: [...document.querySelectorAll('text')].every(
            (one) =>
              (one as SVGTextElement).getBBox().x + one.getBoundingClientRect().width <= width,
          ),
        };
      },
      read(`pages/badges/${path}.svg`),
    );
    expect(found).toEqual({ errors: 0, title, fits: true });
  });
});

describeInChromium('the page about widgets', (openPage) => {
  it.each(['light', 'dark'] as const)('has nothing for axe in %s', async (colorScheme) => {
    const { page, complaints } = await openSite(openPage, SOURCES, 'docs/widgets', {
      colorScheme,
      viewport: { width: 320, height: 800 },
    });
    await page.getByRole('table', { name: 'Cheapest' }).waitFor();
    expect(await accessibilityProblems(page)).toEqual([]);
    expect(await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)).toBe(0);
    expect(complaints).toEqual([]);
  });

  it.each([
    ['Ranking', 'table', '2 operators'],
    ['Card of an operator', 'figure', 'Accepts VPN'],
    ['Figure of an operator', 'figure', '12,000'],
    ['Badge of an operator', 'img', ''],
    ['Badge of a ranking', 'img', ''],
    ['Frame with a ranking', 'iframe', ''],
    ['Frame with an operator', 'iframe', ''],
  ])('builds code that works elsewhere: %s', async (kind, selector) => {
    const { page, complaints } = await openSite(openPage, SOURCES, 'docs/widgets');
    await page.getByLabel('Widget', { exact: true }).selectOption(kind);
    const operatorField = page.getByLabel('Operator', { exact: true });
    if (await operatorField.isVisible()) await operatorField.fill('birch');
    const result = page.locator('.result');
    await result.locator(selector).first().waitFor();
    expect(complaints).toEqual([]);

    const code = (await page.locator('.builder code').textContent()) ?? '';
    const elsewhere = await openPage();
    await elsewhere.setContent(`<!doctype html><title>Elsewhere</title>${code}`);
    const built = elsewhere.locator(selector).first();
    await built.waitFor();
    if (selector === 'img') {
      await eventually(() =>
        built.evaluate((one) => (one as HTMLImageElement).naturalWidth),
      ).toBeGreaterThan(50);
    } else if (selector === 'iframe') {
      await elsewhere.frameLocator('iframe').getByRole('heading', { level: 1 }).waitFor();
    } else {
      expect(await textOf(built)).toBe(await textOf(result.locator(selector).first()));
    }
  });

  it('does not take a name that is not in the list, and offers charts for what has one', async () => {
    const { page } = await openSite(openPage, SOURCES, 'docs/widgets');
    const kind = page.getByLabel('Widget', { exact: true });
    await kind.selectOption('Card of an operator');
    await page.getByLabel('Operator', { exact: true }).fill('nobody');
    await page.getByText('No operator has this name or slug.').waitFor();
    await page.getByLabel('Operator', { exact: true }).fill('Anchor');
    await eventually(() => page.locator('.builder code').textContent()).toContain(
      '<operator-card operator="anchor">',
    );
    await kind.selectOption('Figure of an operator');
    await page.getByLabel('Metric', { exact: true }).selectOption('Live streams');
    await kind.selectOption('Chart of a metric');
    await eventually(() => page.locator('.builder code').textContent()).toContain(
      '/metrics/fee_usd.svg',
    );
  });

  it('shows an example of each without scripts', async () => {
    const { page, url } = await openSite(openPage, SOURCES, 'docs/widgets', {
      javaScriptEnabled: false,
    });
    expect(await page.locator('.builder').isVisible()).toBe(false);
    await page.getByText('One example of each').click();
    expect(await page.locator('.examples pre').count()).toBe(9);
    expect(await page.locator('.examples pre').first().textContent()).toContain(
      `<script type="module" src="${url}widget.js"></script>`,
    );
  });
});

const ALL = `<operator-ranking category="cheapest"></operator-ranking>
<operator-card operator="anchor" metrics="fee_usd"></operator-card>
<operator-metric operator="birch" metric="fee_usd"></operator-metric>`;

interface Elsewhere {
  /** The policy of the page, given the origin of the site. */
  readonly policy?: (site: string) => string;
  /** What to do before the page is opened. */
  readonly before?: (page: Page) => Promise<unknown>;
}

/** Expects something in time, on busy machines too. */
function eventually<T>(read: () => Promise<T>) {
  return expect.poll(read, { timeout: 20_000 });
}

/** A page of another origin that uses the site. */
async function openElsewhere(
  openPage: OpenPage,
  body: string | ((site: string) => string),
  { policy, before }: Elsewhere = {},
) {
  const { out } = await published(SOURCES);
  const url = `http://127.0.0.1:${(await preview(out, true)).port}/`;
  const content = typeof body === 'string' ? body : body(url);
  const origin = await serve(
    `<!doctype html><html lang="en"><title>Elsewhere</title><link rel="icon" href="data:,"><main><h1>Elsewhere</h1>
<script type="module" src="${url}widget.js"></script>${content}</main>`,
    policy?.(new URL(url).origin),
  );
  const page = await openPage();
  const complaints: string[] = [];
  page.on('pageerror', (error) => void complaints.push(String(error)));
  page.on('console', (message) => {
    if (/^(?:error|warning)$/.test(message.type())) complaints.push(message.text());
  });
  const requests: string[] = [];
  page.on('request', (request) => {
    if (request.url().startsWith(`${url}api/`)) {
      requests.push(request.url().replace(/^.*\//, ''));
    }
  });
  await before?.(page);
  await page.goto(origin);
  return { page, url, complaints, requests: () => requests };
}

/** Serves a page on an origin of its own: pages of intercepted requests may not load from loopback. */
async function serve(html: string, policy?: string): Promise<string> {
  const server = createServer((_, response) => {
    response.setHeader('content-type', 'text/html; charset=utf-8');
    if (policy !== undefined) response.setHeader('content-security-policy', policy);
    response.end(html);
  });
  onTestFinished(() => void server.close());
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}/`;
}

function setAttribute(page: Page, name: string, value: string | null): Promise<void> {
  return page.evaluate(
    ([name, value]) => {
      const element = document.querySelector('operator-card');
      if (value === null) element?.removeAttribute(name);
      else element?.setAttribute(name, value);
    },
    [name, value] as const,
  );
}

async function textsOf(page: Page, selector: string): Promise<readonly string[]> {
  return Promise.all((await page.locator(selector).all()).map(textOf));
}

/** The text as it is read: elements apart. */
async function textOf(locator: { innerText(): Promise<string> }): Promise<string> {
  return (await locator.innerText()).replace(/\s+/g, ' ').trim();
}

function hrefOf(page: Page, name: string): Promise<string | null> {
  return page.getByRole('link', { name, exact: true }).first().getAttribute('href');
}
