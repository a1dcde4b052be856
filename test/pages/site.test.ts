import { parseHTML } from 'linkedom';
import { describe, expect, it } from 'vitest';
import { preview } from '../doors/check-preview.ts';
import { describeInChromium } from '../doors/chromium.ts';
import { HOSTILE } from '../doors/hostile-dataset.ts';
import { publicationOf } from '../doors/publication.ts';
import { sampleSources } from '../doors/sample-data.ts';
import { sharedInFile } from '../doors/shared.ts';
import { accessibilityProblems, openSite } from '../doors/site.ts';
import type { Sources } from '../doors/tiny-dataset.ts';

const SAMPLE = sampleSources();

/** Names that try to be markup, an address with a prefix, and pages of operators elsewhere. */
const HOSTILE_SITE: Sources = {
  ...HOSTILE,
  'service.yaml': `${HOSTILE['service.yaml']}pages: true\n`,
};

/** One of each kind of page, below the front page. */
const PAGES = [
  ...['', 'operators/harbour-nine', 'operators/saltbarn', 'best/usdt-trc20', 'best/no-kyc'],
  ...['metrics', 'metrics/usdt_trc20_withdrawal_fee_usd', 'metrics/live_streaming', 'changes'],
  ...['docs', 'docs/console', 'docs/widgets', 'embed/best/no-kyc', 'embed/operators/harbour-nine'],
  ...['nowhere', 'best/lowest-fees'],
];

const HOSTILE_PAGES = [
  ...['', 'operators/birch', 'operators/anchor', 'operators/cedar', 'best/1-2', 'best/all'],
  ...['metrics', 'metrics/a', 'metrics/b_2_', 'changes', 'docs', 'docs/widgets', 'best/gone'],
  ...['embed/best/all', 'embed/operators/birch'],
];

/** At an error, a browser complains about its status. */
const STATUS = /Failed to load resource: the server responded with a status of 4(?:04|10)/;

describeInChromium('every page', (openPage) => {
  describe.each([
    ['of the sample', SAMPLE, PAGES],
    ['of hostile sources', HOSTILE_SITE, HOSTILE_PAGES],
  ] as const)('%s', (_, sources, paths) => {
    it.each(paths)(
      'has nothing for axe, the console or the policy to find in either theme: /%s',
      async (path) => {
        const { page, complaints } = await openSite(openPage, sources, path);
        for (const colorScheme of ['light', 'dark'] as const) {
          await page.emulateMedia({ colorScheme });
          expect(await accessibilityProblems(page), colorScheme).toEqual([]);
        }
        expect(complaints.filter((text) => !STATUS.test(text))).toEqual([]);
      },
    );

    it.each(paths)('fits on a small screen: /%s', async (path) => {
      const viewport = { width: 320, height: 640 };
      const { page } = await openSite(openPage, sources, path, { viewport });
      expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(320);
    });
  });

  it.each(PAGES)('does not move while it loads: /%s', async (path) => {
    const { page } = await openSite(openPage, SAMPLE, path);
    const shift = await page.evaluate(async () => {
      let sum = 0;
      new PerformanceObserver((list) => {
        for (const entry of list.getEntries()) {
          sum += (entry as PerformanceEntry & { readonly value: number }).value;
        }
      }).observe({ type: 'layout-shift', buffered: true });
      await new Promise((resolve) => setTimeout(resolve, 500));
      return sum;
    });
    // A tenth of what counts as good (https://web.dev/articles/cls), since lines of a table can arrive after
    // its first ones. Swagger UI draws itself where a sentence was.
    expect(shift).toBeLessThan(path === 'docs/console' ? 0.1 : 0.01);
  });
});

const published = sharedInFile(publicationOf);

/** A page as programs see it: what it links to, and the names of its parts. */
interface Found {
  readonly status: number;
  readonly links: readonly URL[];
  readonly ids: readonly string[];
}

describe.each([
  ['the sample', SAMPLE],
  ['hostile sources', HOSTILE_SITE],
])('the site of %s', (_, sources) => {
  it('has no link that leads nowhere, and no name twice on a page', async () => {
    const { out, readManifest } = await published(sources);
    const { port } = await preview(out, true);
    const origin = `http://127.0.0.1:${port}`;
    const seen = new Map<string, Promise<Found>>();
    const open = (address: string) => {
      const known = seen.get(address) ?? read(address);
      seen.set(address, known);
      return known;
    };
    const broken: string[] = [];
    const visit = async (address: string) => {
      const { ids, links } = await open(address);
      broken.push(...twice(ids).map((id) => `${address}: two parts are called ${id}`));
      for (const link of links.filter((one) => one.origin === origin)) {
        const target = link.href.replace(/#.*/, '');
        const isNew = !seen.has(target);
        const { status, ids: there } = await open(target);
        const anchor = decodeURIComponent(link.hash.slice(1));
        const isThere = anchor === '' || there.includes(anchor);
        if (status !== 200 || !isThere) broken.push(`${address} → ${link.pathname}${link.hash}`);
        if (isNew) await visit(target);
      }
    };
    await visit(`${origin}/`);
    expect(broken).toEqual([]);
    const pages = readManifest().resources.filter(({ path }) =>
      /^\/pages\/(?!404|removed|embed).*\.html$/.test(path),
    );
    const unreached = pages
      .map(({ path }) => path.replace(/^\/pages/, '').replace(/(?:index)?\.html$/, ''))
      .filter((path) => !seen.has(origin + path));
    expect(unreached, 'pages that no page links to').toEqual([]);
  });
});

async function read(address: string): Promise<Found> {
  const response = await fetch(address);
  const { status, headers } = response;
  const text = await response.text();
  if (!headers.get('content-type')?.startsWith('text/html')) return { status, links: [], ids: [] };
  const { document } = parseHTML(text);
  const all = (selector: string) => [...document.querySelectorAll(selector)];
  const targets = [
    ...all('[href]').map((element) => element.getAttribute('href')),
    ...all('[src]').map((element) => element.getAttribute('src')),
  ];
  return {
    status,
    links: targets.map((target) => new URL(target ?? '', address)),
    ids: all('[id]').map((element) => element.id),
  };
}

function twice(names: readonly string[]): readonly string[] {
  return names.filter((name, index) => names.indexOf(name) !== index);
}
