import { createServer, type IncomingMessage, request } from 'node:http';
import type { AddressInfo } from 'node:net';
import { onTestFinished } from 'vitest';
import { API_PATH } from '../../src/model/index.ts';

/** Stands before the path of a page. */
export const PAGE = 'page:';

/** An answer on its way, for a damage to change. */
export interface Passing {
  readonly method: string;
  /** Below the public path; of a page, below the site, with `page:` in front. */
  readonly path: string;
  /** The header fields of the request, by lower-case name. */
  readonly asked: Readonly<Record<string, string | undefined>>;
  status: number;
  /** By lower-case name. */
  headers: Record<string, string>;
  body: Buffer;
}

/** What a host does to what passes through it. */
export interface Damage {
  /** Changes the header fields of a request. */
  readonly ask?: (headers: Record<string, string | undefined>, path: string) => void;
  /** Changes an answer, or says what comes instead of it. */
  readonly answer?: (passing: Passing) => Mishap | undefined | Promise<Mishap | undefined>;
}

/** The connection breaks before or within an answer, or nothing ever comes. */
export type Mishap = 'close' | 'tear' | 'silence';

export interface DamagedHost {
  readonly baseUrl: string;
  /** Every request that came, in order. */
  readonly asked: readonly { readonly url: string; readonly headers: Passing['asked'] }[];
  /** The most requests that were open at one time. */
  readonly mostAtOnce: () => number;
  /** Drops every connection, and takes no new ones. */
  readonly disappear: () => void;
}

/**
 * A host between the preview and its reader, which damages what passes.
 *
 * @param publicPath Where the API stands on it.
 */
export async function damagedHost(
  port: number,
  { ask, answer }: Damage,
  publicPath = '/api/v1',
): Promise<DamagedHost> {
  const asked: { url: string; headers: Passing['asked'] }[] = [];
  let open = 0;
  let most = 0;
  const server = createServer(async (message, response) => {
    open += 1;
    most = Math.max(most, open);
    const { url = '/' } = message;
    const headers = { ...message.headers } as Record<string, string | undefined>;
    asked.push({ url, headers: { ...headers } });
    const root = publicPath.slice(0, -API_PATH.length);
    const isOfApi = url.startsWith(publicPath);
    const path = isOfApi ? url.slice(publicPath.length) : `${PAGE}${url.slice(root.length)}`;
    ask?.(headers, path);
    const passing = await pass(message, headers, path, port).catch(() => null);
    const mishap = passing === null ? 'close' : await answer?.(passing);
    open -= 1;
    message.resume();
    if (passing === null || mishap === 'close') {
      message.socket.destroy();
      return;
    }
    if (mishap === 'silence') return;
    response.sendDate = false;
    response.writeHead(passing.status, passing.headers);
    if (mishap === 'tear') {
      const half = passing.body.subarray(0, passing.body.length / 2);
      response.write(half, () => message.socket.destroy());
      return;
    }
    response.end(passing.method === 'HEAD' ? undefined : passing.body);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const disappear = () => {
    server.close();
    server.closeAllConnections();
  };
  onTestFinished(disappear);
  const { port: own } = server.address() as AddressInfo;
  const baseUrl = `http://127.0.0.1:${own}${publicPath}`;
  return { baseUrl, asked, mostAtOnce: () => most, disappear };
}

/** What the preview says to a request; the length is left to whatever is sent in the end. */
function pass(
  { method = 'GET' }: IncomingMessage,
  headers: Passing['asked'],
  path: string,
  port: number,
): Promise<Passing> {
  const target = path.startsWith(PAGE) ? path.slice(PAGE.length) : API_PATH + path;
  const options = { host: '127.0.0.1', port, method, path: target, headers };
  return new Promise((resolve, reject) => {
    const sent = request(options as object, (answer) => {
      const chunks: Buffer[] = [];
      answer.on('data', (chunk: Buffer) => chunks.push(chunk));
      answer.on('end', () => {
        const { connection, 'keep-alive': _, 'content-length': __, ...kept } = answer.headers;
        resolve({
          method,
          path,
          asked: headers,
          status: answer.statusCode ?? 0,
          headers: kept as Passing['headers'],
          body: Buffer.concat(chunks),
        });
      });
    });
    sent.on('error', reject).end();
  });
}
