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
import { outputPath } from '../represent/index.ts';
import { indexPath } from '../resources/index.ts';
import type { LoadedFile } from './published-files.ts';

/** It states what the service chose, and may be another one after the next build. */
const INDEX = outputPath(indexPath, 'json');

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
  const server = createServer((request, response) => answer(request, response, find));
  // Node would refuse any but 100-continue, which no answer depends on (RFC 9110 §10.1.1).
  server.on('checkExpectation', (request, response) => answer(request, response, find));
  // Node would close a connection that somebody wants to be led on by, without a word.
  server.on('connect', (_, socket) => {
    socket.on('error', () => {});
    refuseMethod(socket as Socket, find);
    (socket as Socket).destroySoon();
  });
  server.on('clientError', (error, socket) => refuseMalformed(error, socket as Socket, find));
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

function answer(
  message: IncomingMessage,
  response: ServerResponse,
  find: FindFile<LoadedFile>,
): void {
  const request = {
    method: message.method ?? 'GET',
    pathname: toPathname(message.url ?? '/'),
    header: (name: string) => message.headersDistinct[name]?.join(', '),
  };
  const { status, headers, body } = evaluate(request, find, servingNow(find));
  response.writeHead(status, headers);
  response.end(body?.file.bytes.subarray(body.start, body.end));
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
  const body = `${unpublishedProblem(status, STATUS_CODES[status] ?? 'Bad Request')}\n`;
  const serving = servingNow(find);
  const headers = {
    ...commonHeaders(serving),
    ...VARY,
    ...problemLinks(serving),
    'Content-Type': 'application/problem+json',
    'Content-Length': String(Buffer.byteLength(body)),
  };
  sendLast(socket, status, headers, body);
}

/** RFC 9112 §3: a request begins with its method, which is a token, and a space. */
const METHOD = /^[\w!#$%&'*+.^|~`-]+ /;

const MALFORMED: { readonly [code: string]: number } = {
  HPE_HEADER_OVERFLOW: 431,
  ERR_HTTP_REQUEST_TIMEOUT: 408,
};

/** A method that Node does not know: it makes no request of it, so that all get the same answer. */
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
