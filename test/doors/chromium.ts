import { existsSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { type Browser, chromium, type Page } from 'playwright-core';

const EXECUTABLE = '/usr/bin/chromium';

export const isChromiumInstalled = existsSync(EXECUTABLE);

/** Debian's Chromium, told to leave the network alone but for what a page asks for. */
export function launchChromium(): Promise<Browser> {
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

/** An empty page on an origin of its own, and how to take the origin away. */
export async function openPage(browser: Browser): Promise<{ page: Page; close: () => void }> {
  const server = createServer((_, response) => {
    response.setHeader('content-type', 'text/html');
    response.end('<!doctype html><title>A widget</title>');
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const page = await (await browser.newContext()).newPage();
  await page.goto(`http://127.0.0.1:${(server.address() as AddressInfo).port}/`);
  return { page, close: () => server.close() };
}

/** The methods and statuses that went over the wire, preflights and revalidations included. */
export async function watchStatuses(page: Page): Promise<() => readonly string[]> {
  const session = await page.context().newCDPSession(page);
  await session.send('Network.enable');
  const methods = new Map<string, string>();
  const seen: string[] = [];
  session.on('Network.requestWillBeSent', ({ requestId, request }) => {
    methods.set(requestId, request.method);
  });
  session.on('Network.responseReceivedExtraInfo', ({ requestId, statusCode }) => {
    seen.push(`${methods.get(requestId) ?? 'OPTIONS'} ${statusCode}`);
  });
  return () => seen;
}
