import type { Page } from 'playwright-core';
import { describe, expect, it, onTestFinished } from 'vitest';
import { preview } from '../doors/check-preview.ts';
import { NOW } from '../doors/check-sources.ts';
import { describeInChromium } from '../doors/chromium.ts';
import { publicationOf } from '../doors/publication.ts';
import {
  hasRealPrograms,
  PROGRAMS_REMARK,
  programFile,
  requireProgram,
} from '../doors/real-programs.ts';
import { sampleSources } from '../doors/sample-data.ts';

describe.runIf(hasRealPrograms)(`openapi.json, to programs that read it${PROGRAMS_REMARK}`, () => {
  it('has nothing that Spectral objects to', async () => {
    const { text } = await publish();
    expect(await askSpectral(text)).toEqual([]);
    const broken = text.replace('"operationId":"getOperators"', '"operationId":"getMetrics"');
    expect(await askSpectral(broken)).toEqual([expect.stringContaining('operationId')]);
  });

  it('is what a mock server of Prism answers', async () => {
    const { text, openApi } = await publish();
    expect(await violations(text, openApi)).toEqual([]);
    const broken = text.replaceAll('"kyc_level":"discretionary"', '"kyc_level":"some"');
    expect(broken).not.toBe(text);
    expect(await violations(broken, openApi)).not.toEqual([]);
  });

  it('is what the preview answers through a proxy of Prism', async () => {
    const { text, openApi, base } = await publish();
    expect(await violations(text, openApi, base)).toEqual([]);
    const broken = text.replaceAll('"integer"', '"boolean"');
    expect(await violations(broken, openApi, base)).not.toEqual([]);
  });
});

describeInChromium(
  `openapi.json, to Swagger UI on another origin${PROGRAMS_REMARK}`,
  (openPage) => {
    it.runIf(hasRealPrograms)(
      'has only operations that "Execute" answers with 200',
      async () => {
        const { openApi, base } = await publish();
        const operations = Object.values(openApi.paths).map(({ get }) => get);
        const page = await openPage([programFile('swagger-ui-dist/swagger-ui-bundle.js')]);
        const failed: string[] = [];
        page.on('pageerror', ({ message }) => failed.push(message));
        const statuses = await executeAll(page, `${base}/openapi.json`, operations);
        expect(failed).toEqual([]);
        expect(statuses).toEqual(operations.map(({ operationId }) => `${operationId} 200`));
      },
      300_000,
    );
  },
);

interface Parameter {
  readonly name: string;
  readonly example?: string;
  readonly examples?: { readonly [name: string]: { readonly value: string } };
}

interface OpenApi {
  readonly paths: { readonly [path: string]: { readonly get: Operation } };
  readonly components: { readonly parameters: { readonly [name: string]: Parameter } };
}

interface Operation {
  readonly operationId: string;
  readonly tags: readonly string[];
  readonly parameters: readonly (Parameter | { readonly $ref: string })[];
  readonly responses: { readonly 200: { readonly content: { readonly [type: string]: unknown } } };
}

/** The sample data with downloads, behind a server; the description and its text. */
async function publish() {
  const { out, read, change, buildAt } = await publicationOf(sampleSources(), { snapshots: true });
  // So that there are changes in the year of the example.
  const service = String(sampleSources()['service.yaml']);
  change({ 'service.yaml': service.replace(/^notice: .*$/m, 'notice: null') });
  await buildAt((Date.UTC(2027, 5, 1) - NOW) / 1000, { snapshots: true });
  const { port } = await preview(out, true);
  const text = read('openapi.json');
  const openApi: OpenApi = JSON.parse(text);
  return { text, openApi, base: `http://127.0.0.1:${port}/api/v1` };
}

/** What is used of Spectral. */
interface Spectral {
  setRuleset(ruleset: object): void;
  run(text: string): Promise<readonly { readonly code: string; readonly message: string }[]>;
}

async function askSpectral(text: string): Promise<string[]> {
  const core = requireProgram<{ readonly Spectral: new () => Spectral }>(
    '@stoplight/spectral-core',
  );
  const { oas } = requireProgram<{ readonly oas: object }>('@stoplight/spectral-rulesets');
  const spectral = new core.Spectral();
  spectral.setRuleset({ extends: [[oas, 'recommended']] });
  return (await spectral.run(text)).map(({ code, message }) => `${code}: ${message}`);
}

/** What is used of Prism. */
interface Prism {
  getHttpOperationsFromSpec(description: object): Promise<readonly object[]>;
  createServer(
    operations: readonly object[],
    options: object,
  ): { listen(port: number, host: string): Promise<string>; close(): Promise<void> };
  createLogger(name: string, options: object): object;
}

/**
 * What Prism objects to in its answers to every operation.
 *
 * @param description What Prism reads. The requests are those of `openApi`.
 * @param upstream What it asks instead of answering by itself.
 */
async function violations(description: string, openApi: OpenApi, upstream?: string) {
  const { createServer } = requireProgram<Prism>('@stoplight/prism-http-server');
  const { getHttpOperationsFromSpec } = requireProgram<Prism>('@stoplight/prism-http');
  const { createLogger } = requireProgram<Prism>('@stoplight/prism-core');
  const config = {
    ...(upstream === undefined
      ? { isProxy: false }
      : { isProxy: true, upstream: new URL(upstream) }),
    mock: { dynamic: false },
    validateRequest: true,
    validateResponse: true,
    checkSecurity: true,
    errors: true,
  };
  const server = createServer(await getHttpOperationsFromSpec(JSON.parse(description)), {
    components: { logger: createLogger('Prism', { level: 'silent' }) },
    cors: true,
    config,
  });
  onTestFinished(() => server.close());
  const address = await server.listen(0, '127.0.0.1');
  const wrong: string[] = [];
  for (const [template, { get }] of Object.entries(openApi.paths)) {
    const path = fillIn(template, get, openApi);
    for (const accept of Object.keys(get.responses[200].content)) {
      const answer = await fetch(`${address}${path}`, { headers: { accept } });
      const body = await answer.text();
      if (answer.status !== 200) wrong.push(`${accept} ${path}: ${answer.status} ${body}`);
      if (upstream === undefined) continue;
      const known = { accept, 'if-none-match': answer.headers.get('etag') ?? '' };
      const { status } = await fetch(`${address}${path}`, { headers: known });
      if (status !== 304) wrong.push(`${accept} ${path}: ${status}, not 304`);
    }
  }
  return wrong;
}

/** A path with the first example of each name. */
function fillIn(template: string, { parameters }: Operation, { components }: OpenApi): string {
  return parameters.reduce<string>((path, part) => {
    const parameter = '$ref' in part ? components.parameters[part.$ref.replace(/.*\//, '')] : part;
    const { name = '', example, examples = {} } = parameter ?? {};
    return path.replace(`{${name}}`, example ?? Object.values(examples)[0]?.value ?? '');
  }, template);
}

/** Clicks "Execute" of every operation, one at a time. Gives the statuses that Swagger UI shows. */
async function executeAll(page: Page, url: string, operations: readonly Operation[]) {
  await page.setContent('<div id="root"></div>');
  await page.addScriptTag({ url: '/swagger-ui-bundle.js' });
  await page.evaluate((url) => {
    const { SwaggerUIBundle } = globalThis as unknown as {
      SwaggerUIBundle(options: object): void;
    };
    // Colours, models and other open operations take most of the time.
    const plain = { docExpansion: 'none', syntaxHighlight: false, defaultModelsExpandDepth: -1 };
    SwaggerUIBundle({ url, dom_id: '#root', tryItOutEnabled: true, ...plain });
  }, url);
  const statuses: string[] = [];
  for (const { operationId, tags } of operations) {
    const tag = page.locator(`#operations-tag-${tags[0]}`);
    if ((await tag.getAttribute('data-is-open')) !== 'true') await tag.click();
    const block = page.locator(`#operations-${tags[0]}-${operationId}`);
    const summary = block.locator('.opblock-summary-control');
    await summary.click();
    const status = block.locator('.live-responses-table tbody .response-col_status');
    const isShown = () =>
      status.waitFor({ timeout: 10_000 }).then(
        () => true,
        () => false,
      );
    // A click gets lost where the page is drawn again between the press and the release.
    for (let tries = 0, isDone = false; tries < 3 && !isDone; tries += 1) {
      await block.locator('.execute').click();
      isDone = await isShown();
    }
    statuses.push(`${operationId} ${(await status.innerText()).slice(0, 3)}`);
    await summary.click();
  }
  return statuses;
}
