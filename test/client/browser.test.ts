import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Page } from 'playwright-core';
import { expect, it } from 'vitest';
import type { Client } from '../../src/client/index.ts';
import { preview } from '../doors/check-preview.ts';
import { describeInChromium, watchStatuses } from '../doors/chromium.ts';
import { publicationOf } from '../doors/publication.ts';
import { repository } from '../doors/repository.ts';
import { operator, tiny } from '../doors/tiny-dataset.ts';

describeInChromium('the client in a browser', (openPage) => {
  it('reads the API of another origin, 404 and 410 included', async () => {
    const { page } = await openClient(openPage);
    const found = await page.evaluate(async () => {
      const [one, none, gone] = await Promise.all([
        api.operator('anchor'),
        api.facts('nobody'),
        api.best('fastest'),
      ]);
      return [one.status === 200 && one.data[0].name, none.status, gone.status];
    });
    expect(found).toEqual(['Anchor', 404, 410]);
  });

  it('revalidates with one request: 304 for what is current, else what is new', async () => {
    const { page, change, buildAt } = await openClient(openPage);
    const statuses = await watchStatuses(page);
    const names = () =>
      page.evaluate(async () => (await api.operators()).data.map(({ name }) => name));
    expect(await names()).toEqual(['Birch', 'Anchor']);
    expect(await names()).toEqual(['Birch', 'Anchor']);
    change({ 'operators/birch.yaml': operator(3, 'Birch and Sons') });
    await buildAt(60);
    expect(await names()).toEqual(['Birch and Sons', 'Anchor']);
    expect(await names()).toEqual(['Birch and Sons', 'Anchor']);
    // No OPTIONS among them: a field that a script sets would have a preflight every time.
    await expect.poll(statuses).toEqual(['GET 200', 'GET 304', 'GET 200', 'GET 304']);
  });

  it('says where no answer came from when the browser is offline, and recovers', async () => {
    const { page, base } = await openClient(openPage);
    const ask = () =>
      page.evaluate(() =>
        api.operators().then(
          ({ status }) => String(status),
          (error) => `${error}, ${error.status}`,
        ),
      );
    await page.context().setOffline(true);
    expect(await ask()).toBe(
      `ApiError: GET ${base}/operators.json: no answer (Failed to fetch), 0`,
    );
    await page.context().setOffline(false);
    expect(await ask()).toBe('200');
  });

  it('gives up when it is told to', async () => {
    const { page } = await openClient(openPage);
    const name = await page.evaluate(() =>
      api.operators({ signal: AbortSignal.abort() }).catch((error) => error.name),
    );
    expect(name).toBe('AbortError');
  });
});

describeInChromium('the client that is published beside the API', (openPage) => {
  const open = async () => {
    const { out } = await publicationOf(tiny());
    const base = `http://127.0.0.1:${(await preview(out)).port}/api/v1`;
    const index = JSON.parse(readFileSync(join(out, 'api/v1/index.json'), 'utf8'));
    const [link] = index.data.filter(({ name }: { name: string }) => name === 'client');
    return { base, link, page: await openPage() };
  };
  /** What a page of another origin says, with a map of modules for browsers that check their hashes. */
  const widget = (base: string, integrity: string) => `<!doctype html>
<script type="importmap">
${JSON.stringify({ imports: { 'operator-api': `${base}/client.js` }, integrity: { [`${base}/client.js`]: integrity } })}
</script>
<script type="module">
import { createClient } from 'operator-api';
const { data } = await createClient('${base}').operators();
document.title = data.map(({ name }) => name).join();
</script>`;

  it('is imported by a page of another origin, which checks its hash', async () => {
    const { base, link, page } = await open();
    expect(link.href).toBe('https://tiny.example/api/v1/client.js');
    await page.setContent(widget(base, link.integrity));
    await expect.poll(() => page.title()).toBe('Birch,Anchor');
  });

  it('is refused where the hash is that of another one', async () => {
    const { base, page } = await open();
    const refused = page.waitForEvent('console', (message) => message.text().includes('integrity'));
    await page.setContent(widget(base, `sha384-${'A'.repeat(64)}`));
    expect((await refused).text()).toContain('client.js');
    expect(await page.title()).toBe('');
  });
});

/** The client of the page. */
declare const api: Client;

/** A page of another origin that has the client as the package ships it. */
async function openClient(openPage: () => Promise<Page>) {
  const built = await publicationOf(tiny());
  const base = `http://127.0.0.1:${(await preview(built.out)).port}/api/v1`;
  const page = await openPage();
  await loadClient(page, base);
  return { ...built, base, page };
}

async function loadClient(page: Page, base: string): Promise<void> {
  const code = readFileSync(join(repository, 'lib/client/index.js'), 'utf8');
  const content = `${code}\nwindow.api = createClient(${JSON.stringify(base)});`;
  await page.addScriptTag({ type: 'module', content });
  await page.waitForFunction(() => 'api' in globalThis);
}
