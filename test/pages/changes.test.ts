import { parseHTML } from 'linkedom';
import { describe, expect, it } from 'vitest';
import { preview } from '../doors/check-preview.ts';
import { describeInChromium } from '../doors/chromium.ts';
import { publicationOf } from '../doors/publication.ts';
import { inAnchor, inMetrics, operator, TINY, tiny } from '../doors/tiny-dataset.ts';

const FIRST = tiny({
  'service.yaml': (TINY['service.yaml'] ?? '').replace('pages: false', 'pages: true'),
});

/** Two publications: the second one is a day later. */
async function changed() {
  const built = await publicationOf(FIRST);
  built.change({
    ...inAnchor('license_jurisdiction: null', 'license_jurisdiction: "<b>Malta</b>"'),
    ...inMetrics('What a withdrawal costs.', 'What one withdrawal costs.'),
    'operators/cedar.yaml': operator(11, '"<script>alert(1)</script>"'),
  });
  expect(await built.buildAt(86_400)).toMatchObject({ ok: true });
  return built;
}

function textsOf(document: Document, selector: string): readonly string[] {
  return [...document.querySelectorAll(selector)].map((one) =>
    (one.textContent ?? '').replace(/\s+/g, ' ').trim(),
  );
}

describe('the page of changes', () => {
  it('says that nothing has changed yet, and where to wait for it', async () => {
    const { read } = await publicationOf(FIRST);
    const { document } = parseHTML(read('pages/changes.html'));
    expect(textsOf(document, '.empty')).toEqual([
      'Nothing has changed since the first publication. The feeds will tell you when something does.',
    ]);
    expect(document.querySelector('select')).toBe(null);
    const links = [...document.querySelectorAll('main a')].map((link) => link.getAttribute('href'));
    expect(links).toEqual(['/api/v1/changes.atom', '/api/v1/feed.json', '/api/v1/changes.csv']);
  });

  it('lists changes by day and operator, as text', async () => {
    const { read } = await changed();
    const { document } = parseHTML(read('pages/changes.html'));
    const [{ changed_at }] = JSON.parse(read('changes.json')).data;
    const day = changed_at.slice(0, 10);
    expect(textsOf(document, 'h2')).toEqual([day]);
    expect(textsOf(document, '.story h3, .story li')).toEqual([
      'Anchor',
      'Licence: not known → <b>Malta</b>',
      '<script>alert(1)</script>',
      'New operator: <script>alert(1)</script>',
      'Metrics, rankings and service',
      'Metric Fee (USD), description: What a withdrawal costs. → What one withdrawal costs.',
    ]);
    expect(document.querySelectorAll('main b, main script')).toHaveLength(0);
    const links = [...document.querySelectorAll('main a')].map((link) => link.getAttribute('href'));
    expect(links).toContain(`/api/v1/changes/${day.slice(0, 4)}.csv`);
    expect(links).toContain('/operators/anchor');
  });
});

describeInChromium('the page of changes in a browser', (openPage) => {
  it('shows those of one operator, at an address of their own', async () => {
    const { out } = await changed();
    const page = await openPage();
    await page.goto(`http://127.0.0.1:${(await preview(out)).port}/changes`);
    await page.getByLabel('Operator').selectOption('Anchor');
    expect(await page.locator('.story:visible h3').allTextContents()).toEqual(['Anchor']);
    expect(page.url()).toMatch(/\?operator=7$/);
    await page.reload();
    expect(await page.locator('.story:visible h3').allTextContents()).toEqual(['Anchor']);
  });
});
