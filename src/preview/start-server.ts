import { createServer, type IncomingMessage, type ServerResponse, STATUS_CODES } from 'node:http';
import type { AddressInfo, Socket } from 'node:net';
import {
  commonHeaders,
  evaluate,
  type FindFile,
  type Headers,
  problemLinks,
  type Serving,
  servingOfIndex,
  toPathname,
  unpublishedProblem,
  VARY,
} from '../policy/index.ts';
import { MEDIA_TYPES, outputPath } from '../represent/index.ts';
import { INDEX_PATH } from '../resources/index.ts';
import type { LoadedFile } from './published-files.ts';

/** It states what the service chose, and may be another one after the next build. */
const INDEX = outputPath(INDEX_PATH, 'json');

const LOOPBACK = '127.0.0.1';

export interface PreviewServer {
  readonly port: number;
  /** Stops listening and drops open connections. */
  readonly close: () => Promise<void>;
}

/**
 * Serves published files over HTTP on 127.0.0.1 by the rules of the policy.
 *
 * @param port 0 asks the operating system for a free one.
 * @throws the system's error when the port cannot be had
 */
export async function startServer(
  port: number,
  find: FindFile<LoadedFile>,
): Promise<PreviewServer> {
  const underWay = trackAnswers();
  const respond = (request: IncomingMessage, response: ServerResponse) => {
    underWay.note(request, response);
    answer(request, response, find);
  };
  const server = createServer(NODE_OPTIONS, respond);
  // Node would refuse any but 100-continue, which no answer depends on (RFC 9110 §10.1.1).
  server.on('checkExpectation', respond);
  // Node would close a connection that somebody wants to be led on by, without a word.
  server.on('connect', (_, duplex) => {
    const socket = duplex as Socket;
    socket.on('error', () => {});
    underWay.follow(socket, () => {
      refuseMethod(socket, find);
      socket.destroySoon();
    });
  });
  server.on('clientError', (error, socket) => {
    underWay.follow(socket, () => refuseMalformed(error, socket as Socket, find));
  });
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject);
    server.listen(port, LOOPBACK, () => resolve());
  });
  return {
    port: (server.address() as AddressInfo).port,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}

/** A request without a host is refused here, in other words than Node's. */
const NODE_OPTIONS = { requireHostHeader: false };

/**
 * Lets the last words on a connection follow the answers to what was asked on it before (RFC 9112
 * §9.3.2): Node sends its answers in order, and what is written past it would come before those.
 */
function trackAnswers() {
  const latest = new WeakMap<object, ServerResponse>();
  return {
    note({ socket }: IncomingMessage, response: ServerResponse): void {
      latest.set(socket, response);
      response.once('close', () => {
        if (latest.get(socket) === response) latest.delete(socket);
      });
    },
    follow(socket: object, speak: () => void): void {
      const response = latest.get(socket);
      if (response === undefined) speak();
      else response.once('close', speak);
    },
  };
}

function answer(
  message: IncomingMessage,
  response: ServerResponse,
  find: FindFile<LoadedFile>,
): void {
  if (hasWrongHosts(message)) {
    const { headers, body } = malformedProblem(400, find);
    response.writeHead(400, { ...headers, Connection: 'close' }).end(body);
    return;
  }
  const request = {
    method: message.method ?? 'GET',
    pathname: toPathname(message.url ?? '/'),
    header: (name: string) => message.headersDistinct[name]?.join(', '),
  };
  const { status, headers, body } = evaluate(request, find, servingNow(find));
  response.writeHead(status, headers);
  response.end(body?.file.bytes.subarray(body.start, body.end));
}

/** RFC 9112 §3.2: a request of HTTP/1.1 names a host, and none names two. */
function hasWrongHosts({ headersDistinct, httpVersion }: IncomingMessage): boolean {
  const hosts = headersDistinct['host']?.length ?? 0;
  return hosts > 1 || (hosts === 0 && httpVersion === '1.1');
}

function servingNow(find: FindFile<LoadedFile>): Serving {
  return servingOfIndex(find(INDEX)?.bytes ?? null);
}

/** What is no HTTP, or too much of it, gets a problem document too: 400, 431 or 408. */
function refuseMalformed(
  error: Error & { code?: string; rawPacket?: Buffer },
  socket: Socket,
  find: FindFile<LoadedFile>,
): void {
  if (error.code === 'ECONNRESET' || !socket.writable) return;
  const received = error.rawPacket?.toString('latin1') ?? '';
  if (error.code === 'HPE_INVALID_METHOD' && METHOD.test(received)) {
    refuseMethod(socket, find);
    return;
  }
  const status = MALFORMED[error.code ?? ''] ?? 400;
  const { headers, body } = malformedProblem(status, find);
  sendLast(socket, status, headers, body);
}

function malformedProblem(
  status: number,
  find: FindFile<LoadedFile>,
): { headers: Headers; body: string } {
  const body = `${unpublishedProblem(status, STATUS_CODES[status] ?? 'Bad Request')}\n`;
  const serving = servingNow(find);
  const headers = {
    ...commonHeaders(serving),
    ...VARY,
    ...problemLinks(serving),
    'Content-Type': MEDIA_TYPES.problem,
    'Content-Length': String(Buffer.byteLength(body)),
  };
  return { headers, body };
}

/** RFC 9112 §3: a request begins with its method, which is a token, and a space. */
const METHOD = /^[\w!#$%&'*+.^|~`-]+ /;

const MALFORMED: { readonly [code: string]: number } = {
  HPE_HEADER_OVERFLOW: 431,
  ERR_HTTP_REQUEST_TIMEOUT: 408,
};

/**
 * CONNECT, and methods that Node does not know: it makes no request of them, so that all get the same
 * answer.
 */
function refuseMethod(socket: Socket, find: FindFile<LoadedFile>): void {
  const request = { method: 'UNKNOWN', pathname: '/', header: () => undefined };
  const { status, headers, body } = evaluate(request, find, servingNow(find));
  sendLast(socket, status, headers, body?.file.bytes ?? '');
}

function sendLast(
  socket: Socket,
  status: number,
  headers: Headers,
  body: string | Uint8Array,
): void {
  const fields = Object.entries({ ...headers, Connection: 'close' });
  const lines = fields.map(([name, value]) => `${name}: ${value}\r\n`);
  socket.write(`HTTP/1.1 ${status} ${STATUS_CODES[status]}\r\n${lines.join('')}\r\n`);
  socket.end(body);
}
