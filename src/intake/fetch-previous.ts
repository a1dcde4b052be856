import { readFileSync } from 'node:fs';
import { EnvironmentError, environmentError } from '../diagnostics/index.ts';
import { NOTHING_PUBLISHED, type Previous, readPrevious } from '../represent/index.ts';

const PATIENCE_MILLISECONDS = 30_000;

/**
 * Reads the manifest of the last publication from where it is kept, so that a build into an empty
 * folder keeps the times of what has not changed.
 *
 * @param from A file, or an http(s) URL. A URL that answers 404 or 410 means: nothing was
 *   published yet. Any other failure stops the build, since it would silently renew every time.
 * @param warn Called with a sentence when there is no earlier publication.
 * @throws EnvironmentError
 */
export async function fetchPrevious(
  from: string,
  warn: (sentence: string) => void,
): Promise<Previous> {
  const bytes = await readPublished(from, 'the manifest');
  if (bytes === null) {
    warn(`Nothing is published at ${from} yet, so every response gets a new generated_at.`);
    return NOTHING_PUBLISHED;
  }
  const previous = readPrevious(bytes);
  if (previous === null)
    throw new EnvironmentError(`Cannot use ${from} as --previous: it is not a manifest.json`);
  return previous;
}

/** Whether something published is at a URL, and not in a file. */
export function isAddress(from: string): boolean {
  return /^https?:\/\//i.test(from);
}

/**
 * Reads a published file from where it is kept; null where a server says that there is none.
 *
 * @param what It, in an error: "the manifest".
 * @throws EnvironmentError
 */
export async function readPublished(from: string, what: string): Promise<Uint8Array | null> {
  return isAddress(from) ? download(from, what) : readPublishedFile(from, what);
}

function readPublishedFile(path: string, what: string): Uint8Array {
  try {
    return readFileSync(path);
  } catch (error) {
    throw environmentError(error, `read ${what}`, path);
  }
}

async function download(url: string, what: string): Promise<Uint8Array | null> {
  const refuse = (reason: string) =>
    new EnvironmentError(`Cannot download ${what} ${url}: ${reason}`);
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
