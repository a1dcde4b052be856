import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { evaluate, type FindFile, servingOfIndex, toPathname } from '../policy/index.ts';
import { outputPath } from '../represent/index.ts';
import { INDEX_PATH } from '../resources/index.ts';
import type { LoadedFile } from './published-files.ts';

/** States what the service chose, which the next build may change. */
const INDEX = outputPath(INDEX_PATH, 'json');

export const LOOPBACK = '127.0.0.1';

export interface PreviewServer {
  readonly port: number;
  /** Stops listening and drops open connections. */
  readonly close: () => Promise<void>;
}

/** Where a preview listens. */
export interface Listening {
  /** 0 asks the operating system for a free one. */
  readonly port: number;
  /** 127.0.0.1 when absent. */
  readonly host?: string;
}

/**
 * Serves published files over HTTP by the rules of the policy.
 *
 * @param findAt The files for requests to an origin, such as `http://127.0.0.1:8080`.
 * @throws the system's error when the port or the host cannot be used
 */
export async function startServer(
  { port, host = LOOPBACK }: Listening,
  findAt: (origin: string) => FindFile<LoadedFile>,
): Promise<PreviewServer> {
  const respond = (request: IncomingMessage, response: ServerResponse) =>
    answer(request, response, findAt(originOf(request)));
  // Node would reject any expectation except 100-continue; no response depends on it (RFC 9110 §10.1.1).
  const server = createServer(respond).on('checkExpectation', respond);
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject);
    server.listen(port, host, () => resolve());
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

/**
 * The origin that a request was sent to. Through a mapped port or by another name, only the client knows
 * it. It becomes a part of responses, so it must be a host and a port, and nothing else.
 */
function originOf({ headers, socket }: IncomingMessage): string {
  const { host = '' } = headers;
  return /^(?:[\w.-]+|\[[\da-f:.]+\])(?::\d+)?$/i.test(host)
    ? `http://${host}`
    : `http://${LOOPBACK}:${socket.localPort}`;
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
  const { status, headers, body } = evaluate(
    request,
    find,
    servingOfIndex(find(INDEX)?.bytes ?? null),
  );
  response.writeHead(status, headers);
  response.end(body?.file.bytes.subarray(body.start, body.end));
}
