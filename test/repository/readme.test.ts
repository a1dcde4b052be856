import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
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
    const named = [...readme.matchAll(/npm run ([\w:-]+)/g)].map(([, script]) => script);
    expect(named.length).toBeGreaterThan(3);
    expect(Object.keys(scripts)).toEqual(expect.arrayContaining(named));
    const files = [...readme.matchAll(/\]\(([^):]+)\)/g)].map(([, file = '']) => file);
    expect(files.length).toBeGreaterThan(8);
    expect(files.filter((file) => !existsSync(join(repository, file)))).toEqual([]);
  });
});

/** One filter of a shell pipe. */
function pipe(input: string, filter: string): string {
  const [program = '', ...args] = filter.split(' ');
  return execFileSync(program, args, { input, encoding: 'utf8' });
}
