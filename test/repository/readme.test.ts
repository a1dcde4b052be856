import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { build } from '../../src/index.ts';
import { preview } from '../doors/check-preview.ts';
import { temporaryFolder } from '../doors/folders.ts';
import { repository } from '../doors/repository.ts';

const readme = readFileSync(join(repository, 'README.md'), 'utf8');

describe('the README', () => {
  it('shows a session as it really goes', async () => {
    const out = temporaryFolder();
    const clock = { now: 1_795_000_000_000, isPinned: true };
    await build({ data: join(repository, 'data'), out, clock });
    const { ask } = await preview(out);

    const [, session = ''] = /```console\n(.*?)```/s.exec(readme) ?? [];
    const commands = [...session.matchAll(/^\$ (curl .*)$/gm)].map(([, command = '']) => command);
    expect(commands.length).toBeGreaterThan(3);
    let replayed = '';
    for (const command of commands) {
      const [curl = '', ...filters] = command.split(' | ');
      const [, accept, path = ''] =
        /^curl -s (?:-H 'Accept: (\S+)' )?http:\/\/127\.0\.0\.1:8080(\S+)$/.exec(curl) ?? [];
      const { body } = await ask(path, accept === undefined ? {} : { accept });
      const shown = ['cat', ...filters].reduce(pipe, body).replaceAll('\r', '');
      replayed += `$ ${command}\n${shown}${shown.endsWith('\n') ? '' : '\n'}`;
    }
    expect(session).toBe(replayed);
  });

  it('names commands and files that exist', () => {
    const { scripts } = JSON.parse(readFileSync(join(repository, 'package.json'), 'utf8'));
    for (const [, script = ''] of readme.matchAll(/npm run ([\w:-]+)/g)) {
      expect(Object.keys(scripts)).toContain(script);
    }
    for (const [, file = ''] of readme.matchAll(/\]\(([^):]+)\)/g)) {
      expect(() => readFileSync(join(repository, file)), file).not.toThrow();
    }
  });
});

/** One filter of a shell pipe. */
function pipe(input: string, filter: string): string {
  const [program = '', ...args] = filter.split(' ');
  return execFileSync(program, args, { input, encoding: 'utf8' });
}
