import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import type { BrowserContextOptions, Page } from 'playwright-core';
import { onTestFinished } from 'vitest';
import { preview } from './check-preview.ts';
import type { OpenPage } from './chromium.ts';
import { publicationOf } from './publication.ts';
import { sharedInFile } from './shared.ts';
import type { Sources } from './tiny-dataset.ts';

/** A page of the site in a browser. */
export interface OpenedSite {
  /** The address of the front page, ending in a slash. */
  readonly url: string;
  readonly page: Page;
  /** What the browser complained about: errors, violations of the policy, requests to other origins. */
  readonly complaints: readonly string[];
}

const published = sharedInFile(publicationOf);

/**
 * The door of the pages: builds sources, serves them as `serve` does, and opens a page in a context of its
 * own. Tests of a file that give the same sources share one build.
 *
 * @param path Of the page, without a slash at its start.
 */
export async function openSite(
  openPage: OpenPage,
  sources: Sources,
  path = '',
  options: BrowserContextOptions = {},
): Promise<OpenedSite> {
  const { out } = await published(sources);
  const { port } = await preview(out, true);
  const url = `http://127.0.0.1:${port}/`;
  const browser = (await openPage()).context().browser();
  if (browser === null) throw new Error('The page has no browser');
  const context = await browser.newContext(options);
  onTestFinished(() => context.close());
  const page = await context.newPage();
  const complaints: string[] = [];
  page.on('console', (message) => {
    if (/^(?:error|warning)$/.test(message.type())) complaints.push(message.text());
  });
  page.on('pageerror', (error) => void complaints.push(String(error)));
  page.on('request', (request) => {
    if (/^https?:/.test(request.url()) && !request.url().startsWith(url)) {
      complaints.push(`Request to ${request.url()}`);
    }
  });
  await page.goto(url + path);
  return { url, page, complaints };
}

const AXE = createRequire(import.meta.url).resolve('axe-core/axe.min.js');

/** What axe-core finds on a page: the rule and the elements, one line each. */
export async function accessibilityProblems(page: Page): Promise<readonly string[]> {
  await page.evaluate(readFileSync(AXE, 'utf8'));
  return page.evaluate(async () => {
    const { axe } = globalThis as unknown as {
      readonly axe: {
        readonly run: () => Promise<{
          readonly violations: readonly {
            readonly id: string;
            readonly nodes: readonly { readonly html: string; readonly failureSummary?: string }[];
          }[];
        }>;
      };
    };
    const { violations } = await axe.run();
    return violations.flatMap(({ id, nodes }) =>
      nodes.map(({ html, failureSummary }) => `${id}: ${html.slice(0, 200)} ${failureSummary}`),
    );
  });
}
