import { expect, it } from 'vitest';
import { HOST_NAMES, HOSTS, type HostName } from '../../src/hosts/index.ts';
import type { AllowedDeviation } from '../doors/check-host.ts';
import { apache, ASKED_ALONE as OF_APACHE } from './deviations/apache.ts';
import { caddy, ASKED_ALONE as OF_CADDY } from './deviations/caddy.ts';
import { cloudflare } from './deviations/cloudflare.ts';
import { netlify } from './deviations/netlify.ts';
import { nginx, ASKED_ALONE as OF_NGINX, OVER_HTTP_2 } from './deviations/nginx.ts';
import { serve } from './deviations/serve.ts';
import { vercel } from './deviations/vercel.ts';
import { REQUESTS } from './requests.ts';

const DEVIATIONS: Readonly<Record<HostName, readonly AllowedDeviation[]>> = {
  netlify,
  cloudflare,
  nginx: [...nginx, ...OVER_HTTP_2, ...OF_NGINX],
  caddy: [...caddy, ...OF_CADDY],
  apache: [...apache, ...OF_APACHE],
  vercel,
  serve,
};

/** How each host was held against the policy. */
const HELD: Readonly<Record<HostName, string>> = {
  netlify:
    'The edge function itself over a build, and netlify.toml as read by Netlify’s own parser, in a simulation of the order that Netlify documents.',
  cloudflare: 'workerd, through Miniflare, with the generated Worker and wrangler.jsonc.',
  nginx: 'nginx from Debian, with the generated file.',
  caddy: 'Caddy from Debian, with the generated Caddyfile.',
  apache: 'Apache from Debian, with the generated virtual host.',
  vercel:
    'The middleware itself over a build, and vercel.json in a simulation of the order that Vercel documents.',
  serve: 'The package serve from npm, with the generated serve.json.',
};

it('docs/hosts.md lists every deviation and every limit', async () => {
  // Written anew by `npm run test:update`.
  await expect(document()).toMatchFileSnapshot('../../docs/hosts.md');
});

function document(): string {
  const names = new Set(REQUESTS.map(({ name }) => name));
  const rows = HOST_NAMES.flatMap((host) =>
    DEVIATIONS[host].map(({ what, why, at }) => {
      for (const request of Object.keys(at)) expect(names).toContain(request);
      return `| ${host} | ${what} | ${why} | ${Object.keys(at).length} |`;
    }),
  );
  const held = HOST_NAMES.map((host) => {
    const { files, filesInFolder, fileSize, source } = HOSTS[host].limits;
    return `| ${host} | ${HELD[host]} | ${inFigures(files)} | ${inFigures(filesInFolder)} | ${inFigures(fileSize)} | ${source} |`;
  });
  return `<!-- Written by npm run test:update from test/hosts/deviations and src/hosts; do not edit. -->

# What the hosts do

Every host is told what \`src/policy\` says, and is then asked ${REQUESTS.length} requests (\`test/hosts/requests.ts\`)
and thousands of Accept headers. What it answers otherwise, and cannot be made to answer as the
contract says, stands here with its reason. A test fails when a host deviates anywhere else, and
when a deviation of this list is gone. Where no request is counted, a test of that host alone
asks for it.

| Host | What differs | Why | Requests |
| --- | --- | --- | --- |
${rows.join('\n')}

| Host | How it was held against the policy | Files | Files in one folder | Bytes a file | Where its limits are documented |
| --- | --- | --- | --- | --- | --- |
${held.join('\n')}
`;
}

function inFigures(limit: number | null): string {
  return limit === null ? 'no limit' : String(limit);
}
