import { EnvironmentError } from '../diagnostics/index.ts';

const PATIENCE_MILLISECONDS = 30_000;

/** Whether something is to be downloaded, and is not a path. */
export function isAddress(place: string): boolean {
  return /^https?:\/\//i.test(place);
}

/**
 * The body of an answer to a GET.
 *
 * @returns null when the server says that there is nothing: 404 or 410
 * @throws EnvironmentError on any other failure
 */
export async function download(url: string): Promise<Uint8Array | null> {
  const refuse = (reason: string) => new EnvironmentError(`Cannot download ${url}: ${reason}`);
  try {
    const signal = AbortSignal.timeout(PATIENCE_MILLISECONDS);
    const answer = await fetch(url, { signal, headers: { accept: 'application/json' } });
    if (answer.status === 404 || answer.status === 410) return null;
    if (!answer.ok) throw refuse(`the server answers ${answer.status}`);
    return new Uint8Array(await answer.arrayBuffer());
  } catch (error) {
    if (error instanceof EnvironmentError) throw error;
    throw refuse(reasonOf(error));
  }
}

function reasonOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  if (error.name === 'TimeoutError')
    return `no answer within ${PATIENCE_MILLISECONDS / 1000} seconds`;
  // fetch says "fetch failed" and keeps the reason in its cause.
  return error.cause instanceof Error ? error.cause.message || String(error.cause) : error.message;
}
