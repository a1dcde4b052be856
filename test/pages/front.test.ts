import { readFileSync } from 'node:fs';
import { parse } from 'csv-parse/sync';
import type { BrowserContextOptions, Page } from 'playwright-core';
import { afterEach, expect, it } from 'vitest';
import { describeInChromium } from '../doors/chromium.ts';
import { HOSTILE } from '../doors/hostile-dataset.ts';
import { accessibilityProblems, type OpenedSite, openSite } from '../doors/site.ts';
import { operator, type Sources, tiny, WITH_PAGES } from '../doors/tiny-dataset.ts';

/** Three operators in business and one that closed; no two agree in what is compared. */
const SOURCES = tiny({
  ...WITH_PAGES,
  'metrics.yaml': `- { key: fee_usd, name: Fee (USD), description: F, type: number, unit: USD, better: lower }
- { key: limit_usd, name: Limit, description: L, type: number, unit: USD, better: higher }
- { key: streams, name: Streams, description: S, type: boolean, unit: null, better: none }
- { key: hours, name: Hours, description: H, type: string, unit: null, better: none }
- { key: since, name: Since, description: Y, type: integer, unit: null, better: none }
- { key: rare, name: Rare, description: R, type: integer, unit: null, better: none }
- { key: old, name: Old, description: O, type: integer, unit: null, better: none, retired_at: 2026-01-01 }
`,
  'operators/anchor.yaml': operator(7, 'Anchor'),
  'operators/birch.yaml': operator(3, 'Bïrch, "Sons"')
    .replace('jurisdiction: null', 'jurisdiction: Curaçao')
    .replace('kyc_level: none', 'kyc_level: threshold\nkyc_threshold_usd: 2000')
    .replace('has_mobile_app: false', 'has_mobile_app: true'),
  'operators/cedar.yaml': operator(5, '<b>Cedar')
    .replace('jurisdiction: null', 'jurisdiction: Malta')
    .replace('kyc_level: none', 'kyc_level: required')
    .replace('accepts_vpn: true', 'accepts_vpn: null'),
  'operators/dune.yaml': operator(9, 'Dune', 'status: closed\nended_at: 2026-01-01\n'),
  'facts/anchor.yaml': claims({ fee_usd: 9, limit_usd: 500, since: 2019, hours: '"24/7"' }, 1),
  'facts/birch.yaml': claims({ fee_usd: 12, limit_usd: 2500.5, since: 2021, streams: true }, 2),
  'facts/cedar.yaml': claims({ streams: false, hours: 'Always', rare: 1 }, 3),
});

function claims(values: Readonly<Record<string, string | number | boolean>>, id: number): string {
  const entries = Object.entries(values).map(
    ([metric, value]) =>
      `- { claim_id: ${metric}_${id}, metric: ${metric}, value: ${value}, evidence_url: https://e.example/, observed_at: 2026-10-0${id} }\n`,
  );
  return entries.join('');
}

const [ANCHOR, BIRCH, CEDAR] = ['Anchor', 'Bïrch, "Sons"', '<b>Cedar'];

describeInChromium('the front page', (openPage) => {
  let complaints: readonly string[] = [];
  afterEach(() => expect(complaints).toEqual([]));

  async function openFront(
    path = '',
    options: BrowserContextOptions = {},
    sources: Sources = SOURCES,
  ): Promise<OpenedSite & { readonly page: Page }> {
    const site = await openSite(openPage, sources, path, options);
    complaints = site.complaints;
    return site;
  }

  it('shows every operator and column without scripts, and no controls', async () => {
    const { page } = await openFront('', { javaScriptEnabled: false });
    expect(await names(page)).toEqual([CEDAR, ANCHOR, BIRCH]);
    expect(await headings(page)).toEqual([
      ...['Operator', 'Licence', 'Identity verification', 'Accepts VPN', 'Mobile app'],
      ...['Last updated', 'Fee (USD)', 'Limit USD', 'Streams', 'Hours', 'Since', 'Rare'],
    ]);
    const row = page.locator('.view tbody tr', { hasText: BIRCH });
    expect((await row.locator('td').allTextContents()).join('|')).toBe(
      'Curaçao|Above 2,000 USD|Yes|Yes|2026-10-02|12|2,500.5|Yes|–|2021|–',
    );
    const figure = row.getByRole('link', { name: '2,500.5' });
    expect(await figure.getAttribute('href')).toBe('/operators/birch#limit_usd_2');
    expect(await figure.getAttribute('title')).toBe('Observed on 2026-10-02');
    expect(await page.locator('main :is(input, select, button):visible').count()).toBe(0);
    expect(await page.locator('#rankings ~ ul').innerText()).toMatch(/Cheapest\s+Anchor\s+Fee/);
  });

  it('sorts by each column in both orders, what is unknown last', async () => {
    // Sorted by a column that comes last here, so that each is chosen anew.
    const { page } = await openFront('?sort=since&order=ascending');
    for (const [name, order, first, second] of SORTED) {
      const heading = page.getByRole('columnheader', { name });
      await heading.getByRole('button').click();
      expect([name, await names(page)]).toEqual([name, first]);
      expect([name, await heading.getAttribute('aria-sort')]).toEqual([name, order]);
      expect(await page.locator('[aria-sort]').count()).toBe(1);
      await heading.getByRole('button').click();
      expect([name, 'again', await names(page)]).toEqual([name, 'again', second]);
      expect(await heading.getAttribute('aria-sort')).not.toBe(order);
    }
  });

  it('finds operators by name and by filters, and says how many', async () => {
    const { page } = await openFront();
    const status = page.getByRole('status');
    for (const [fields, expected] of FOUND) {
      await fill(page, fields);
      expect([fields, await names(page)]).toEqual([fields, expected]);
      expect(await status.textContent()).toBe(`${expected.length} of 3 operators`);
      await page.getByRole('button', { name: 'Reset' }).click();
      expect(await status.textContent()).toBe('3 of 3 operators');
    }
    await expect.poll(() => new URL(page.url()).search).toBe('');
  });

  it('shows the columns that the reader chooses', async () => {
    const { page } = await openFront();
    expect(await headings(page)).not.toContain('Rare');
    await page.getByText('Columns', { exact: true }).first().click();
    await page.getByLabel('Licence', { exact: true }).last().uncheck();
    await page.getByLabel('Rare').check();
    expect(await headings(page)).toContain('Rare');
    expect(await headings(page)).not.toContain('Licence');
    expect(await page.locator('.view tbody tr').first().innerText()).not.toContain('Malta');
  });

  it('shows operators side by side, where they differ and which value is best', async () => {
    const { page } = await openFront();
    const compare = page.getByRole('button', { name: 'Compare' });
    expect(await compare.isDisabled()).toBe(true);
    await select(page, BIRCH, ANCHOR);
    await compare.click();

    const side = page.getByRole('region', { name: 'Side by side', exact: true });
    const rows = () => side.locator('tbody th').allTextContents();
    expect(await side.locator('thead th').allTextContents()).toEqual(['Operator', BIRCH, ANCHOR]);
    expect(await side.locator('tr', { hasText: 'Fee (USD)' }).innerText()).toMatch(
      /12\s+Observed on 2026-10-02\s+9 Best\s+Observed on 2026-10-01/,
    );
    expect(await side.getByText('Best').count()).toBe(2);
    expect(await names(page)).toEqual([]);

    await side.getByLabel('Only rows that differ').check();
    expect(await rows()).toContain('Licence');
    expect(await rows()).not.toContain('Last updated');
    expect(await csv(page, side)).toContainEqual(['Limit (USD)', '2500.5', '500']);

    await side.getByRole('button', { name: 'Back to the table' }).click();
    expect(await names(page)).toHaveLength(3);
  });

  it('keeps the view in the address, where others open it', async () => {
    const { page, url } = await openFront();
    await fill(page, { search: 'r', vpn: 'yes', metric: 'limit_usd', max: '9000' });
    await page.getByRole('columnheader', { name: 'Limit' }).getByRole('button').click();
    await page.getByText('Columns', { exact: true }).first().click();
    await page.getByLabel('Mobile app').uncheck();
    await select(page, ANCHOR);
    await expect
      .poll(() => page.url().slice(url.length))
      .toBe(
        '?search=r&vpn=yes&metric=limit_usd&max=9000&sort=limit_usd&order=descending&columns=license_jurisdiction,kyc_level,accepts_vpn,updated_at,fee_usd,limit_usd,streams,hours,since&operators=anchor',
      );
    const look = () => page.locator('.view').ariaSnapshot();
    const seen = await look();
    await page.goto(`${url}metrics`);
    await page.goBack();
    expect(await look()).toBe(seen);
    expect(await page.getByLabel('Search').inputValue()).toBe('r');
    expect(await page.getByLabel('Maximum').inputValue()).toBe('9000');

    await select(page, BIRCH);
    await page.getByRole('button', { name: 'Compare' }).click();
    await page.reload();
    await page.getByRole('heading', { name: 'Side by side' }).waitFor();
    // Views replace each other, so that Back leaves the page.
    await page.goBack();
    expect(page.url()).toBe('about:blank');
  });

  it('ignores what an address names and the page has not', async () => {
    const { page } = await openFront(
      '?vpn=maybe&sort=x&order=up&columns=x,fee_usd&operators=x,anchor&view=side-by-side',
    );
    expect(await names(page)).toEqual([CEDAR, ANCHOR, BIRCH]);
    expect(await headings(page)).toEqual(['Operator', 'Fee (USD)']);
  });

  it('saves what is shown as CSV', async () => {
    const { page } = await openFront(
      '?sort=limit_usd&order=descending&columns=updated_at,limit_usd,hours',
    );
    expect(await csv(page, page)).toEqual([
      ['Operator', 'Last updated', 'Limit (USD)', 'Hours'],
      ['Bïrch, "Sons"', '2026-10-02', '2500.5', ''],
      ['Anchor', '2026-10-02', '500', '\u206024/7'],
      ['<b>Cedar', '2026-10-02', '', 'Always'],
    ]);
    await page.getByLabel('Search').fill('anchor');
    expect(await csv(page, page)).toHaveLength(2);
  });

  it('works with keys alone', async () => {
    const { page } = await openFront();
    const press = async (...keys: readonly string[]) => {
      for (const key of keys) await page.keyboard.press(key);
    };
    const tabTo = async (name: string) => {
      for (let steps = 0; steps < 80; steps += 1) {
        await press('Tab');
        const focused = await page.evaluate(() => {
          const { activeElement: one } = document;
          const label = one instanceof HTMLInputElement ? one.labels?.[0]?.textContent : null;
          return (one?.ariaLabel ?? label ?? one?.textContent ?? '').trim();
        });
        if (focused.startsWith(name)) return;
      }
      throw new Error(`No key leads to ${name}`);
    };
    await tabTo('Columns');
    await press('Enter');
    await tabTo('Mobile app');
    await press('Space');
    expect(await headings(page)).not.toContain('Mobile app');
    await tabTo('Fee');
    await tabTo('Fee');
    await press('Enter', 'Enter');
    expect(await names(page)).toEqual([BIRCH, ANCHOR, CEDAR]);
    await tabTo('Select Bïrch');
    await press('Space');
    await tabTo('Select Anchor');
    await press('Space');
    await page.getByRole('button', { name: 'Reset' }).focus();
    await press('Shift+Tab', 'Shift+Tab', 'Enter');
    expect(await page.evaluate(() => document.activeElement?.textContent)).toBe('Side by side');
    await press('Tab', 'Enter');
    expect(await page.evaluate(() => document.activeElement?.textContent)).toBe('Compare 2');
  });

  it('adds rows as the reader goes on', async () => {
    const many = Array.from({ length: 60 }, (_, at) => String(at + 10));
    const { page } = await openFront(
      '',
      {},
      {
        ...SOURCES,
        ...Object.fromEntries(
          many.map((at) => [`operators/more-${at}.yaml`, operator(Number(at), `More ${at}`)]),
        ),
      },
    );
    expect(await names(page)).toHaveLength(50);
    expect(await page.getByRole('status').textContent()).toBe('63 of 63 operators');
    await page.getByRole('button', { name: 'Show 13 more' }).press('Enter');
    expect(await names(page)).toHaveLength(63);
    await page.getByLabel('Search').fill('more 69');
    expect(await names(page)).toEqual(['More 69']);
  });

  it.each(['light', 'dark'] as const)(
    'is accessible in %s, and nothing moves',
    async (colorScheme) => {
      const { page, url } = await openFront('', { colorScheme });
      expect(await layoutShift(page)).toBe(0);
      await page.getByText('Columns', { exact: true }).first().click();
      expect(await accessibilityProblems(page)).toEqual([]);
      await page.goto(`${url}?operators=anchor,birch&view=side-by-side`);
      expect(await accessibilityProblems(page)).toEqual([]);
      await page.setViewportSize({ width: 320, height: 640 });
      await page.goto(url);
      expect(await accessibilityProblems(page)).toEqual([]);
      expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(320);
    },
  );

  it('shows hostile names as text', async () => {
    const { page } = await openFront(
      '',
      {},
      {
        ...HOSTILE,
        'service.yaml': String(HOSTILE['service.yaml'])
          .replace(/^base_url: .*$/m, 'base_url: https://tiny.example/api/v1')
          .replace(/^operator_url: .*$/m, 'pages: true'),
      },
    );
    expect(await names(page)).toEqual(['<!-- 𝕏', expect.stringContaining('a, "b"')]);
    await select(page, 'a, "b"', '<!-- 𝕏');
    await page.getByRole('button', { name: 'Compare' }).click();
    expect(await page.getByRole('heading', { name: 'Side by side' }).isVisible()).toBe(true);
    expect(await page.locator('main b, main script').count()).toBe(0);
  });

  it('states the dataset and its other forms for programs', async () => {
    const { page, url } = await openFront();
    const links = await page
      .locator('link[rel="alternate"]')
      .evaluateAll((all) =>
        all.map((link) => [link.getAttribute('type'), link.getAttribute('href')]),
      );
    expect(links).toEqual([
      ['text/csv', '/api/v1/table.csv'],
      ['application/json', '/api/v1/operators.json'],
      ['text/markdown', '/api/v1/index.md'],
      ['application/atom+xml', '/api/v1/changes.atom'],
    ]);
    for (const [, href] of links) {
      expect((await page.request.get(new URL(href ?? '', url).href)).status(), href ?? '').toBe(
        200,
      );
    }
    const [text = ''] = await page.locator('script[type="application/ld+json"]').allTextContents();
    expect(JSON.parse(text)).toMatchObject({
      '@type': 'Dataset',
      name: 'Tiny Comparison',
      license: 'https://creativecommons.org/licenses/by/4.0/',
      creator: { name: 'Tiny Comparison' },
    });
  });
});

/** A column, the order that it is sorted in first, and the operators in that order and in the other. */
const SORTED = [
  ['Operator', 'ascending', [CEDAR, ANCHOR, BIRCH], [BIRCH, ANCHOR, CEDAR]],
  ['Licence', 'ascending', [BIRCH, CEDAR, ANCHOR], [CEDAR, BIRCH, ANCHOR]],
  ['Identity verification', 'ascending', [ANCHOR, BIRCH, CEDAR], [CEDAR, BIRCH, ANCHOR]],
  ['Accepts VPN', 'descending', [ANCHOR, BIRCH, CEDAR], [ANCHOR, BIRCH, CEDAR]],
  ['Fee (USD)', 'ascending', [ANCHOR, BIRCH, CEDAR], [BIRCH, ANCHOR, CEDAR]],
  ['Limit USD', 'descending', [BIRCH, ANCHOR, CEDAR], [ANCHOR, BIRCH, CEDAR]],
  ['Streams', 'descending', [BIRCH, CEDAR, ANCHOR], [CEDAR, BIRCH, ANCHOR]],
  ['Hours', 'ascending', [ANCHOR, CEDAR, BIRCH], [CEDAR, ANCHOR, BIRCH]],
] as const;

/** What a reader enters, and the operators that remain. */
const FOUND: readonly (readonly [Readonly<Record<string, string>>, readonly string[]])[] = [
  [{ search: 'birc' }, [BIRCH]],
  [{ search: 'SONS b' }, [BIRCH]],
  [{ search: 'nobody' }, []],
  [{ licence: 'Malta' }, [CEDAR]],
  [{ licence: 'unknown' }, [ANCHOR]],
  [{ verification: 'threshold' }, [BIRCH]],
  [{ vpn: 'yes' }, [ANCHOR, BIRCH]],
  [{ vpn: 'unknown' }, [CEDAR]],
  [{ app: 'no', vpn: 'yes' }, [ANCHOR]],
  [{ metric: 'fee_usd', min: '9.5' }, [BIRCH]],
  [{ metric: 'limit_usd', min: '0', max: '500' }, [ANCHOR]],
];

function names(page: Page): Promise<string[]> {
  return visibleTexts(page, '.view tbody th');
}

function headings(page: Page): Promise<string[]> {
  return visibleTexts(page, '.view thead th');
}

function visibleTexts(page: Page, selector: string): Promise<string[]> {
  return page
    .locator(selector)
    .evaluateAll((all) =>
      all.flatMap((one) => (one.checkVisibility() ? [(one.textContent ?? '').trim()] : [])),
    );
}

async function fill(page: Page, fields: Readonly<Record<string, string>>): Promise<void> {
  for (const [name, value] of Object.entries(fields)) {
    const field = page.locator(`[name="${name}"]`);
    if (await field.evaluate((one) => one instanceof HTMLSelectElement)) {
      await field.selectOption(value);
    } else {
      await field.fill(value);
    }
  }
}

async function select(page: Page, ...operators: readonly string[]): Promise<void> {
  for (const name of operators) await page.getByLabel(`Select ${name}`).check();
}

/** The records of the file that is saved. */
async function csv(page: Page, part: Pick<Page, 'getByRole'>): Promise<string[][]> {
  const saved = page.waitForEvent('download');
  await part.getByRole('button', { name: 'Download CSV' }).click();
  return parse(readFileSync(await (await saved).path()), { bom: true, record_delimiter: '\r\n' });
}

/** The sum of all shifts so far (https://web.dev/articles/cls). */
function layoutShift(page: Page): Promise<number> {
  return page.evaluate(
    () =>
      new Promise((resolve) => {
        new PerformanceObserver((list) => {
          resolve(list.getEntries().reduce((sum, one) => sum + (one as never)['value'], 0));
        }).observe({ type: 'layout-shift', buffered: true });
        setTimeout(() => resolve(0), 500);
      }),
  );
}
