import { dirname } from 'node:path';
import { Writable } from 'node:stream';
import { checkAddress } from '../check-address.ts';
import { findManifest } from '../intake/index.ts';
import { openFolder, openLive, serveTools } from '../mcp/index.ts';
import { warnOfProxies } from './proxies.ts';
import type { ExitCode, World } from './world.ts';

/**
 * Serves a publication to a language model until the input ends or the user asks to stop. Standard
 * output carries only messages of the protocol.
 *
 * @param place A base URL, or the folder of a build.
 */
export async function runMcp(place: string, version: string, world: World): Promise<ExitCode> {
  const api = await openPublication(place, world);
  const output = new Writable({
    write(chunk, _encoding, done) {
      world.out(String(chunk));
      done();
    },
  });
  const { ended, close } = serveTools({
    api,
    version,
    input: world.input,
    output,
    onError: (error) => world.err(`${error.stack ?? error.message}\n`),
  });
  const interrupted = world.untilInterrupted();
  world.err(`Serving ${place} to a language model over stdin and stdout. Ctrl-C stops.\n`);
  await Promise.race([ended, interrupted]);
  await close();
  return 0;
}

async function openPublication(place: string, world: World) {
  if (!/^https?:/i.test(place)) return openFolder(dirname(findManifest(place)));
  const baseUrl = checkAddress(place, 'baseUrl', 'argument place');
  warnOfProxies('mcp', [baseUrl], world);
  return openLive(baseUrl);
}
