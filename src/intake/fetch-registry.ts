import { dirname, join } from 'node:path';
import { EnvironmentError } from '../diagnostics/index.ts';
import type { Registry } from '../model/index.ts';
import { CLAIMS_FILE, digest, type Previous, readRegistry } from '../represent/index.ts';
import { isAddress, readPublished } from './fetch-previous.ts';

/**
 * Reads every id that was published so far: `claims.json` stands beside the manifest that was
 * given, and has to be the one that this manifest lists.
 *
 * @param from Where the manifest came from: a file, or an http(s) URL.
 * @throws EnvironmentError when it is not there, or another one
 */
export async function fetchRegistry(from: string, previous: Previous): Promise<Registry> {
  const listed = previous.files.get(CLAIMS_FILE);
  // A manifest of before there was such a file.
  if (listed === undefined) return readRegistry(previous, null);
  const place = isAddress(from)
    ? new URL(CLAIMS_FILE, from).href
    : join(dirname(from), CLAIMS_FILE);
  const refuse = (why: string) =>
    new EnvironmentError(`Cannot tell whether a published claim is missing: ${place} ${why}`);
  const bytes = await readPublished(place, 'the published claims beside the manifest');
  if (bytes === null) throw refuse('is not there, though the manifest lists it');
  if (digest(bytes) !== listed.sha256) throw refuse(`is not the one that ${from} lists`);
  return readRegistry(previous, new TextDecoder().decode(bytes));
}
