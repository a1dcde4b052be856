import { readFileSync, statSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { EnvironmentError, environmentError, systemErrorCode } from '../diagnostics/index.ts';
import { atOnce } from '../http/index.ts';
import { API_PATH, CREDENTIALS_PROBLEM, parseUrl, withoutCredentials } from '../model/index.ts';
import { MANIFEST_PATH, type OutputPath } from '../represent/index.ts';
import { download, isAddress } from './download.ts';

/** How many files are asked of a host at a time. */
const CONCURRENCY = 6;

/**
 * Files that a manifest lists, from beside it, wherever that is. What it does not list and what is
 * not there is left out; whether a file is the one that it lists is not looked at.
 *
 * @param manifest A file, or an http(s) URL.
 * @param listed Its files.
 * @throws EnvironmentError when one cannot be read, or a host does not answer as it should
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

/** A file that was published into a folder; null when it is not there. */
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
 * The manifest of a publication, given itself, or the folder or address that it stands in.
 *
 * @throws EnvironmentError when there is none, or nobody can look
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
 * The bytes of a manifest, wherever it is.
 *
 * @returns null when a server says that there is nothing at an address
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

/** Whether an error says that nothing is at a path, nor can be where a part of it is a file. */
function isAbsence(error: unknown): boolean {
  const code = systemErrorCode(error);
  return code === 'ENOENT' || code === 'ENOTDIR';
}
