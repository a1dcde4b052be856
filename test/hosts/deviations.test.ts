import { expect, it } from 'vitest';
import { HOST_NAMES, HOSTS } from '../../src/hosts/index.ts';
import type { ListedHost } from '../doors/check-host.ts';
import { REQUESTS } from './requests.ts';

it('docs/hosts.md lists every deviation and every limit', async () => {
  // Written anew by `npm run test:update`.
  await expect(await document()).toMatchFileSnapshot('../../docs/hosts.md');
});

async function document(): Promise<string> {
  const names = new Set(REQUESTS.map(({ name }) => name));
  const listed = await Promise.all(
    HOST_NAMES.map(async (host) => {
      const { LISTED } = (await import(`./deviations/${host}.ts`)) as { LISTED: ListedHost };
      return { host, ...LISTED };
    }),
  );
  const rows = listed.flatMap(({ host, deviations }) =>
    deviations.map(({ what, why, at }) => {
      for (const request of Object.keys(at)) expect(names).toContain(request);
      return `| ${host} | ${what} | ${why} | ${Object.keys(at).length} |`;
    }),
  );
  const held = listed.map(({ host, heldBy }) => {
    const { files, filesInFolder, fileSize, source } = HOSTS[host].limits;
    return `| ${host} | ${heldBy} | ${inFigures(files)} | ${inFigures(filesInFolder)} | ${inFigures(fileSize)} | ${source} |`;
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

## What the rules cost

Requests a second of the server's processor time, as a share of what the same server sends without our
rules, from its root alone: \`scripts/measure-hosts.mjs\`, 9 rounds in turn, medians. One page of an
operator (2 kB), nginx 1.22.1 with \`pcre_jit on\`, Caddy 2.6.2.

| Request | nginx | Caddy |
| --- | --- | --- |
| the address with \`.json\` | 0.71 | 0.60 |
| without a suffix, Accept is \`*/*\` | 0.67 | 0.50 |
| without a suffix, as a browser asks | 0.71 | 0.53 |
| without a suffix, Accept is \`application/json\` | 0.71 | 0.53 |
| without a suffix, Accept is \`text/csv\` | 0.69 | 0.19 |

Where CSV cannot be meant, both answer before they compare what Accept lists. Caddy compares it by
replacements in a header and an expression, which only requests that name CSV or weigh JSON pay for.
\`/operators.csv\` needs neither.
`;
}

function inFigures(limit: number | null): string {
  return limit === null ? 'no limit' : String(limit);
}
