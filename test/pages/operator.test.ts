import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { parseHTML } from 'linkedom';
import type { Page } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { preview } from '../doors/check-preview.ts';
import { describeInChromium } from '../doors/chromium.ts';
import { HOSTILE } from '../doors/hostile-dataset.ts';
import { publicationOf } from '../doors/publication.ts';
import { operator, type Sources, TINY, tiny } from '../doors/tiny-dataset.ts';

const WITH_PAGES = (TINY['service.yaml'] ?? '').replace('pages: false', 'pages: true');
const AXE = createRequire(import.meta.url).resolve('axe-core/axe.min.js');

/** Two current claims, three superseded ones, one that was retracted, and a correction. */
const RICH: Sources = tiny({
  'service.yaml': WITH_PAGES,
  'operators/anchor.yaml': `id: 7
name: Anchor
license_jurisdiction: null
kyc_level: threshold
kyc_threshold_usd: 2000
accepts_vpn: true
has_mobile_app: null
website: https://anchor.example/
former_slugs: [old-anchor]
updated_at: 2026-10-02T09:30:00Z
payment_options:
  - { asset: USDT, network: TRC-20, deposit: true, withdrawal: false }
fees:
  - { type: withdrawal, asset: USDT, network: TRC-20, model: flat, metric: fee_usd }
  - { type: deposit, model: free }
  - { type: betting, model: unknown }
limits:
  - { type: withdrawal_max, amount: 20000, currency: USD, period: day, tier: VIP, note: All coins together. }
  - { type: stake_max, amount: null, period: transaction }
pros: [Quick]
cons: [No telephone]
sources: [{ title: Cashier, url: https://anchor.example/cashier, accessed_at: 2026-09-01 }]
`,
  'facts/anchor.yaml': `- { claim_id: fee_usd_1, metric: fee_usd, value: 3, evidence_url: https://anchor.example/fees, observed_at: 2025-05-01, superseded_by: fee_usd_2 }
- { claim_id: fee_usd_2, metric: fee_usd, value: 2, evidence_url: https://anchor.example/fees, observed_at: 2026-02-01, superseded_by: fee_usd_4, corrections: [{ at: 2026-02-03, field: value, was: 20, reason: Misplaced point }] }
- { claim_id: fee_usd_3, metric: fee_usd, value: 9, evidence_url: https://anchor.example/fees, observed_at: 2026-03-01, retracted: { at: 2026-03-05, reason: Another coin } }
- { claim_id: fee_usd_4, metric: fee_usd, value: 1.5, evidence_url: https://anchor.example/fees, observed_at: [2026-10-01, 2026-11-01], archive_url: https://archive.example/1, quote: 1.50 per withdrawal }
- { claim_id: streams_1, metric: streams, value: true, evidence_url: https://anchor.example/live, observed_at: 2026-06-01 }
`,
  'operators/closed.yaml': operator(
    11,
    'Closed',
    'status: closed\nended_at: 2026-08-01\nended_reason: The site went offline\n',
  ),
  'operators/merged.yaml': operator(
    12,
    'Merged',
    'status: merged\nended_at: 2026-09-01\nmerged_into: anchor\n',
  ),
});

async function pageOf(slug: string, sources = RICH) {
  const { read } = await publicationOf(sources);
  const html = read(`pages/operators/${slug}.html`);
  const { document } = parseHTML(html);
  const textOf = (selector: string) =>
    [...document.querySelectorAll(selector)].map((one) =>
      (one.textContent ?? '').replace(/\s+/g, ' ').trim(),
    );
  return { html, document, textOf, read };
}

/** The rows of the table in a section, as texts of cells. */
function rowsIn(document: Document, section: string): readonly (readonly string[])[] {
  const rows = document.querySelector(`#${section}`)?.parentElement?.querySelectorAll('tr') ?? [];
  return [...rows].map((row) =>
    [...row.children].map((cell) => (cell.textContent ?? '').replace(/\s+/g, ' ').trim()),
  );
}

describe('the page of an operator', () => {
  it('says what is known, and what is not', async () => {
    const { document, textOf } = await pageOf('anchor');
    const summary = Object.fromEntries(
      textOf('.summary dt').map((name, index) => [name, textOf('.summary dd')[index]]),
    );
    expect(summary).toEqual({
      Licence: 'Unknown',
      'Identity verification': 'Above 2000 USD',
      'Accepts VPN': 'Yes',
      'Mobile app': 'Unknown',
      Website: 'anchor.example',
      'Last updated': '2026-10-02',
      'Slug and number': 'anchor, 7formerly old-anchor',
    });
    expect(rowsIn(document, 'facts')).toEqual([
      ['Metric', 'Value', 'Last seen', 'Evidence'],
      [
        'Fee (USD)',
        '1.5 USD1.50 per withdrawal',
        '2026-11-01 2 times since 2026-10-01',
        'anchor.example (archived)Permalink · JSON · Cite',
      ],
      ['Live streams', 'Yes', '2026-06-01', 'anchor.examplePermalink · JSON · Cite'],
    ]);
    expect(document.querySelector('#fee_usd_4 th a')?.getAttribute('href')).toBe(
      '/metrics/fee_usd',
    );
  });

  it('lists fees, limits and payment options as people compare them', async () => {
    const { document, textOf } = await pageOf('anchor');
    expect(rowsIn(document, 'fees')).toEqual([
      ['For', 'Fee', 'Evidence'],
      ['Withdrawal'],
      ['USDT (TRC-20)', '1.5 USD', 'Claim'],
      ['Deposit'],
      ['Any asset', 'Free', ''],
      ['Betting'],
      ['Any asset', 'Unknown', ''],
    ]);
    expect(document.querySelector('#fees')?.parentElement?.querySelector('td a')).toMatchObject({
      href: '#fee_usd_4',
    });
    expect(rowsIn(document, 'limits')).toEqual([
      ['For', 'Amount', 'Per', 'Customers', 'Note'],
      ['Maximum withdrawal'],
      ['Any asset', '20,000 USD', 'Day', 'VIP', 'All coins together.'],
      ['Maximum stake'],
      ['Any asset', 'No limit', 'Transaction', 'All', ''],
    ]);
    expect(rowsIn(document, 'payments')).toEqual([
      ['Asset', 'Deposit', 'Withdrawal'],
      ['USDT (TRC-20)', '✓ Yes', '– No'],
    ]);
    expect([textOf('.pros li'), textOf('.cons li')]).toEqual([['Quick'], ['No telephone']]);
  });

  it('says what changed, by year, newest first', async () => {
    const { textOf } = await pageOf('anchor');
    expect(textOf('.year summary')).toEqual([
      '2026 2 changed, 1 corrected, 1 retracted, 2 new',
      '2025 1 new',
    ]);
    expect(textOf('.events li')).toEqual([
      '2026-10-01 Fee: 2 → 1.5 USD',
      '2026-06-01 Live streams: yes (new)',
      '2026-03-05 Fee: 9 USD (retracted: Another coin)',
      '2026-03-01 Fee: 9 USD (new)',
      '2026-02-03 Fee: 20 → 2 USD (corrected: Misplaced point)',
      '2026-02-01 Fee: 3 → 2 USD',
      '2025-05-01 Fee: 3 USD (new)',
    ]);
  });

  it('shows earlier values beside the current one, and as a chart with words', async () => {
    const { document, textOf } = await pageOf('anchor');
    expect(rowsIn(document, 'history').map((row) => row.slice(0, 4))).toEqual([
      ['Value', 'First seen', 'Last seen', 'Status'],
      ['1.5 USD1.50 per withdrawal', '2026-10-01', '2026-11-01', 'Current'],
      ['9 USD', '2026-03-01', '2026-03-01', 'Retracted on 2026-03-05: Another coin'],
      [
        '2 USDCorrected on 2026-02-03: it was 20 USD (Misplaced point)',
        '2026-02-01',
        '2026-02-01',
        'Superseded by 1.5 USD',
      ],
      ['3 USD', '2025-05-01', '2025-05-01', 'Superseded by 2 USD'],
    ]);
    const charts = [...document.querySelectorAll('svg[role=img]')];
    expect(charts.map((chart) => chart.getAttribute('aria-label'))).toEqual([
      'Fee (USD): 4 values, from 3 USD on 2025-05-01 to 1.5 USD on 2026-10-01',
    ]);
    expect(textOf('svg .history-retracted')).toHaveLength(1);
  });

  it('has an anchor for every claim, once, and links only to anchors that it has', async () => {
    const { document } = await pageOf('anchor');
    const ids = [...document.querySelectorAll('[id]')].map(({ id }) => id);
    expect(ids).toEqual([...new Set(ids)]);
    expect(ids.filter((id) => /_\d$/.test(id) && !id.startsWith('cite')).sort()).toEqual([
      ...['fee_usd_1', 'fee_usd_2', 'fee_usd_3', 'fee_usd_4', 'streams_1'],
    ]);
    const targets = [...document.querySelectorAll('a[href^="#"]')].map(
      (link) => link.getAttribute('href')?.slice(1) ?? '',
    );
    expect(targets.filter((target) => !ids.includes(target))).toEqual([]);
  });

  it.each([
    ['closed', 'Closed on 2026-08-01: The site went offline', null],
    ['merged', 'Merged into anchor on 2026-09-01.', '/operators/anchor'],
  ])('says that an operator is %s', async (slug, sentence, href) => {
    const { textOf, document } = await pageOf(slug);
    expect(textOf('p.ended')).toEqual([sentence]);
    expect(document.querySelector('p.ended a')?.getAttribute('href') ?? null).toBe(href);
    expect(textOf('.events li')).toHaveLength(1);
  });

  it('leads to the page of another operator also where its number is in the address', async () => {
    const service = `${WITH_PAGES}operator_url: https://tiny.example/o/{id}\n`;
    const { read } = await publicationOf({ ...RICH, 'service.yaml': service });
    const { document } = parseHTML(read('pages/o/12.html'));
    expect(document.querySelector('.ended a')?.getAttribute('href')).toBe('/o/7');
  });

  it('does not depend on other operators', async () => {
    const one = await pageOf('merged');
    const other = await pageOf('merged', {
      ...RICH,
      'operators/birch.yaml': operator(3, 'Birch & Sons'),
      'operators/anchor.yaml': operator(7, 'Anchor, Limited'),
    });
    expect(other.html).toBe(one.html);
  });

  it('says how to cite each value, at an address that claims have', async () => {
    const { textOf, document } = await pageOf('anchor');
    expect(textOf('#cite-fee_usd_4-text')).toEqual([
      'Tiny Comparison states for Anchor: Fee (USD) = 1.5 USD, observed on 2026-11-01 (https://tiny.example/api/v1/claims/fee_usd_4).',
    ]);
    expect(textOf('#cite-text')).toEqual([
      'Tiny Comparison: Anchor: fees, limits and facts, last updated on 2026-10-02 (https://tiny.example/operators/anchor).',
    ]);
    expect(textOf('#cite-bibtex')[0]).toMatch(/^@misc\{anchor, author = \{\{Tiny Comparison\}\}/);
    expect(JSON.parse(document.querySelector('#cite-csl')?.textContent ?? '')).toMatchObject([
      { id: 'anchor', type: 'dataset', issued: { 'date-parts': [[2026, 10, 2]] } },
    ]);
    const without = await pageOf('anchor', {
      ...RICH,
      'service.yaml': `${WITH_PAGES}claim_pages: none\n`,
    });
    expect(without.textOf('#cite-fee_usd_4')[0]).toContain(
      '(https://tiny.example/operators/anchor#fee_usd_4)',
    );
    expect(without.html).not.toContain('/claims/fee_usd_4');
  });

  it('leads only to forms that are published', async () => {
    const formsOf = async (more: string) => {
      const { document, read } = await pageOf('anchor', {
        ...RICH,
        'service.yaml': WITH_PAGES + more,
      });
      const links = [...document.querySelectorAll('link[rel=alternate]:not([type*=oembed])')].map(
        (link) => link.getAttribute('href') ?? '',
      );
      for (const link of links) expect(read(link.slice('/api/v1/'.length))).not.toBe('');
      return links.map((link) => link.slice('/api/v1/operators/anchor'.length));
    };
    expect(await formsOf('')).toEqual([
      ...['.json', '/facts.csv', '/facts.json', '/claims.csv', '.md', '/changes.atom'],
    ]);
    expect(
      await formsOf('operator_claims: false\noperator_markdown: false\noperator_feeds: false\n'),
    ).toEqual(['.json', '/facts.csv', '/facts.json']);
  });

  it('tells search engines only what is known', async () => {
    const organizationOf = async (slug: string) => {
      const { document } = await pageOf(slug);
      const text = document.querySelector('script[type="application/ld+json"]')?.textContent ?? '';
      return JSON.parse(text).mainEntity;
    };
    expect(await organizationOf('anchor')).toEqual({
      '@type': 'Organization',
      name: 'Anchor',
      url: 'https://anchor.example/',
    });
    expect(await organizationOf('closed')).toEqual({
      '@type': 'Organization',
      name: 'Closed',
      dissolutionDate: '2026-08-01',
    });
  });

  it('says that nothing is known of an operator without claims', async () => {
    const { document, textOf } = await pageOf('birch');
    const text = (id: string) =>
      document.querySelector(`#${id}`)?.parentElement?.querySelector('p')?.textContent;
    expect(text('facts')).toBe('No claim is current.');
    expect(text('changes')).toBe('Nothing is recorded yet.');
    expect(textOf('.contents a')).toEqual(['Facts', 'Changes', 'How to cite', 'This page as data']);
  });

  it('makes no markup of names and texts', async () => {
    const sources = {
      ...HOSTILE,
      'service.yaml': `${(HOSTILE['service.yaml'] as string).replace(/^operator_url.*\n/m, '')}pages: true\n`,
    };
    const { read } = await publicationOf(sources);
    for (const slug of ['anchor', 'birch', 'cedar']) {
      const { document } = parseHTML(read(`pages/operators/${slug}.html`));
      expect(document.querySelectorAll('main b, main e, main script, main img')).toHaveLength(0);
      expect(document.querySelectorAll('h1')).toHaveLength(1);
      expect(document.querySelectorAll('footer')).toHaveLength(1);
    }
    const { document } = parseHTML(read('pages/operators/birch.html'));
    expect(document.querySelector('h1')?.textContent).toBe('<!-- 𝕏');
    const closed = parseHTML(read('pages/operators/cedar.html')).document;
    expect(closed.querySelector('.ended')?.textContent).toContain('<script> | "\'"');
    expect(closed.querySelector('#e_1 q')?.textContent).toContain(', <b>');
  });
});

describeInChromium('the page of an operator in a browser', (openPage) => {
  async function open(slug: string, scheme: 'light' | 'dark' = 'light'): Promise<Page> {
    const { out } = await publicationOf(RICH);
    const { port } = await preview(out);
    const page = await openPage();
    await page.emulateMedia({ colorScheme: scheme });
    await page.clock.setFixedTime('2026-12-01T12:00:00Z');
    await page.addInitScript(() => {
      const shifts: number[] = [];
      Object.assign(globalThis, { shifts });
      new PerformanceObserver((list) => {
        for (const entry of list.getEntries()) shifts.push(entry.startTime);
      }).observe({ type: 'layout-shift', buffered: true });
    });
    await page.goto(`http://127.0.0.1:${port}/operators/${slug}`, { waitUntil: 'networkidle' });
    return page;
  }

  it('says how long ago values were seen, and nothing moves', async () => {
    const page = await open('anchor');
    const ages = await page.locator('#facts ~ * .age').allTextContents();
    expect(ages).toEqual(['4 weeks ago', '6 months ago']);
    expect(await page.locator('.summary .age').textContent()).toBe('8 weeks ago');
    expect(await page.evaluate('shifts')).toEqual([]);
  });

  it.each([
    ['Copy text', 0, 'Tiny Comparison: Anchor: fees'],
    ['Copy BibTeX', 0, '@misc{anchor,'],
    ['Copy CSL-JSON', 1, '"id": "fee_usd_4"'],
  ])('copies a citation: %s', async (name, index, start) => {
    const page = await open('anchor');
    await page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
    if (index > 0)
      await page
        .locator('.cited > summary')
        .nth(index - 1)
        .click();
    const button = page.getByRole('button', { name }).nth(index);
    await button.click();
    await expect.poll(() => page.evaluate(() => navigator.clipboard.readText())).toContain(start);
    expect(await page.locator('button[data-copy]', { hasText: 'Copied' }).count()).toBe(1);
  });

  it('selects a citation where copying is not allowed', async () => {
    const page = await open('anchor');
    await page.evaluate(() =>
      Object.defineProperty(navigator, 'clipboard', { value: undefined, configurable: true }),
    );
    await page.getByRole('button', { name: 'Copy BibTeX' }).first().click();
    await expect.poll(() => page.evaluate(() => String(getSelection()))).toContain('@misc{anchor');
  });

  it('opens the citation of a value from its row', async () => {
    const page = await open('anchor');
    await page.locator('#streams_1').getByRole('link', { name: 'Cite' }).click();
    await expect.poll(() => page.locator('#cite-streams_1-text').isVisible()).toBe(true);
  });

  it.each(['light', 'dark'] as const)(
    'has nothing that axe finds fault with (%s)',
    async (scheme) => {
      const page = await open('anchor', scheme);
      await page.setViewportSize({ width: 320, height: 700 });
      expect(await faultsOf(page)).toEqual([]);
      expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(320);
      await page.goto(page.url().replace('anchor', 'merged'));
      expect(await faultsOf(page)).toEqual([]);
    },
  );
});

async function faultsOf(page: Page): Promise<readonly string[]> {
  await page.evaluate(readFileSync(AXE, 'utf8'));
  const { violations } = (await page.evaluate('axe.run()')) as {
    readonly violations: readonly { readonly id: string; readonly nodes: readonly object[] }[];
  };
  return violations.map(({ id, nodes }) => `${id}: ${JSON.stringify(nodes)}`);
}
