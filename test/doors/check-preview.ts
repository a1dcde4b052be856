import { request as httpRequest, type IncomingHttpHeaders } from 'node:http';
import { connect } from 'node:net';
import { join } from 'node:path';
import { onTestFinished } from 'vitest';
import { publishedFiles, startServer, withBaseUrl } from '../../src/preview/index.ts';
import { publicationOf } from './publication.ts';
import { tiny } from './tiny-dataset.ts';

export interface Answered {
  readonly status: number;
  readonly headers: IncomingHttpHeaders;
  readonly body: string;
}

export interface Preview {
  readonly port: number;
  /** Sends a request whose path goes out exactly as it is written. */
  readonly ask: (
    path: string,
    headers?: Readonly<Record<string, string | readonly string[]>>,
    method?: string,
  ) => Promise<Answered>;
  /** Sends bytes and gives all that comes back until the server closes. */
  readonly send: (bytes: string) => Promise<string>;
}

/**
 * The door of the preview: a real server on loopback over an output folder.
 *
 * @param hasOwnAddress Whether answers have its own address in place of the base URL, as those of `serve`.
 */
export async function preview(out: string, hasOwnAddress = false): Promise<Preview> {
  const find = publishedFiles(join(out, 'api', 'v1'));
  const server = await startServer({ port: 0 }, (origin) =>
    hasOwnAddress ? withBaseUrl(find, `${origin}/api/v1`) : find,
  );
  onTestFinished(() => server.close());
  return {
    port: server.port,
    ask: (path, headers = {}, method = 'GET') => ask(server.port, path, headers, method),
    send: (bytes) => send(server.port, bytes),
  };
}

/** Builds sources that are sound, and serves what is published of them. */
export async function served(sources = tiny()): Promise<Preview & { readonly out: string }> {
  const { out } = await publicationOf(sources);
  return { ...(await preview(out)), out };
}

function ask(
  port: number,
  path: string,
  headers: Readonly<Record<string, string | readonly string[]>>,
  method: string,
): Promise<Answered> {
  return new Promise((resolve, reject) => {
    const options = {
      host: '127.0.0.1',
      port,
      path,
      method,
      headers: { ...headers } as IncomingHttpHeaders,
    };
    const request = httpRequest(options, (response) => {
      let body = '';
      response.setEncoding('utf8').on('data', (text) => {
        body += text;
      });
      response.on('end', () =>
        resolve({ status: response.statusCode ?? 0, headers: response.headers, body }),
      );
    });
    request.on('error', reject).end();
  });
}

function send(port: number, bytes: string): Promise<string> {
  return new Promise((resolve) => {
    let answer = '';
    const socket = connect(port, '127.0.0.1', () => socket.write(bytes));
    socket.setEncoding('latin1').on('data', (text) => {
      answer += text;
    });
    // A reset after the answer is as good as a close: the server had read enough.
    socket.on('error', () => undefined).on('close', () => resolve(answer));
  });
}
