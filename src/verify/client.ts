import { Agent as HttpAgent, request as httpRequest, type IncomingMessage } from 'node:http';
import { Agent as HttpsAgent, request as httpsRequest } from 'node:https';
import { EnvironmentError, systemErrorCode } from '../diagnostics/index.ts';
import {
  describePatience,
  failureReason,
  type Pause,
  pauseAfter,
  trackPauses,
} from '../http/index.ts';
import { API_PATH } from '../model/index.ts';
import { MANIFEST_PATH } from '../represent/index.ts';

/** A request to an API, exactly as it goes out. */
export interface Request {
  readonly method: 'GET' | 'HEAD' | 'OPTIONS' | 'POST';
  /** Below the base address, percent-encoded. */
  readonly path: string;
  /** Whether `path` is below the site beside the API instead. */
  readonly isBeside?: true;
  /** With the names as they are written. */
  readonly headers: Readonly<Record<string, string>>;
}

/** An answer as it arrived: nothing is decoded, and no redirect is followed. */
export interface Answer {
  readonly status: number;
  /** By lower-case name; several lines of one name are joined with a comma, whatever it is. */
  readonly headers: Readonly<Record<string, string>>;
  readonly body: Buffer;
  /** By the clock of this machine, in milliseconds since 1970. */
  readonly sentAt: number;
  readonly answeredAt: number;
}

/** The address that the path of a request is below, without a slash at its end. */
export function rootFor({ isBeside }: Pick<Request, 'isBeside'>, baseUrl: string): string {
  return isBeside === true ? baseUrl.slice(0, -API_PATH.length) : baseUrl;
}

/** No answer came: the reason is a phrase such as "the connection was refused". */
export class NoAnswer extends Error {
  override readonly name = 'NoAnswer';
  readonly request: Request;

  constructor(request: Request, reason: string, cause: Error | null = null) {
    super(reason, { cause });
    this.request = request;
  }
}

/** Asks one host. */
export interface Client {
  /** Asks once; the same request later gets the same answer without another exchange. */
  readonly ask: (request: Request) => Promise<Answer>;
  /** Asks without keeping the answer: for answers that are many or large, and for asking again. */
  readonly askAnew: (request: Request) => Promise<Answer>;
  readonly requestCount: () => number;
  /** Stops every request and every pause. */
  readonly close: () => void;
}

export interface ClientOptions {
  /** The address of the API, without a slash at its end. */
  readonly baseUrl: string;
  readonly userAgent: string;
  /** The most requests at a time. */
  readonly concurrency: number;
  /** How long nothing may happen on a connection, in milliseconds. */
  readonly patience: number;
  /** Milliseconds since 1970. */
  readonly now: () => number;
  readonly watcher: {
    /** The host asks for a pause. */
    readonly onPause: (pause: Pause) => void;
  };
}

/** How often a request is repeated when the host is too busy (RFC 6585 §4). */
const MOST_RETRIES: { readonly [status: number]: number } = { 429: 5, 503: 2 };

/** After so many requests in a row without an answer, a sign of life is asked for. */
const MOST_SILENCES = 10;

/**
 * Opens a client that speaks HTTP/1.1 to one host, and waits for as long as the host wants: a pause
 * holds for every request. It does not use `fetch`, which adds header fields, decodes bodies and hides
 * both.
 */
export function openClient(options: ClientOptions): Client {
  const { baseUrl, concurrency, now, watcher } = options;
  const Agent = new URL(baseUrl).protocol === 'https:' ? HttpsAgent : HttpAgent;
  const agent = new Agent({ keepAlive: true, maxSockets: concurrency });
  const end = new AbortController();
  const remembered = new Map<string, Promise<Answer>>();
  const pauses = trackPauses(watcher.onPause, (seconds) =>
    refusal(`asks for a pause of ${seconds} seconds`),
  );
  let requestCount = 0;
  let silences = 0;

  const send = async (request: Request): Promise<Answer> => {
    requestCount += 1;
    const answer = await exchange(request, agent, options);
    silences = 0;
    return answer;
  };

  const sendInTime = async (request: Request): Promise<Answer> => {
    await pauses.wait(end.signal);
    end.signal.throwIfAborted();
    try {
      return await send(request);
    } catch (error) {
      end.signal.throwIfAborted();
      silences += 1;
      if (silences >= MOST_SILENCES) await send(MANIFEST_REQUEST).catch(refuseTheDead);
      throw error;
    }
  };

  const askAnew = async (request: Request): Promise<Answer> => {
    for (let retries = 0; ; retries += 1) {
      const answer = await withSecondTry(() => sendInTime(request));
      const mostRetries = MOST_RETRIES[answer.status] ?? 0;
      const wish = answer.headers['retry-after'];
      if (retries < mostRetries) pauses.pause(pauseAfter(wish, retries, now()));
      else if (answer.status === 429) throw refusal('keeps answering 429 (too many requests)');
      else return answer;
    }
  };

  return {
    requestCount: () => requestCount,
    close: () => {
      end.abort();
      agent.destroy();
    },
    askAnew,
    ask: (request) => {
      const { method, path, isBeside, headers } = request;
      const key = JSON.stringify([method, path, isBeside, headers]);
      const answer = remembered.get(key) ?? askAnew(request);
      remembered.set(key, answer);
      return answer;
    },
  };
}

/** A host may leave some requests unanswered, or be gone. */
function refuseTheDead(error: unknown): never {
  if (!(error instanceof NoAnswer)) throw error;
  throw new EnvironmentError(`Cannot go on: the host went away (${error.message})`);
}

/** A host may close an idle connection at the moment it is used again. */
async function withSecondTry(send: () => Promise<Answer>): Promise<Answer> {
  try {
    return await send();
  } catch (error) {
    if (error instanceof NoAnswer && systemErrorCode(error.cause) === 'ECONNRESET') return send();
    throw error;
  }
}

function refusal(what: string): EnvironmentError {
  return new EnvironmentError(
    `Cannot go on: the host ${what}; try later, with a lower --concurrency or a smaller --sample`,
  );
}

/** An answer that drips is given up after so many times the patience. */
const LONGEST_ANSWER = 10;

function exchange(
  asked: Request,
  agent: HttpAgent,
  { baseUrl, userAgent, patience, now }: ClientOptions,
): Promise<Answer> {
  const { method, path, headers } = asked;
  const url = new URL(baseUrl);
  const send = url.protocol === 'https:' ? httpsRequest : httpRequest;
  return new Promise((resolve, reject) => {
    const sentAt = now();
    const request = send(url, {
      agent,
      method,
      path: new URL(rootFor(asked, baseUrl)).pathname.replace(/\/$/, '') + path,
      headers: { 'User-Agent': userAgent, ...headers },
    });
    const giveUp = () => request.destroy(new NoAnswer(asked, describePatience(patience)));
    const deadline = setTimeout(giveUp, LONGEST_ANSWER * patience);
    request.setTimeout(patience, giveUp);
    const fail = (error: Error) => {
      clearTimeout(deadline);
      const isOwn = error instanceof NoAnswer;
      reject(isOwn ? error : new NoAnswer(asked, failureReason(error), error));
    };
    request.on('error', fail).on('response', (response) => {
      const answeredAt = now();
      const chunks: Buffer[] = [];
      response.on('data', (chunk: Buffer) => chunks.push(chunk)).on('error', fail);
      response.on('end', () => {
        clearTimeout(deadline);
        const body = Buffer.concat(chunks);
        const status = response.statusCode ?? 0;
        resolve({ status, headers: joinLines(response), body, sentAt, answeredAt });
      });
    });
    request.end();
  });
}

/** Every line of every field, to show a second ETag or Content-Type. */
function joinLines({ headersDistinct }: IncomingMessage): Answer['headers'] {
  const joined: Record<string, string> = {};
  for (const [name, lines = []] of Object.entries(headersDistinct)) joined[name] = lines.join(', ');
  return joined;
}

/** Header fields that curl sends by default, as do the probes. A line for curl need not repeat them. */
export const LIKE_CURL: Request['headers'] = { Accept: '*/*' };

/** A GET as curl sends it, with more header fields. */
export function get(path: string, headers: Request['headers'] = {}): Request {
  return { method: 'GET', path, headers: { ...LIKE_CURL, ...headers } };
}

export function head(path: string): Request {
  return { ...get(path), method: 'HEAD' };
}

/** A GET for the bytes as they are stored. */
export function getPlain(path: string, headers: Request['headers'] = {}): Request {
  return get(path, { ...headers, 'Accept-Encoding': 'identity' });
}

/** The same request for a path beside the API. */
export function beside(request: Request): Request {
  return { ...request, isBeside: true };
}

/** The same request with more header fields. */
export function withFields(request: Request, headers: Request['headers']): Request {
  return { ...request, headers: { ...request.headers, ...headers } };
}

export const JSON_ONLY: Request['headers'] = { Accept: 'application/json' };
export const CSV_ONLY: Request['headers'] = { Accept: 'text/csv' };

/** As a browser asks for a page. */
export const LIKE_A_BROWSER: Request['headers'] = {
  Accept: 'text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8',
};

export const MANIFEST_REQUEST = getPlain(`/${MANIFEST_PATH}`);
