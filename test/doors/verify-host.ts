import { readFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { expect, onTestFinished } from 'vitest';
import type { HostName } from '../../src/hosts/index.ts';
import type { HostUnderTest } from './check-host.ts';
import { repository } from './repository.ts';
import { runCli } from './run-cli.ts';

/** The checks that fail when `verify` holds a host against its build, every file of it. */
export async function failedChecks(host: HostUnderTest): Promise<readonly string[]> {
  const baseUrl = await relay(host);
  // One at a time: simulations follow one request from its beginning to its end.
  const options = ['--out', host.out, '--sample', 'all', '--concurrency', '1', '--format', 'json'];
  const { code, out, err } = await runCli(['verify', baseUrl, ...options]);
  expect(code, err).not.toBe(2);
  const { checks } = JSON.parse(out) as {
    readonly checks: readonly { readonly id: string; readonly verdict: string }[];
  };
  const failed = checks.filter(({ verdict }) => verdict === 'failed');
  return failed.map(({ id }) => id).sort();
}

/** What docs/deploy.md has `verify` except, below the heading of a host. */
export function exceptedChecks(host: HostName): readonly string[] {
  const text = readFileSync(join(repository, 'docs/deploy.md'), 'utf8');
  const section = text.split(/^## /m).find((one) => one.toLowerCase().startsWith(host));
  const named = section?.matchAll(/--except (\S+)/g) ?? expect.fail(`no section about ${host}`);
  return [...named].map(([, check = '']) => check).sort();
}

/** The address on loopback at which a host answers, simulated or not. */
async function relay({ send, serving }: HostUnderTest): Promise<string> {
  const server = createServer(async ({ method = 'GET', url: path = '/', headers }, response) => {
    const { host: _, connection: __, ...sent } = headers;
    const answer = await send({ method, path, headers: sent as Record<string, string> });
    const { connection, 'keep-alive': ___, 'transfer-encoding': ____, ...kept } = answer.headers;
    response.writeHead(answer.status, kept as Record<string, string>);
    response.end(method === 'HEAD' ? undefined : answer.body);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}${serving.publicPath}`;
}
