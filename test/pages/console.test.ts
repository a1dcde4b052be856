import type { Page } from 'playwright-core';
import { expect, it } from 'vitest';
import { describeInChromium } from '../doors/chromium.ts';
import { accessibilityProblems, openSite } from '../doors/site.ts';
import { tiny, WITH_PAGES } from '../doors/tiny-dataset.ts';

const SITE = tiny(WITH_PAGES);
/** Swagger UI is 1.7 MB of code. */
const LOADED = { timeout: 60_000 };

describeInChromium('the console', (openPage) => {
  it.each(['light', 'dark'] as const)(
    'sends a request and shows the response, in %s colours',
    async (colorScheme) => {
      const { page, complaints } = await openSite(openPage, SITE, 'docs/console', { colorScheme });
      const operation = page.locator('#operations-Operators-getOneOperator');
      await operation.locator('.opblock-summary-control').click(LOADED);
      const asked = page.waitForRequest(/\/api\/v1\/operators\/birch\.json$/);
      await operation.locator('.execute').click();
      expect(new URL((await asked).url()).origin).toBe(new URL(page.url()).origin);
      const response = operation.locator('.live-responses-table tbody');
      expect(await response.locator('.response-col_status').first().innerText()).toMatch(/^200/);
      expect(await response.innerText()).toContain('"slug": "birch"');
      expect(await page.getByRole('status').first().textContent()).toBe('Response: 200');

      expect(await accessibilityProblems(page)).toEqual([]);
      expect(complaints).toEqual([]);
    },
    120_000,
  );

  it('opens an operation and executes it by keys alone', async () => {
    const { page } = await openSite(openPage, SITE, 'docs/console');
    const operation = page.locator('#operations-Operators-getOperators');
    const summary = operation.locator('.opblock-summary-control');
    await summary.waitFor(LOADED);
    await pressUntilFocused(page, '.opblock-summary-control');
    await page.keyboard.press('Enter');
    await operation.locator('.execute').waitFor();
    await pressUntilFocused(page, '.execute');
    await page.keyboard.press('Enter');
    const status = operation.locator('.live-responses-table tbody .response-col_status');
    expect(await status.first().innerText()).toMatch(/^200/);
  }, 120_000);

  it('opens the operation that the address names', async () => {
    const { page } = await openSite(openPage, SITE, 'docs/console#/Claims/getAllFacts');
    await page.locator('#operations-Claims-getAllFacts .execute').waitFor(LOADED);
    expect(await page.locator('.execute').count()).toBe(1);
  }, 120_000);

  it('fits a narrow screen', async () => {
    const viewport = { width: 320, height: 800 };
    const { page } = await openSite(openPage, SITE, 'docs/console', { viewport });
    await page.locator('.opblock-summary-control').first().click(LOADED);
    await page.locator('.execute').first().click();
    await page.locator('.live-responses-table').first().waitFor();
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(320);
  }, 120_000);

  it('is a link to the description without JavaScript', async () => {
    const { page, url } = await openSite(openPage, SITE, 'docs/console', {
      javaScriptEnabled: false,
    });
    const description = page.getByRole('link', { name: 'the OpenAPI description' });
    expect(await description.getAttribute('href')).toBe('/api/v1/openapi.json');
    expect((await fetch(`${url}api/v1/openapi.json`)).status).toBe(200);
  });
});

/** Moves the focus as keys do, to the next element that fits. */
async function pressUntilFocused(page: Page, selector: string): Promise<void> {
  for (let presses = 0; presses < 60; presses += 1) {
    await page.keyboard.press('Tab');
    if (await page.evaluate((wanted) => document.activeElement?.matches(wanted), selector)) return;
  }
  throw new Error(`Tab does not reach ${selector}`);
}
