import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { connectMcp, type McpClient } from '../doors/mcp-client.ts';
import { publicationOf } from '../doors/publication.ts';
import { repository } from '../doors/repository.ts';
import { sampleSources } from '../doors/sample-data.ts';

const page = readFileSync(join(repository, 'docs/language-models.md'), 'utf8');

/** A call, and the answer below it. */
const EXAMPLE = /(?<=^```json\n)(\{\s*"name"[^`]*?)(?<=\n)```\n\n```text\n[^`]*```/gm;

it('docs/language-models.md shows what each tool answers about the sample data, and what it costs', async () => {
  const server = await connectMcp(await publishTwice());
  const { tools } = await server.client.listTools();
  const sizes: [string, number][] = [
    ['The list of tools', Buffer.byteLength(JSON.stringify(tools))],
  ];
  let replayed = page;
  for (const [example, call = ''] of page.matchAll(EXAMPLE)) {
    const { name, answer } = await replay(call, server);
    sizes.push([`\`${name}\``, answer.bytes]);
    replayed = replayed.replace(
      example,
      () => `${call}\`\`\`\n\n\`\`\`text\n${answer.text}\n\`\`\``,
    );
  }
  expect(sizes.slice(1).map(([name]) => name)).toEqual(tools.map(({ name }) => `\`${name}\``));
  await expect(
    replayed.replace(/(<!-- sizes -->\n)[^<]*/, (_, start) => `${start}\n${tableOf(sizes)}\n\n`),
  ).toMatchFileSnapshot('../../docs/language-models.md');
});

/** The sample data a day after a publication without its newest fee, so that something has changed. */
async function publishTwice(): Promise<string> {
  const sources = sampleSources();
  const name = 'facts/tidewrack.yaml';
  const earlier = String(sources[name])
    .replace('  superseded_by: usdt_trc20_withdrawal_fee_usd_17\n', '')
    .replace(/- claim_id: usdt_trc20_withdrawal_fee_usd_17\n(?: .*\n)+/, '');
  const { out, change, buildAt } = await publicationOf({ ...sources, [name]: earlier });
  change(sources);
  expect(await buildAt(86_400)).toMatchObject({ ok: true });
  return out;
}

async function replay(call: string, { ask }: McpClient) {
  const { name, arguments: given } = JSON.parse(call);
  const answer = await ask(name, given);
  expect(answer, call).toMatchObject({ isError: false });
  return { name: String(name), answer };
}

function tableOf(sizes: readonly (readonly [string, number])[]): string {
  const rows = sizes.map(([name, bytes]) => `| ${name} | ${bytes} | ${Math.ceil(bytes / 4)} |`);
  return ['| What | Bytes | Tokens |', '| --- | --- | --- |', ...rows].join('\n');
}

it('docs/language-models.md configures clients with a command that exists', () => {
  const configurations = [...page.matchAll(/^```json\n(\{\n {2}"\w*[sS]ervers"[^`]*)```/gm)];
  const servers = configurations.flatMap(([, json = '']) =>
    Object.values<Record<string, Record<string, unknown>>>(JSON.parse(json)).flatMap(Object.values),
  );
  const command = 'npx --yes --package operator-comparison-api operator-api mcp';
  expect(servers.map(({ command, args }) => [command, ...args].join(' '))).toEqual([
    `${command} https://compare.example/api/v1`,
    `${command} https://compare.example/api/v1`,
  ]);
  expect(page).toContain(`claude mcp add --transport stdio compare -- ${command} https://`);
});
