import { EnvironmentError } from '../diagnostics/index.ts';
import { download as ask, DownloadFailure, PAST_CACHES, underNewName } from '../http/index.ts';

const PATIENCE_MILLISECONDS = 30_000;

/** Whether something is to be downloaded, and is not a path. */
export function isAddress(place: string): boolean {
  return /^https?:\/\//i.test(place);
}

/**
 * The body of an answer to a GET, as it is now: caches may keep every answer of an API for an hour,
 * also those on the way here.
 *
 * @param name Makes the address one that no cache knows: see `underNewName`.
 * @returns null when the server says that there is nothing: 404 or 410
 * @throws EnvironmentError on any other failure; the signal's reason when it was given up
 */
export async function download(
  url: string,
  name: Readonly<Record<string, string>>,
  signal?: AbortSignal,
): Promise<Uint8Array | null> {
  const refuse = (reason: string) => new EnvironmentError(`Cannot download ${url}: ${reason}`);
  try {
    const { status, body } = await ask(underNewName(url, name), {
      headers: { accept: 'application/json', ...PAST_CACHES },
      patience: PATIENCE_MILLISECONDS,
      ...(signal !== undefined && { signal }),
    });
    if (status === 404 || status === 410) return null;
    if (status !== 200) throw refuse(`the server answers ${status}`);
    return body;
  } catch (error) {
    if (error instanceof DownloadFailure) throw refuse(error.message);
    throw error;
  }
}
