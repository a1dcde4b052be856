import { describePatience, failureReason } from './failure-reason.ts';

export interface DownloadOptions {
  readonly headers: Readonly<Record<string, string>>;
  /** How long nothing may happen on the connection, in milliseconds. */
  readonly patience: number;
  /** A body is read up to one byte more than so many, which tells that there is more. */
  readonly longest?: number;
  readonly signal?: AbortSignal;
}

/** More than the manifest of a million files takes. */
const LARGEST_BODY = 512 * 1024 * 1024;

/** An answer with redirects followed and compression undone. */
export interface Downloaded {
  readonly status: number;
  /** Where the answer came from in the end. */
  readonly url: string;
  /** Empty unless the status is 200. */
  readonly body: Uint8Array;
  readonly retryAfter: string | null;
}

/** No whole answer came: the message is a phrase such as "the connection was refused". */
export class DownloadFailure extends Error {
  override readonly name = 'DownloadFailure';
}

/**
 * Gets what is at an address.
 *
 * @throws DownloadFailure when no whole answer comes; the signal's reason when it was given up
 */
export async function download(url: string, options: DownloadOptions): Promise<Downloaded> {
  const { headers, patience, longest = LARGEST_BODY, signal } = options;
  const silence = new AbortController();
  const timer = setTimeout(() => silence.abort(), patience);
  const end = AbortSignal.any([silence.signal, ...(signal === undefined ? [] : [signal])]);
  const ask = async (): Promise<Downloaded> => {
    const answer = await fetch(url, { headers, signal: end });
    timer.refresh();
    const isFound = answer.status === 200;
    if (!isFound) await answer.body?.cancel();
    return {
      status: answer.status,
      url: answer.url,
      body: isFound ? await readBody(answer, longest, () => timer.refresh()) : new Uint8Array(),
      retryAfter: answer.headers.get('retry-after'),
    };
  };
  try {
    // Some bodies that Node's fetch cannot decompress never end, whatever signal it is given.
    return await Promise.race([ask(), whenAborted(end)]);
  } catch (error) {
    signal?.throwIfAborted();
    if (silence.signal.aborted) throw new DownloadFailure(describePatience(patience));
    throw new DownloadFailure(reasonOf(error), { cause: error });
  } finally {
    clearTimeout(timer);
  }
}

/** Rejects when a signal is given. */
function whenAborted(signal: AbortSignal): Promise<never> {
  return new Promise((_, reject) => {
    signal.addEventListener('abort', () => reject(signal.reason), { once: true });
  });
}

/** Stops where there is more than wanted: whatever it is, it is not what was asked for. */
async function readBody(
  answer: Response,
  longest: number,
  onChunk: () => void,
): Promise<Uint8Array> {
  const chunks: Uint8Array[] = [];
  let length = 0;
  for await (const chunk of answer.body ?? []) {
    onChunk();
    chunks.push(chunk);
    length += chunk.length;
    if (length > longest) break;
  }
  return Buffer.concat(chunks, Math.min(length, longest + 1));
}

function reasonOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  // fetch says "fetch failed" and keeps the reason in its cause.
  return failureReason(error.cause instanceof Error ? error.cause : error).reason;
}
