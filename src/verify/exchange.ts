import { Agent as HttpAgent, request as httpRequest, type IncomingMessage } from 'node:http';
import { Agent as HttpsAgent, request as httpsRequest } from 'node:https';
import { describePatience, failureReason } from '../http/index.ts';

/** A request to an API, exactly as it goes out. */
export interface Request {
  readonly method: 'GET' | 'HEAD' | 'OPTIONS' | 'POST';
  /** Below the base address, percent-encoded. */
  readonly path: string;
  /** With the names as they are written. */
  readonly headers: Readonly<Record<string, string>>;
}

/** What came back, nothing decoded and no redirect followed. */
export interface Answer {
  readonly status: number;
  /** By lower-case name; several lines of one name are joined with a comma, whatever it is. */
  readonly headers: Readonly<Record<string, string>>;
  readonly body: Buffer;
  /** By the clock of this machine, in milliseconds since 1970. */
  readonly sentAt: number;
  readonly answeredAt: number;
}

/** No answer came: the reason is a phrase such as "the connection was refused". */
export class NoAnswer extends Error {
  override readonly name = 'NoAnswer';
  readonly request: Request;
  readonly code: string;

  constructor(request: Request, code: string, reason: string) {
    super(reason);
    this.request = request;
    this.code = code;
  }
}

export interface Connection {
  readonly send: (request: Request) => Promise<Answer>;
  readonly close: () => void;
}

export interface ConnectionOptions {
  /** The address of the API, without a slash at its end. */
  readonly baseUrl: string;
  readonly userAgent: string;
  /** So many sockets at most. */
  readonly concurrency: number;
  /** How long nothing may happen on a connection, in milliseconds. */
  readonly patience: number;
  /** Milliseconds since 1970. */
  readonly now: () => number;
}

/** An answer that drips is given up after so many times the patience. */
const LONGEST_ANSWER = 10;

/**
 * Speaks HTTP/1.1 to one host. Not `fetch`, which adds header fields of its own, decodes bodies
 * and hides both.
 */
export function connect(options: ConnectionOptions): Connection {
  const { baseUrl, concurrency } = options;
  const isSecure = new URL(baseUrl).protocol === 'https:';
  const agent = new (isSecure ? HttpsAgent : HttpAgent)({
    keepAlive: true,
    maxSockets: concurrency,
  });
  return {
    send: (request) => exchange(request, agent, options),
    close: () => agent.destroy(),
  };
}

function exchange(
  asked: Request,
  agent: HttpAgent,
  { baseUrl, userAgent, patience, now }: ConnectionOptions,
): Promise<Answer> {
  const { method, path, headers } = asked;
  const { protocol, hostname, port, pathname } = new URL(baseUrl);
  const send = protocol === 'https:' ? httpsRequest : httpRequest;
  return new Promise((resolve, reject) => {
    const sentAt = now();
    const request = send({
      agent,
      method,
      // An IPv6 address stands in brackets in a URL, and without them everywhere else.
      hostname: hostname.replace(/^\[|\]$/g, ''),
      ...(port !== '' && { port }),
      path: pathname + path,
      headers: { 'User-Agent': userAgent, ...headers },
    });
    const giveUp = () =>
      request.destroy(new NoAnswer(asked, 'ETIMEDOUT', describePatience(patience)));
    const deadline = setTimeout(giveUp, LONGEST_ANSWER * patience);
    request.setTimeout(patience, giveUp);
    const fail = (error: Error) => {
      clearTimeout(deadline);
      reject(toNoAnswer(asked, error));
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

/** Every line of every field: a second ETag or Content-Type is a fault that has to be seen. */
function joinLines({ headersDistinct }: IncomingMessage): Answer['headers'] {
  const joined: Record<string, string> = {};
  for (const [name, lines = []] of Object.entries(headersDistinct)) joined[name] = lines.join(', ');
  return joined;
}

function toNoAnswer(request: Request, error: Error): NoAnswer {
  if (error instanceof NoAnswer) return error;
  const { code, reason } = failureReason(error);
  return new NoAnswer(request, code, reason);
}
