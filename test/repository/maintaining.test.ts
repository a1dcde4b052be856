import { cpSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { applyPatch } from 'diff';
import { expect, it } from 'vitest';
import { temporaryFolder } from '../doors/folders.ts';
import { repository } from '../doors/repository.ts';
import { runCommand } from '../doors/run-command.ts';

const env = { SOURCE_DATE_EPOCH: String(Date.parse('2026-12-01T09:00:00Z') / 1000) };

it('docs/maintaining.md shows what its commands do to the sample data, one after the other', async () => {
  const page = readFileSync(join(repository, 'docs/maintaining.md'), 'utf8');
  const cwd = temporaryFolder();
  cpSync(join(repository, 'data'), join(cwd, 'data'), { recursive: true });
  let replayed = '';
  // Odd parts are blocks: their language and their text.
  for (const [index, part] of page.split(/^```/m).entries()) {
    const isBlock = index % 2 === 1;
    const block = isBlock && part.startsWith('console\n') ? await replay(part, cwd) : part;
    if (isBlock && part.startsWith('diff\n')) applyByHand(part.slice('diff\n'.length), cwd);
    if (isBlock)
      expect(await runCommand(['validate'], cwd, { env }), part).toMatchObject({ code: 0 });
    replayed += index === 0 ? block : `\`\`\`${block}`;
  }
  await expect(replayed).toMatchFileSnapshot('../../docs/maintaining.md');
}, 60_000);

/** A block with the commands that it has, and what they really print. */
async function replay(block: string, cwd: string): Promise<string> {
  let session = 'console\n';
  for (const [, line = ''] of block.matchAll(/^\$ operator-api (.*)$/gm)) {
    const args = [...line.matchAll(/"([^"]*)"|(\S+)/g)].map(
      ([, quoted, word]) => quoted ?? word ?? '',
    );
    const { code, out, err } = await runCommand(args, cwd, { env });
    expect({ code, err }, line).toEqual({ code: 0, err: expect.stringContaining('Wrote data/') });
    session += `$ operator-api ${line}\n${out}`;
  }
  return session;
}

function applyByHand(difference: string, cwd: string): void {
  const [, name = ''] = /^\+\+\+ (.*)$/m.exec(difference) ?? [];
  const path = join(cwd, name);
  const after = applyPatch(readFileSync(path, 'utf8'), difference);
  expect(after, difference).not.toBe(false);
  writeFileSync(path, String(after));
}
