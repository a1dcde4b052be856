import { createServer, type RequestListener } from 'node:http';
import type { AddressInfo } from 'node:net';
import { download } from '../../src/http/index.ts';
import { cleanUpLater } from './shared.ts';

/** A page by its address: a status with a body and header fields, or what a server does. */
export type Pages = Readonly<
  Record<string, number | [number, Record<string, string>, string?] | Act>
>;
type Act = (...args: Parameters<RequestListener>) => void;

/** Answers HEAD with one status and GET with another. */
export const byMethod =
  (head: number, get: number): Act =>
  (request, response) =>
    response.writeHead(request.method === 'HEAD' ? head : get).end();

/** Closes the connection instead of answering. */
export const reset: Act = (request) => request.socket.destroy();

/** Answers after a while, so that requests at the same time meet. */
export const slowly: Act = (_, response) => {
  setTimeout(() => response.end(), 30);
};

/** Never answers. */
export const silence: Act = () => {};

/** Answers one after the other; the last one again and again. */
export function inTurn(...answers: readonly (number | [number, Record<string, string>])[]): Act {
  let next = 0;
  return (_, response) => {
    const answer = answers[Math.min(next, answers.length - 1)] ?? 500;
    next += 1;
    const [status, headers = {}] = [answer].flat() as [number, Record<string, string>?];
    response.writeHead(status, headers).end();
  };
}

/** Answers no request before so many have come. */
export function meeting(members: number): Act {
  const waiting: (() => void)[] = [];
  return (_, response) => {
    waiting.push(() => response.writeHead(404).end());
    if (waiting.length >= members) for (const answer of waiting) answer();
  };
}

export function redirect(to: string, status = 301): [number, Record<string, string>] {
  return [status, { location: to }];
}

export interface SmallWeb {
  /** Sends a request for any of the addresses to the server. A host without pages has no name. */
  readonly ask: typeof download;
  /** "HEAD https://a.example/", in the order in which they came. */
  readonly asked: readonly string[];
  readonly agents: ReadonlySet<string | undefined>;
  /** The most requests to one host that were open at a time. */
  readonly mostAtOnce: () => number;
}

/** Hosts with names, which are one server on loopback. Every other page is 404. */
export async function smallWeb(pages: Pages): Promise<SmallWeb> {
  const asked: string[] = [];
  const agents = new Set<string | undefined>();
  let most = 0;
  const open = new Map<string, number>();
  const hosts = new Set(Object.keys(pages).map((address) => new URL(address).host));
  const server = createServer((request, response) => {
    const address = decodeURIComponent((request.url ?? '').slice(1));
    const { host } = new URL(address);
    asked.push(`${request.method} ${address}`);
    agents.add(request.headers['user-agent']);
    open.set(host, (open.get(host) ?? 0) + 1);
    most = Math.max(most, open.get(host) ?? 0);
    // What was never answered stays open: the client has given it up.
    response.once('finish', () => open.set(host, (open.get(host) ?? 1) - 1));
    const page = pages[address] ?? 404;
    if (typeof page === 'function') return page(request, response);
    const [status, headers = {}, body = ''] = [page].flat() as [
      number,
      Record<string, string>?,
      string?,
    ];
    response.writeHead(status, headers).end(body);
  });
  server.listen(0, '127.0.0.1');
  await new Promise((resolve) => server.once('listening', resolve));
  cleanUpLater(() => {
    server.closeAllConnections();
    return new Promise((resolve) => server.close(() => resolve()));
  });
  const { port } = server.address() as AddressInfo;
  const ask: typeof download = async (url, options) => {
    if (hosts.has(new URL(url).host)) {
      return download(`http://127.0.0.1:${port}/${encodeURIComponent(url)}`, options);
    }
    asked.push(`${options.method} ${url}`);
    return 'no host has this name';
  };
  return { ask, asked, agents, mostAtOnce: () => most };
}
