import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Page } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { preview, served } from '../doors/check-preview.ts';
import { describeInChromium } from '../doors/chromium.ts';
import { publicationOf } from '../doors/publication.ts';
import { repository } from '../doors/repository.ts';
import { sampleSources } from '../doors/sample-data.ts';
import { accessibilityProblems, openSite } from '../doors/site.ts';
import { DEPRECATED, EMPTY, type Sources, tiny, WITH_PAGES } from '../doors/tiny-dataset.ts';

const SITE = tiny(WITH_PAGES);

/** Sources with pages, whatever else they have. */
function withPages(sources: Sources): Sources {
  const service = String(sources['service.yaml']).replace('pages: false', 'pages: true');
  return { ...sources, 'service.yaml': service };
}

describe('the documentation', () => {
  it('has the code of docs/api.md in every language, for the same addresses', async () => {
    const { read } = await publicationOf(sampleSources());
    const document = readFileSync(join(repository, 'docs/api.md'), 'utf8');
    const samples = samplesIn(read('pages/docs.html'));
    const titles = ['JavaScript, client', 'JavaScript, fetch', 'Python, pandas', 'R', 'DuckDB SQL'];
    const known = samples.filter(({ title }) => titles.includes(title));
    expect(known.map(({ title }) => title)).toEqual(titles);
    for (const { code } of [...known, ...samples.filter(({ title }) => /^(Goo|Ex)/.test(title))]) {
      expect(document).toContain(code);
    }
  });

  it('links only to what is published', async () => {
    for (const sources of [SITE, withPages(EMPTY), withPages(DEPRECATED)]) {
      const { ask } = await served(sources);
      const { body } = await ask('/docs', { accept: 'text/html' });
      const addresses = new Set(
        [...body.matchAll(/ href="(\/[^"#]*)/g)].map(([, path = '']) => path),
      );
      expect(addresses.size).toBeGreaterThan(20);
      for (const path of addresses) expect([path, (await ask(path)).status]).toEqual([path, 200]);
    }
  });

  it.each([
    [false, /This service publishes no archives/, /snapshots\/operators\.sqlite/],
    [true, /snapshots\/operators\.sqlite/, /This service publishes no archives/],
  ])('names downloads where there are some: %s', async (snapshots, there, missing) => {
    const { read } = await publicationOf(SITE, { snapshots });
    expect(read('pages/docs.html')).toMatch(there);
    expect(read('pages/docs.html')).not.toMatch(missing);
  });

  it('names the hash of the client that is published', async () => {
    const { read } = await publicationOf(SITE);
    const { data } = JSON.parse(read('index.json'));
    const client = data.find(({ name }: { readonly name: string }) => name === 'client');
    const [page] = samplesIn(read('pages/docs.html')).filter(({ title }) => title === 'HTML');
    expect(client.integrity).toMatch(/^sha384-/);
    expect(page?.code).toContain(`"integrity": { "${client.href}": "${client.integrity}" }`);
  });

  it('says that the API will end, and when', async () => {
    const { read } = await publicationOf(withPages(DEPRECATED));
    expect(read('pages/docs.html')).toMatch(/deprecated from 2027-01-01 on.*2027-07-01/s);
  });

  it('is named by the API catalogue, if there are pages', async () => {
    const docsIn = async (sources: Sources) => {
      const { read } = await publicationOf(sources);
      return JSON.parse(read('api-catalog.json')).linkset[1]['service-doc'];
    };
    const docs = { href: 'https://tiny.example/docs', type: 'text/html' };
    expect(await docsIn(SITE)).toContainEqual(docs);
    expect(await docsIn(tiny())).not.toContainEqual(docs);
  });
});

describeInChromium('the documentation in a browser', (openPage) => {
  it.each(['light', 'dark'] as const)(
    'has nothing that axe finds, in %s colours',
    async (colorScheme) => {
      const { page, complaints } = await openSite(openPage, SITE, 'docs', { colorScheme });
      await page.getByRole('tab').first().waitFor();
      expect(await accessibilityProblems(page)).toEqual([]);
      expect(complaints).toEqual([]);
    },
  );

  it('shows one language at a time, which arrow keys and addresses choose', async () => {
    const { page } = await openSite(openPage, SITE, 'docs');
    expect(await shownPanels(page)).toEqual(['curl']);
    await page.getByRole('tab', { name: 'curl' }).focus();
    await page.keyboard.press('ArrowRight');
    expect(await shownPanels(page)).toEqual(['JavaScript, client']);
    await page.keyboard.press('End');
    expect(await shownPanels(page)).toEqual(['Excel, Power Query']);
    await page.keyboard.press('ArrowRight');
    expect(await shownPanels(page)).toEqual(['curl']);
    await page.getByRole('tab', { name: 'R', exact: true }).click();
    expect(await shownPanels(page)).toEqual(['R']);
    expect(new URL(page.url()).hash).toBe('#r');
    await page.reload();
    expect(await shownPanels(page)).toEqual(['R']);
    // A link in the text leads to a tab, too.
    await page.getByRole('link', { name: 'above' }).click();
    await expect.poll(() => shownPanels(page)).toEqual(['Excel, Power Query']);
  });

  it('copies code', async () => {
    const { page, url } = await openSite(openPage, SITE, 'docs', {
      permissions: ['clipboard-read', 'clipboard-write'],
    });
    await page.getByRole('button', { name: 'Copy: curl' }).click();
    await page.getByRole('status').filter({ hasText: 'Copied' }).waitFor();
    expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(
      `curl -s ${url}api/v1/operators.json`,
    );
  });

  it.each(['JavaScript, fetch', 'HTML'])(
    'has code that a page of another origin runs: %s',
    async (title) => {
      const { out } = await publicationOf(SITE);
      const { ask } = await preview(out, true);
      const { body } = await ask('/docs');
      const code = samplesIn(body).find((sample) => sample.title === title)?.code ?? '';
      const page = await openPage();
      const printed = page.waitForEvent('console');
      // What fetch needs is a module, in which await may stand by itself.
      const html = title === 'HTML' ? code : `<script type="module">${code}</script>`;
      await page.setContent(html);
      const values = await Promise.all((await printed).args().map((value) => value.jsonValue()));
      expect(values.at(-1)).toMatchObject([{ slug: 'birch' }, { slug: 'anchor' }]);
    },
  );

  it('shows all languages without JavaScript', async () => {
    const { page } = await openSite(openPage, SITE, 'docs', { javaScriptEnabled: false });
    for (const name of ['curl', 'R', 'Excel, Power Query']) {
      expect(await page.getByRole('heading', { name, exact: true }).isVisible()).toBe(true);
    }
    expect(await page.getByRole('button').count()).toBe(0);
  });

  it('fits a narrow screen', async () => {
    const viewport = { width: 320, height: 800 };
    const { page } = await openSite(openPage, SITE, 'docs', { viewport });
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(320);
  });

  it.each(['404', 'removed/fastest'])('has accessible pages for errors: %s', async (name) => {
    const path = name === '404' ? 'nothing/here' : 'best/fastest';
    const { page } = await openSite(openPage, SITE, path);
    expect(await accessibilityProblems(page)).toEqual([]);
    expect(
      await page.getByRole('main').getByRole('link', { name: 'Cheapest' }).count(),
    ).toBeGreaterThan(0);
  });
});

interface Sample {
  readonly title: string;
  readonly code: string;
}

/** The samples of code, as browsers read them. */
function samplesIn(html: string): readonly Sample[] {
  const samples = /<figcaption>(.*?)<\/figcaption><pre [^>]*><code>(.*?)<\/code>/gs;
  return [...html.matchAll(samples)].map(([, title = '', code = '']) => ({
    title: unescaped(title),
    code: unescaped(code),
  }));
}

function unescaped(html: string): string {
  return html
    .replaceAll('&quot;', '"')
    .replaceAll('&lt;', '<')
    .replaceAll('&gt;', '>')
    .replaceAll('&amp;', '&');
}

/** The names of the tabs whose panels are visible, by their headings for screen readers. */
function shownPanels(page: Page): Promise<string[]> {
  return page.locator('[role="tabpanel"]:not([hidden]) h3').allTextContents();
}
