import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { extname, join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { type Header, parseAllHeaders } from '@netlify/headers-parser';
import { parseAllRedirects } from '@netlify/redirect-parser';
import fastGlob from 'fast-glob';
import { onTestFinished, vi } from 'vitest';
import { z } from 'zod';
import type { HostAnswer, HostUnderTest } from '../../doors/check-host.ts';

/*
 * Netlify as far as its documentation says what it does; whatever it does not say is refused here,
 * not guessed. Nothing in this file knows the policy: it reads netlify.toml and `_redirects`.
 *
 * Order of a request: edge functions that are not cached, edge functions that are, then a file,
 * then redirects, of which the first that matches is the last that is looked at.
 *   https://docs.netlify.com/platform/request-chain/
 * Where edge functions run: pattern, excludedPattern, header (true, false, or a regular expression
 * on all values, joined with commas). A fetch of the own site starts a new chain; context.next()
 * goes on past the edge functions. What is declared in netlify.toml and in the code is merged.
 *   https://docs.netlify.com/build/edge-functions/declarations/
 * A `method` in netlify.toml is not on that page; Netlify's bundler takes it, and these six only.
 *   https://github.com/netlify/build/tree/main/packages/edge-bundler: node/manifest.ts,
 *   node/validation/manifest/schema.ts
 * A pattern without ^ and $ is given them: node/declaration.ts there.
 * onError, and its default:
 *   https://docs.netlify.com/build/edge-functions/optional-configuration/
 * No header rule for what an edge function answers:
 *   https://docs.netlify.com/build/edge-functions/limits/
 * `_redirects` before netlify.toml, from top to bottom; `*` only at the end; `:name` is one segment;
 * a slash at the end makes no difference; a file that exists comes before rules without `force`.
 *   https://docs.netlify.com/manage/routing/redirects/redirect-options/
 * Header rules: their matching is that of Netlify's parser. That after a rewrite they go by the file
 * that answers is what Netlify's own development server does:
 *   https://github.com/netlify/primitives/blob/main/packages/dev/src/main.ts
 * So is the media type of a file by its name.
 *
 * Not documented, and so not answered here: ranges and conditions of files that are answered without
 * code, and methods other than GET and HEAD where no edge function runs.
 */

/** Something Netlify's documentation says nothing about. */
export class Undocumented extends Error {}

export interface SimulatedNetlify {
  readonly send: HostUnderTest['send'];
  /** How often the edge function was run since the last time this was asked. */
  readonly countRuns: () => number;
}

export interface Simulated {
  /** Which header rules there are after a rewrite: those of the file, or those of the address. */
  readonly headersGoBy?: 'file' | 'address';
  /** Comes before the edge function. */
  readonly breakFunction?: () => void;
}

/** A deployment of a project: netlify.toml, the folder it publishes, and its edge functions. */
export async function simulateNetlify(
  project: string,
  functions: (folder: string) => string,
  { headersGoBy = 'file', breakFunction = () => undefined }: Simulated = {},
): Promise<SimulatedNetlify> {
  const { build, declarations, redirects, headers } = await readConfiguration(project);
  const published = readPublished(join(project, build.publish));
  const code = await readFunctions(functions(build.edge_functions), declarations);
  let runs = 0;
  let underWay = 0;
  let isEndless = false;

  async function fromTheStart(request: Request, isFromOutside: boolean): Promise<Response> {
    const matching = declarations.filter((declaration) => matches(declaration, request));
    const isCached = ({ function: name, cache }: Declaration) =>
      (code.get(name)?.config.cache ?? cache) === 'manual';
    const inOrder = [...matching.filter((one) => !isCached(one)), ...matching.filter(isCached)];
    const goOn = (next: Request) => pastFunctions(next, isFromOutside);
    for (const { function: name } of inOrder) {
      const { default: run, config } = code.get(name) ?? fail(`no function is called ${name}`);
      if (underWay === MOST_UNDER_WAY) {
        isEndless = true;
        fail('the edge function asks itself for ever');
      }
      runs += 1;
      underWay += 1;
      try {
        breakFunction();
        const asked = request.clone();
        // Conditions are taken off, unless they are asked for.
        const plain = new Request(request);
        for (const condition of CONDITIONS) plain.headers.delete(condition);
        const response = await run(asked, { next: (next = plain) => pastFunctions(next, false) });
        if (response !== undefined) return response;
      } catch (error) {
        if (error instanceof Undocumented) throw error;
        if (config.onError !== 'bypass')
          return new Response('edge function error', { status: 500 });
      } finally {
        underWay -= 1;
      }
    }
    return goOn(request);
  }

  function pastFunctions(request: Request, isFromOutside: boolean): Response {
    const { method } = request;
    if (method !== 'GET' && method !== 'HEAD') throw new Undocumented(method);
    if (isFromOutside && [...CONDITIONS, 'range'].some((name) => request.headers.get(name))) {
      throw new Undocumented('conditions and ranges of a file');
    }
    const { pathname } = new URL(request.url);
    const rule = redirects.find(({ path }) => matchRule(path, pathname) !== null);
    const own = published.get(pathname);
    if (own !== undefined && rule?.force !== true) return answer(request, 200, pathname, own);
    if (rule === undefined) return notFound();
    if (rule.status !== 200 && rule.status !== 404) throw new Undocumented(`status ${rule.status}`);
    const target = fill(rule.to, matchRule(rule.path, pathname) ?? {});
    const file = published.get(target);
    if (file === undefined) return notFound();
    return answer(request, rule.status, headersGoBy === 'file' ? target : pathname, file, target);
  }

  function answer(
    { method }: Request,
    status: number,
    governing: string,
    bytes: Buffer,
    file = governing,
  ): Response {
    const type = TYPES[extname(file)] ?? fail(`the type of ${file} is not known`);
    const sent = new Headers({ 'content-type': type, 'content-length': String(bytes.length) });
    sent.set('etag', `"${createHash('sha256').update(bytes).digest('hex').slice(0, 32)}"`);
    for (const { forRegExp, values } of headers) {
      if (!forRegExp.test(governing)) continue;
      for (const [name, value] of Object.entries(values)) sent.set(name, value);
    }
    return new Response(method === 'HEAD' ? null : new Uint8Array(bytes), {
      status,
      headers: sent,
    });
  }

  vi.stubGlobal('fetch', (input: Request) => fromTheStart(new Request(input), false));
  onTestFinished(() => {
    vi.unstubAllGlobals();
  });
  return {
    send: async ({ method, path, headers: given }) => {
      if (!KNOWN_METHODS.has(method)) throw new Undocumented(method);
      const sent = new Headers();
      for (const [name, values] of Object.entries(given)) {
        for (const value of [values].flat()) sent.append(name, value);
      }
      const request = new Request(`${ORIGIN}${path}`, { method, headers: sent });
      const response = await fromTheStart(request, true);
      // The function may have got over it.
      if (isEndless) fail(`${path}: the edge function asks itself for ever`);
      return toAnswer(response);
    },
    countRuns: () => {
      const counted = runs;
      runs = 0;
      return counted;
    },
  };
}

const ORIGIN = 'https://deploy.example';

/** One that asks for a file of a removed category is met once more on the way. */
const MOST_UNDER_WAY = 2;

const CONDITIONS = [
  'if-match',
  'if-none-match',
  'if-modified-since',
  'if-unmodified-since',
  'if-range',
];

const TYPES: Readonly<Record<string, string>> = {
  '.json': 'application/json',
  '.csv': 'text/csv',
  '.txt': 'text/plain',
  '.md': 'text/markdown',
  '.js': 'application/javascript',
  '.html': 'text/html',
  '.css': 'text/css',
  '.svg': 'image/svg+xml',
  '.png': 'image/png',
  '.xml': 'application/xml',
  '.zip': 'application/zip',
  '.gz': 'application/gzip',
  '.atom': 'application/atom+xml',
  '.jsonld': 'application/octet-stream',
  '.sqlite': 'application/octet-stream',
  '.parquet': 'application/octet-stream',
  '': 'application/octet-stream',
};

const DECLARABLE_METHODS = ['GET', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS'] as const;
const KNOWN_METHODS: ReadonlySet<string> = new Set([...DECLARABLE_METHODS, 'HEAD']);

const DECLARATION = z.strictObject({
  function: z.string(),
  pattern: z.string(),
  excludedPattern: z.string().optional(),
  method: z.array(z.enum(DECLARABLE_METHODS)).optional(),
  header: z.record(z.string(), z.union([z.boolean(), z.string()])).optional(),
  cache: z.literal('manual').optional(),
});
type Declaration = z.infer<typeof DECLARATION>;

const REDIRECT = z.object({
  path: z.string().startsWith('/'),
  to: z.string().startsWith('/'),
  status: z.number(),
  force: z.boolean(),
});

/** All that netlify.toml may say here: what the simulation would not heed is no part of it. */
const CONFIGURATION = z.strictObject({
  build: z.strictObject({
    command: z.string(),
    publish: z.string(),
    edge_functions: z.string(),
    environment: z.record(z.string(), z.string()),
    processing: z.strictObject({ html: z.strictObject({ pretty_urls: z.literal(false) }) }),
  }),
  headers: z.array(z.unknown()),
  redirects: z.array(z.unknown()),
  edge_functions: z.array(DECLARATION),
});

/** Reads netlify.toml, and the rules in the folder that it publishes, with Netlify's own parsers. */
export async function readConfiguration(project: string) {
  const netlifyConfigPath = join(project, 'netlify.toml');
  const toml: unknown = parseToml(readFileSync(netlifyConfigPath, 'utf8'));
  const { build, edge_functions: declarations } = CONFIGURATION.parse(
    JSON.parse(JSON.stringify(toml)),
  );
  const published = join(project, build.publish);
  const { redirects, errors } = await parseAllRedirects({
    redirectsFiles: [join(published, '_redirects')],
    netlifyConfigPath,
    configRedirects: [],
    minimal: false,
  });
  const parsed = await parseAllHeaders({
    headersFiles: [join(published, '_headers')],
    netlifyConfigPath,
    configHeaders: [],
    minimal: false,
  });
  const problems = [...errors, ...parsed.errors].map(String);
  if (problems.length > 0) throw new Error(problems.join('\n'));
  const headers = parsed.headers.filter((header): header is Header => 'forRegExp' in header);
  return { build, declarations, redirects: z.array(REDIRECT).parse(redirects), headers };
}

/** The TOML reader that Netlify's parsers use. */
const parseToml: (text: string) => unknown = createRequire(
  createRequire(import.meta.url).resolve('@netlify/redirect-parser'),
)('@iarna/toml').parse;

interface FunctionModule {
  readonly default: (
    request: Request,
    context: { readonly next: (request?: Request) => Promise<Response> | Response },
  ) => Promise<Response | undefined>;
  readonly config: { readonly cache?: 'manual'; readonly onError?: string };
}

async function readFunctions(
  folder: string,
  declarations: readonly Declaration[],
): Promise<ReadonlyMap<string, FunctionModule>> {
  const names = new Set(declarations.map((declaration) => declaration.function));
  const code = new Map<string, FunctionModule>();
  for (const name of names) {
    code.set(name, await import(pathToFileURL(join(folder, `${name}.js`)).href));
  }
  return code;
}

function matches(declaration: Declaration, { method, url, headers }: Request): boolean {
  const { pattern, excludedPattern, method: methods, header = {} } = declaration;
  const { pathname } = new URL(url);
  if (!whole(pattern).test(pathname)) return false;
  if (excludedPattern !== undefined && whole(excludedPattern).test(pathname)) return false;
  if (methods !== undefined && !(methods as readonly string[]).includes(method)) return false;
  return Object.entries(header).every(([name, wanted]) => {
    const value = headers.get(name);
    if (typeof wanted === 'boolean') return wanted === (value !== null);
    return value !== null && new RegExp(wanted).test(value);
  });
}

function whole(pattern: string): RegExp {
  const start = pattern.startsWith('^') ? '' : '^';
  const end = pattern.endsWith('$') ? '' : '$';
  return new RegExp(`${start}${pattern}${end}`);
}

/** What stands for each name of a rule's path, or null. */
function matchRule(rule: string, pathname: string): Readonly<Record<string, string>> | null {
  const parts = rule.split('/').filter((part) => part !== '');
  const segments = pathname.split('/').filter((part) => part !== '');
  const found: Record<string, string> = {};
  for (const [index, part] of parts.entries()) {
    if (part === '*') return { ...found, splat: segments.slice(index).join('/') };
    const segment = segments[index];
    if (segment === undefined) return null;
    if (part.startsWith(':')) found[part.slice(1)] = segment;
    else if (part !== segment) return null;
  }
  return segments.length === parts.length ? found : null;
}

function fill(to: string, found: Readonly<Record<string, string>>): string {
  return to.replace(/:([a-z]+)/g, (_, name: string) => found[name] ?? fail(`no :${name}`));
}

/** The files of the published folder by address; those that configure Netlify are not published. */
function readPublished(folder: string): ReadonlyMap<string, Buffer> {
  const paths = fastGlob.globSync('**/*', { cwd: folder, ignore: ['_redirects', '_headers'] });
  return new Map(paths.map((path) => [`/${path}`, readFileSync(join(folder, path))]));
}

/** The page of Netlify's own: no part of the contract. */
function notFound(): Response {
  return new Response('<h1>Page not found</h1>', {
    status: 404,
    headers: { 'content-type': 'text/html' },
  });
}

async function toAnswer(response: Response): Promise<HostAnswer> {
  return {
    status: response.status,
    headers: Object.fromEntries(response.headers),
    body: Buffer.from(await response.arrayBuffer()),
  };
}

function fail(message: string): never {
  throw new Error(message);
}
