import { execFileSync } from 'node:child_process';
import { ORIGIN, type Publication } from './publication.ts';

const SESSION = /(?<=```console\n).*?(?=```)/s;

/**
 * The README with what the commands of its session print now.
 *
 * @throws an Error for a command that is not curl of an address of the preview, through filters
 */
export async function renderSession(readme: string, publication: Publication): Promise<string> {
  const [session = ''] = SESSION.exec(readme) ?? [];
  let replayed = '';
  for (const [, command = ''] of session.matchAll(/^\$ (.*)$/gm)) {
    const shown = await run(command, publication);
    replayed += `$ ${command}\n${shown}${shown.endsWith('\n') ? '' : '\n'}`;
  }
  return readme.replace(SESSION, () => replayed);
}

async function run(command: string, { ask }: Publication): Promise<string> {
  const [curl = '', ...filters] = command.split(' | ');
  const parts = /^curl -s (?:-H 'Accept: (\S+)' )?http:\/\/127\.0\.0\.1:8080(\S+)$/.exec(curl);
  if (parts === null) throw new Error(`${command}: that is not a command of the session`);
  const [, accept, path = ''] = parts;
  const response = await ask({
    url: `${ORIGIN}${path}`,
    headers: accept === undefined ? {} : { accept },
  });
  return ['cat', ...filters].reduce(pipe, await response.text()).replaceAll('\r', '');
}

/** One filter of a shell pipe. */
function pipe(input: string, filter: string): string {
  const [program = '', ...args] = filter.split(' ');
  return execFileSync(program, args, { input, encoding: 'utf8' });
}
