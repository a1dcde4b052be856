import { EnvironmentError } from '../diagnostics/index.ts';
import type { Registry } from '../model/index.ts';
import { CLAIMS_FILE, digest, type Previous, readRegistry } from '../represent/index.ts';
import { readBesideManifest } from './read-published.ts';

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
  const refuse = (why: string) =>
    new EnvironmentError(
      `Cannot tell whether a published claim is missing: ${CLAIMS_FILE} beside ${from} ${why}`,
    );
  const bytes = (await readBesideManifest(from, previous.files, [CLAIMS_FILE])).get(CLAIMS_FILE);
  if (bytes === undefined)
    throw refuse('is not there; keep the two together, or give the address of the manifest');
  if (digest(bytes) !== listed.sha256) throw refuse('is not the one that the manifest lists');
  return readRegistry(previous, bytes);
}
