import { existsSync, readFileSync } from 'node:fs';
import { createServer, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { basename, extname } from 'node:path';
import { type Browser, chromium, type Page } from 'playwright-core';
import { afterAll, beforeAll, describe, onTestFinished } from 'vitest';

const EXECUTABLE = '/usr/bin/chromium';

const MEDIA_TYPES: Readonly<Record<string, string>> = {
  '.js': 'text/javascript; charset=utf-8',
  '.wasm': 'application/wasm',
};

/** Opens an empty page; the origin of the page has nothing besides but some files, by their name. */
export type OpenPage = (files?: readonly string[]) => Promise<Page>;

const isInstalled = existsSync(EXECUTABLE);
const isRequired = process.env['CI'] !== undefined;

/** Tests in a browser. Where there is none their name says so, and CI has to have one. */
export function describeInChromium(what: string, tests: (openPage: OpenPage) => void): void {
  const remark =
    isInstalled || isRequired
      ? ''
      : ' (not run: chromium is not installed; scripts/install-host-servers.sh installs it)';
  describe.runIf(isInstalled || isRequired)(`${what}${remark}`, () => {
    let browser: Browser;
    beforeAll(async () => {
      browser = await launchChromium();
    });
    afterAll(() => browser?.close());
    tests((files) => openPage(browser, files));
  });
}

/** Debian's Chromium, told to leave the network alone but for what a page asks for. */
function launchChromium(): Promise<Browser> {
  return chromium.launch({
    executablePath: EXECUTABLE,
    args: [
      '--no-sandbox',
      '--disable-gpu',
      '--disable-quic',
      '--no-first-run',
      '--disable-background-networking',
      '--disable-component-update',
      '--disable-sync',
    ],
  });
}

/** An empty page on an origin of its own, which is there until the test is finished. */
async function openPage(browser: Browser, files: readonly string[] = []): Promise<Page> {
  const server = createServer(({ url = '/' }, response) => {
    const file = files.find((file) => `/${basename(file)}` === url);
    if (file !== undefined) return sendFile(file, response);
    response.setHeader('content-type', 'text/html');
    response.end('<!doctype html><title>A widget</title>');
  });
  onTestFinished(() => void server.close());
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const context = await browser.newContext();
  onTestFinished(() => context.close());
  const page = await context.newPage();
  await page.goto(`http://127.0.0.1:${(server.address() as AddressInfo).port}/`);
  return page;
}

function sendFile(file: string, response: ServerResponse): void {
  response.setHeader('content-type', MEDIA_TYPES[extname(file)] ?? 'application/octet-stream');
  response.end(readFileSync(file));
}

/** The methods and statuses that went over the wire, preflights and revalidations included. */
export async function watchStatuses(page: Page): Promise<() => readonly string[]> {
  const session = await page.context().newCDPSession(page);
  await session.send('Network.enable');
  const methods = new Map<string, string>();
  const answers: { readonly requestId: string; readonly statusCode: number }[] = [];
  session.on('Network.requestWillBeSent', ({ requestId, request }) => {
    methods.set(requestId, request.method);
  });
  session.on('Network.responseReceivedExtraInfo', (answer) => void answers.push(answer));
  // Methods are looked up late: the events of the wire can overtake those of the page.
  return () =>
    answers.map(({ requestId, statusCode }) => `${methods.get(requestId) ?? '?'} ${statusCode}`);
}
