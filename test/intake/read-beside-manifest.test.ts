import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { expect, it, onTestFinished } from 'vitest';
import { readBesideManifest } from '../../src/intake/index.ts';
import type { OutputPath } from '../../src/represent/index.ts';

it('asks for no further file once one of them cannot be had', async () => {
  const asked: string[] = [];
  const server = createServer(({ url = '' }, response) => {
    asked.push(url);
    if (url.startsWith('/0.json')) response.writeHead(500).end();
    else setTimeout(() => response.end('{}'), 20);
  });
  onTestFinished(() => void server.close());
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const manifest = `http://127.0.0.1:${(server.address() as AddressInfo).port}/manifest.json`;
  const paths = Array.from({ length: 100 }, (_, index) => `${index}.json` as OutputPath);
  const listed = new Map(paths.map((path) => [path, { sha256: 'any' }]));

  await expect(readBesideManifest(manifest, listed, paths)).rejects.toThrow(
    /^Cannot download \S+\/0\.json: the server answers 500$/,
  );
  await sleep(200);
  expect(asked.length).toBeLessThan(20);
});
