export interface DownloadOptions {
  /** GET by default. */
  readonly method?: 'GET' | 'HEAD';
  /** Whether a redirect is followed, which is the default, or is the answer. */
  readonly redirect?: 'follow' | 'manual';
  readonly headers: Readonly<Record<string, string>>;
  /** How long nothing may happen on the connection, in milliseconds. */
  readonly patience: number;
  /** Reading stops one byte after this size, which shows that the body is too large. */
  readonly longest?: number;
  readonly signal?: AbortSignal;
}

/** Larger than the manifest of a million files. */
const LARGEST_BODY = 512 * 1024 * 1024;

/** An answer with compression undone. */
export interface Downloaded {
  readonly status: number;
  /** The URL after redirects. */
  readonly url: string;
  /** Empty unless the status is 200. */
  readonly body: Uint8Array;
  readonly retryAfter: string | null;
  /** Where a redirect that was not followed leads to, as the host writes it. */
  readonly location: string | null;
}

/**
 * Downloads a URL.
 *
 * @returns the answer; a phrase such as "the connection was refused" when no whole one comes
 * @throws the signal's reason when it was given up
 */
export async function download(
  url: string,
  options: DownloadOptions,
): Promise<Downloaded | string> {
  const { patience, longest = LARGEST_BODY, signal } = options;
  const { headers, method = 'GET', redirect = 'follow' } = options;
  const silence = new AbortController();
  const timer = setTimeout(() => silence.abort(), patience);
  const end = AbortSignal.any([silence.signal, ...(signal === undefined ? [] : [signal])]);
  const ask = async (): Promise<Downloaded> => {
    const answer = await fetch(url, { method, headers, redirect, signal: end });
    timer.refresh();
    const isFound = answer.status === 200;
    if (!isFound) await answer.body?.cancel();
    return {
      status: answer.status,
      url: answer.url,
      body: isFound ? await readBody(answer, longest, () => timer.refresh()) : new Uint8Array(),
      retryAfter: answer.headers.get('retry-after'),
      location: answer.headers.get('location'),
    };
  };
  try {
    // Some bodies that Node's fetch cannot decompress never end, and ignore the signal.
    return await Promise.race([ask(), whenAborted(end)]);
  } catch (error) {
    signal?.throwIfAborted();
    return silence.signal.aborted ? describePatience(patience) : failureReason(error);
  } finally {
    clearTimeout(timer);
  }
}

/** Rejects when a signal is aborted. */
function whenAborted(signal: AbortSignal): Promise<never> {
  return new Promise((_, reject) => {
    signal.addEventListener('abort', () => reject(signal.reason), { once: true });
  });
}

/** Stops if a body is longer than expected: it cannot be the expected content. */
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

/** Why no answer came, as a phrase, by the code that the system or the HTTP parser gives. */
const REASONS: { readonly [code: string]: string } = {
  ECONNREFUSED: 'the connection was refused',
  ECONNRESET: 'the connection was closed before the answer was complete',
  ENOTFOUND: 'no host has this name',
  EAI_AGAIN: 'the name of the host cannot be looked up at the moment',
  EHOSTUNREACH: 'no route leads to the host',
  ENETUNREACH: 'no route leads to the host',
  EPIPE: 'the connection was closed before the answer was complete',
  ETIMEDOUT: 'the connection could not be made in time',
  EPROTO: 'the host does not speak TLS at this port',
  // What Node's fetch says when a connection ends too early.
  UND_ERR_SOCKET: 'the connection was closed before the answer was complete',
  UND_ERR_CONNECT_TIMEOUT: 'the connection could not be made in time',
};

/** Why a request failed. */
export function failureReason(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  // fetch says "fetch failed" and keeps the reason in its cause.
  const failure = error.cause instanceof Error ? error.cause : error;
  const code = 'code' in failure && typeof failure.code === 'string' ? failure.code : '';
  if (code.startsWith('HPE_')) return 'what comes back is not HTTP';
  return REASONS[code] ?? (failure.message.split('\n', 1)[0] || code);
}

/** "no answer came within 30 seconds" */
export function describePatience(milliseconds: number): string {
  const seconds = milliseconds / 1000;
  return `no answer came within ${seconds} ${seconds === 1 ? 'second' : 'seconds'}`;
}

/** Asks caches to revalidate (RFC 9111 §5.2.1.4). Not all caches do. */
export const PAST_CACHES = { 'cache-control': 'no-cache' };

/**
 * The URL with a query that no cache knows, because caches keep responses by URL. A URL that already has a
 * query does not change.
 */
export function underNewName(address: string, name: Readonly<Record<string, string>>): string {
  const url = new URL(address);
  if (url.search === '') url.search = new URLSearchParams(name).toString();
  return url.href;
}
