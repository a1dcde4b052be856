import { existsSync, readFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { onTestFinished } from 'vitest';

interface PlainHost {
  readonly address: string;
  readonly asked: string[];
  /** Answers everything with a status from now on; null stops that. */
  readonly fail: (status: number | null) => void;
}

/** A file host that knows nothing of this API, and what was asked of it. */
export async function plainHost(folder: string): Promise<PlainHost> {
  const asked: string[] = [];
  let failure: number | null = null;
  const server = createServer((request, answer) => {
    const { pathname } = new URL(request.url ?? '', 'http://any');
    const path = join(folder, pathname);
    asked.push(pathname.slice(1));
    const isFound = failure === null && existsSync(path);
    answer.statusCode = failure ?? (isFound ? 200 : 404);
    answer.end(isFound ? readFileSync(path) : '');
  }).listen(0, '127.0.0.1');
  onTestFinished(() => void server.close());
  await new Promise((resolve) => server.once('listening', resolve));
  return {
    address: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    asked,
    fail(status) {
      failure = status;
    },
  };
}
