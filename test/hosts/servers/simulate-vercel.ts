import { readFileSync } from 'node:fs';
import { extname, join } from 'node:path';
import {
  type GetRoutesProps,
  getTransformedRoutes,
  isHandler,
  mergeRoutes,
  pathToRegexp,
  type Route,
  type RouteWithSrc,
} from '@vercel/routing-utils';
import type { HostAnswer, Sent } from '../../doors/check-host.ts';

/**
 * What Vercel does with a project, from its vercel.json and its middleware alone:
 *
 * - https://vercel.com/docs/build-output-api/features#high-level-routing: `headers` and `rewrites`
 *   become routes by `getTransformedRoutes`. Vercel's own packages transform and merge them here;
 *   `vercel build` of the command line (55.0.0) wrote the same list for the same two files.
 * - https://vercel.com/docs/routing-middleware: middleware runs where its matcher says, before the
 *   file system and before the cache; it answers, or goes on with `x-middleware-next`, or elsewhere
 *   with `x-middleware-rewrite`, and what other headers it sets then are sent with the answer.
 * - https://vercel.com/docs/project-configuration/vercel-json#rewrites: rewrites come after the file
 *   system.
 * - https://vercel.com/docs/errors/INVALID_REQUEST_METHOD and .../NOT_FOUND: 405 and 404 of the
 *   platform. What else these say is not documented, so they are empty here.
 */
export interface Project {
  /** The text of vercel.json. */
  readonly configuration: string;
  readonly middleware: Middleware;
  /** The folder that holds the output folder. */
  readonly folder: string;
  /** Which headers win where vercel.json and middleware name the same: not documented. */
  readonly precedence: 'middleware' | 'configuration' | 'middleware alone';
}

/** The module middleware.js. */
export interface Middleware {
  readonly default: (request: Request) => Response | Promise<Response>;
  readonly config: { readonly matcher: string };
}

export interface Simulation {
  readonly send: (sent: Sent) => Promise<HostAnswer>;
  /** What `fetch` is inside of the middleware: it reaches this deployment and nothing else. */
  readonly fetch: (input: URL, init?: RequestInit) => Promise<Response>;
}

const ORIGIN = 'https://api.example';

/** How deep requests of a deployment to itself go before Vercel answers 508 in this simulation. */
const DEPTH = 2;

export function simulateVercel(project: Project): Simulation {
  const configuration = JSON.parse(project.configuration);
  const routes = allRoutes(configuration, project.middleware.config.matcher);
  const published = join(project.folder, configuration.outputDirectory);
  let depth = 0;

  async function answer(request: Request): Promise<Response> {
    if (depth === DEPTH) return new Response(null, { status: 508 });
    depth += 1;
    try {
      return await route(request, routes, published, project);
    } finally {
      depth -= 1;
    }
  }

  return {
    send: async ({ method, path, headers }) => {
      const request = toRequest(method, path, headers);
      return toHostAnswer(request === null ? methodNotAllowed() : await answer(request), method);
    },
    fetch: async (input, init) => {
      if (input.origin !== ORIGIN) throw new TypeError(`nothing answers at ${input.origin}`);
      return answer(new Request(input, init));
    },
  };
}

/** The routes in the order in which they are tried. */
function allRoutes(configuration: GetRoutesProps, matcher: string): readonly Route[] {
  const { routes, error } = getTransformedRoutes(configuration);
  if (error !== null) throw new Error(error.message);
  const src = pathToRegexp('middleware', matcher, []).source;
  const middleware = { src, middlewarePath: 'middleware', continue: true, override: true };
  const builds = [{ use: '@vercel/node', entrypoint: 'middleware.js', routes: [middleware] }];
  return mergeRoutes({ userRoutes: routes, builds });
}

/** Keys of a route that this file acts upon; another would be silently ignored. */
const KNOWN_KEYS = ['src', 'dest', 'headers', 'continue', 'check', 'middlewarePath', 'override'];

async function route(
  request: Request,
  routes: readonly Route[],
  published: string,
  { middleware, precedence }: Project,
): Promise<Response> {
  const configured = new Headers();
  const fromMiddleware = new Headers();
  let { pathname } = new URL(request.url);

  for (const one of routes) {
    if (isHandler(one)) {
      if (one.handle !== 'filesystem') throw new Error(`unexpected phase ${one.handle}`);
      const file = readStatic(published, pathname);
      if (file !== null) return sendStatic(request, file, [configured, fromMiddleware]);
      continue;
    }
    const unknown = Object.keys(one).filter((key) => !KNOWN_KEYS.includes(key));
    if (unknown.length > 0) throw new Error(`this simulation does not know ${unknown}`);
    const match = new RegExp(one.src).exec(pathname);
    if (match === null) continue;
    for (const [name, value] of Object.entries(one.headers ?? {})) configured.set(name, value);
    if (one.middlewarePath !== undefined) {
      const returned = await middleware.default(request);
      const rewrite = returned.headers.get('x-middleware-rewrite');
      if (rewrite === null && !returned.headers.has('x-middleware-next')) {
        return merge(returned, configured, precedence);
      }
      pathname = rewrite === null ? pathname : new URL(rewrite, request.url).pathname;
      for (const [name, value] of returned.headers) {
        if (!name.startsWith('x-middleware-')) fromMiddleware.set(name, value);
      }
    } else if (one.check === true) {
      const file = readStatic(published, destination(one, match));
      if (file !== null) return sendStatic(request, file, [configured, fromMiddleware]);
    }
  }
  return new Response(null, { status: 404, headers: configured });
}

function destination({ dest = '' }: RouteWithSrc, match: RegExpExecArray): string {
  return dest.replace(/\$(\d)/g, (_, group) => match[Number(group)] ?? '');
}

function merge(
  returned: Response,
  configured: Headers,
  precedence: Project['precedence'],
): Response {
  const headers = new Headers(returned.headers);
  for (const [name, value] of configured) {
    if (precedence === 'middleware alone') break;
    if (precedence === 'configuration' || !headers.has(name)) headers.set(name, value);
  }
  return new Response(returned.body, { status: returned.status, headers });
}

interface StaticFile {
  readonly bytes: Buffer;
  readonly type: string;
}

function readStatic(published: string, pathname: string): StaticFile | null {
  try {
    const bytes = readFileSync(join(published, decodeURIComponent(pathname)));
    return { bytes, type: STATIC_TYPES[extname(pathname)] ?? 'application/octet-stream' };
  } catch {
    return null;
  }
}

const STATIC_TYPES: Readonly<Record<string, string>> = {
  '.json': 'application/json; charset=utf-8',
  '.csv': 'text/csv; charset=utf-8',
};

/** A file of the output folder, with its own headers overridden by those that were set on the way. */
function sendStatic(
  { method }: Request,
  { bytes, type }: StaticFile,
  layers: readonly Headers[],
): Response {
  if (method !== 'GET' && method !== 'HEAD') return methodNotAllowed();
  const headers = new Headers({
    'cache-control': 'public, max-age=0, must-revalidate',
    'content-type': type,
    'content-length': String(bytes.length),
  });
  for (const layer of layers) for (const [name, value] of layer) headers.set(name, value);
  return new Response(method === 'HEAD' ? null : new Uint8Array(bytes), { headers });
}

function methodNotAllowed(): Response {
  return new Response(null, { status: 405 });
}

/** Methods that no Request has (https://fetch.spec.whatwg.org/#forbidden-method). */
const FORBIDDEN_METHODS = ['CONNECT', 'TRACE', 'TRACK'];

/** The request as middleware gets it; null where there can be none. */
function toRequest(method: string, path: string, given: Sent['headers']): Request | null {
  if (FORBIDDEN_METHODS.includes(method)) return null;
  const headers = new Headers();
  for (const [name, value] of Object.entries(given)) {
    for (const line of typeof value === 'string' ? [value] : value) headers.append(name, line);
  }
  return new Request(new URL(ORIGIN + path), { method, headers });
}

async function toHostAnswer(response: Response, method: string): Promise<HostAnswer> {
  const body = Buffer.from(await response.arrayBuffer());
  // What a client receives; a body that was given for HEAD would be a fault, but of no bytes.
  if (method === 'HEAD' && body.length > 0) throw new Error('a body in answer to HEAD');
  return { status: response.status, headers: Object.fromEntries(response.headers), body };
}
