import { chmodSync, renameSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { expect, it } from 'vitest';
import { apache } from '../../src/hosts/apache.ts';
import { caddy } from '../../src/hosts/caddy.ts';
import type { Host } from '../../src/hosts/index.ts';
import { DEFAULT_SERVING } from '../../src/policy/index.ts';
import { project } from '../doors/check-build.ts';
import { askServer, deviationsOf, type HostUnderTest } from '../doors/check-host.ts';
import { publishDocuments } from '../doors/publish-documents.ts';
import { freePort } from '../doors/real-server.ts';
import { withPages } from '../doors/tiny-dataset.ts';
import { REQUESTS } from './requests.ts';
import { hasApache, startApache } from './servers/start-apache.ts';
import { hasCaddy, startCaddy } from './servers/start-caddy.ts';
import { hasNginx, startNginx } from './servers/start-nginx.ts';

/** Everything that --root takes and that means something somewhere. */
const ODD = 'operator_api_ a b  #ä(1)&c|!~^+=@,<d>:e';

/** Each looks for its files in another way. */
const ASKED = REQUESTS.filter(({ name }) =>
  [
    'GET /operators',
    'GET /operators accept: text/csv',
    'GET /operators.csv accept: application/json',
    'GET /schemas/operators.json',
    'GET /changes.atom',
    'GET /operators/nobody',
    'GET /best/fastest',
    'POST /operators',
    'GET /operators/anchor (a page)',
    'GET /nowhere accept: TEXT/HTML (a page)',
    'GET /best/fastest accept: TEXT/HTML (a page)',
  ].includes(name),
);

it.runIf(hasNginx)('nginx takes a folder with an odd name', async () => {
  expect(await deviationsOf(await startNginx(await builtOddly()), ASKED)).toEqual([]);
});

it.runIf(hasCaddy)('so does Caddy', async () => {
  expect(await deviationsOf(await started(caddy, startCaddy), ASKED)).toEqual([]);
});

it.runIf(hasApache)('so does Apache', async () => {
  expect(await deviationsOf(await started(apache, startApache), ASKED)).toEqual([]);
});

async function started(
  host: Host,
  start: (site: string, port: number) => Promise<void>,
): Promise<HostUnderTest> {
  const [root, port] = [await builtOddly(), await freePort()];
  const deployment = {
    ...DEFAULT_SERVING,
    root,
    listen: `127.0.0.1:${port}`,
    serverName: null,
    precompressed: false,
    removedCategories: [],
  };
  await start(host.configure(deployment, '')[0]?.text ?? '', port);
  return { send: askServer(port), serving: deployment, out: root };
}

/** A build in a folder of that name, which a server without rights can read. */
async function builtOddly(): Promise<string> {
  const { out, buildAt } = project(withPages());
  await buildAt(0);
  publishDocuments(out);
  const root = join(dirname(out), ODD);
  renameSync(out, root);
  chmodSync(dirname(out), 0o755);
  return root;
}
