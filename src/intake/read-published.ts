import { readFileSync, statSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { EnvironmentError, environmentError, isAbsence } from '../diagnostics/index.ts';
import { download as ask, atOnce, PAST_CACHES, underNewName } from '../http/index.ts';
import { API_PATH, CREDENTIALS_PROBLEM, parseUrl, withoutCredentials } from '../model/index.ts';
import { MANIFEST_PATH, type OutputPath } from '../represent/index.ts';

/** How many files are requested from a host at a time. */
const CONCURRENCY = 6;
const PATIENCE_MILLISECONDS = 30_000;

/**
 * Reads files beside a manifest. Files that it does not list and missing files are left out; digests
 * are not compared.
 *
 * @param manifest A file, or an http(s) URL.
 * @param listed Its files.
 * @throws EnvironmentError when one cannot be read or downloaded
 */
export async function readBesideManifest(
  manifest: string,
  listed: ReadonlyMap<OutputPath, { readonly sha256: string }>,
  paths: readonly OutputPath[],
): Promise<ReadonlyMap<OutputPath, Uint8Array>> {
  const found = new Map<OutputPath, Uint8Array>();
  await atOnce(CONCURRENCY, paths, async (path, signal) => {
    const file = listed.get(path);
    if (file === undefined) return;
    const bytes = isAddress(manifest)
      ? await download(new URL(path, manifest).href, { sha256: file.sha256 }, signal)
      : readPublishedFile(dirname(manifest), path);
    if (bytes !== null) found.set(path, bytes);
  });
  return found;
}

/** A file of a publication in a folder; null if it is missing. */
function readPublishedFile(folder: string, path: OutputPath): Uint8Array | null {
  const place = join(folder, path);
  try {
    return readFileSync(place);
  } catch (error) {
    if (isAbsence(error)) return null;
    throw environmentError(error, 'read', place);
  }
}

/**
 * The path or URL of the manifest of a publication.
 *
 * @param place The manifest, or the folder or base URL that contains it.
 * @throws EnvironmentError when there is none, or the folder cannot be read
 */
export function findManifest(place: string): string {
  if (isAddress(place)) return toManifestAddress(place);
  for (const candidate of [
    place,
    join(place, API_PATH, MANIFEST_PATH),
    join(place, MANIFEST_PATH),
  ]) {
    if (isFile(candidate)) return candidate;
  }
  throw new EnvironmentError(
    `Cannot find a publication at ${place}: it is neither a manifest.json nor a folder with one in it or in api/v1`,
  );
}

/**
 * The bytes of a manifest, from a file or a URL.
 *
 * @returns null when the server responds with 404 or 410
 * @throws EnvironmentError when it cannot be read
 */
export async function readManifestFrom(place: string): Promise<Uint8Array | null> {
  if (isAddress(place)) return download(place, { nonce: crypto.randomUUID() });
  try {
    return readFileSync(place);
  } catch (error) {
    throw environmentError(error, 'read the manifest', place);
  }
}

function toManifestAddress(place: string): string {
  const shown = withoutCredentials(place);
  const refuse = (why: string) =>
    new EnvironmentError(`Cannot find a publication at ${shown}: ${why}`);
  if (shown !== place) throw refuse(CREDENTIALS_PROBLEM);
  const url = parseUrl(place);
  if (url === null) throw refuse('it cannot be read as an address');
  url.hash = '';
  if (!url.pathname.endsWith('.json')) {
    url.pathname = `${url.pathname.replace(/\/+$/, '')}/${MANIFEST_PATH}`;
  }
  return url.href;
}

function isFile(path: string): boolean {
  try {
    return statSync(path).isFile();
  } catch (error) {
    if (isAbsence(error)) return false;
    throw environmentError(error, 'read', path);
  }
}

/** Whether a place is a URL, not a path. */
function isAddress(place: string): boolean {
  return /^https?:\/\//i.test(place);
}

/**
 * Downloads a URL past all caches, which may keep every response of an API for an hour.
 *
 * @param name Makes the URL unknown to caches: see `underNewName`.
 * @returns null when the server responds with 404 or 410
 * @throws EnvironmentError on any other failure; the signal's reason when it was aborted
 */
async function download(
  url: string,
  name: Readonly<Record<string, string>>,
  signal?: AbortSignal,
): Promise<Uint8Array | null> {
  const refuse = (reason: string) => new EnvironmentError(`Cannot download ${url}: ${reason}`);
  const answer = await ask(underNewName(url, name), {
    headers: { accept: 'application/json', ...PAST_CACHES },
    patience: PATIENCE_MILLISECONDS,
    ...(signal !== undefined && { signal }),
  });
  if (typeof answer === 'string') throw refuse(answer);
  const { status, body } = answer;
  if (status === 404 || status === 410) return null;
  if (status !== 200) throw refuse(`the server answers ${status}`);
  return body;
}
