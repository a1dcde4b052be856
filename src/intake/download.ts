import { EnvironmentError } from '../diagnostics/index.ts';
import { download as ask, DownloadFailure } from '../http/index.ts';

const PATIENCE_MILLISECONDS = 30_000;

/** Whether something is to be downloaded, and is not a path. */
export function isAddress(place: string): boolean {
  return /^https?:\/\//i.test(place);
}

/**
 * The body of an answer to a GET.
 *
 * @returns null when the server says that there is nothing: 404 or 410
 * @throws EnvironmentError on any other failure; the signal's reason when it was given up
 */
export async function download(url: string, signal?: AbortSignal): Promise<Uint8Array | null> {
  const refuse = (reason: string) => new EnvironmentError(`Cannot download ${url}: ${reason}`);
  try {
    const { status, body } = await ask(url, {
      headers: { accept: 'application/json' },
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
