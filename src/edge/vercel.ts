import { DEFAULT_SERVING, plan, toPathname } from '../policy/index.ts';
import { type OutputPath, toOwnPath } from '../represent/index.ts';
import { answerRequest, type FetchFile, serving } from './answer-request.ts';

/** Where the build output has the files, whatever address they are answered at. */
const FILES = DEFAULT_SERVING.publicPath;

/** Marks a request for a stored file, so that the middleware does not handle it again. */
const FOR_A_FILE = 'x-operator-api-file';

/** Credentials of a visitor to a protected preview, which are passed on. */
const PASSES = ['cookie', 'x-vercel-protection-bypass'];

/**
 * Routing middleware for any framework (https://vercel.com/docs/routing-middleware/api): it runs
 * before the file system and the cache, and what it returns is the answer.
 */
export default async function middleware(request: Request): Promise<Response> {
  if (isForFile(request)) return new Response(null, { headers: { 'x-middleware-next': '1' } });
  try {
    return await answerRequest(request, fileFetcher(request));
  } catch (error) {
    console.error(error);
    return leaveToPlatform(request);
  }
}

function isForFile({ method, url, headers }: Request): boolean {
  const { pathname } = new URL(url);
  const path = pathname.startsWith(`${FILES}/`) ? pathname.slice(FILES.length + 1) : null;
  return method === 'GET' && headers.has(FOR_A_FILE) && toOwnPath(path) !== null;
}

/** Fetches files of the deployment that a request came to, through the cache of the platform. */
function fileFetcher({ url, headers: asked }: Request): FetchFile {
  const headers = new Headers({ [FOR_A_FILE]: '1' });
  for (const name of PASSES) {
    const pass = asked.get(name);
    if (pass !== null) headers.set(name, pass);
  }
  return async (path) => {
    const stored = await fetch(new URL(fileAddress(path), url), { headers, redirect: 'manual' });
    if (stored.status === 404) return null;
    if (stored.status !== 200) throw new Error(`${stored.status} instead of the file ${path}`);
    return withOwnTag(stored);
  };
}

/**
 * A file under a strong tag of its bytes. Vercel documents neither of its own validators for
 * static files, and a compressed file would have another one.
 */
async function withOwnTag(stored: Response): Promise<Response> {
  // A view: `vercel dev` accepts no buffer of another realm.
  const bytes = new Uint8Array(await stored.arrayBuffer());
  const digest = new Uint8Array(await crypto.subtle.digest('SHA-256', bytes));
  const hex = Array.from(digest.subarray(0, 16), (byte) => byte.toString(16).padStart(2, '0'));
  return new Response(bytes, { headers: { etag: `"${hex.join('')}"` } });
}

/**
 * The answer when files cannot be fetched: the platform sends the form that was asked for itself,
 * with the headers of the policy, since a rewrite keeps those it is returned with.
 */
function leaveToPlatform(request: Request): Response {
  const { method, url } = request;
  const question = { method, pathname: toPathname(url), accept: request.headers.get('accept') };
  const planned = plan(question, serving);
  const candidates = planned.kind === 'files' ? planned.candidates : [];
  const wanted = candidates.find(({ status }) => status === 200);
  if (wanted !== undefined) {
    const rewrite = new URL(fileAddress(wanted.file), url).href;
    return new Response(null, { headers: { ...wanted.headers, 'x-middleware-rewrite': rewrite } });
  }
  const problem = candidates.at(-1);
  const headers = new Headers(problem?.headers);
  headers.delete('content-type');
  return new Response(null, { status: problem?.status ?? 500, headers });
}

function fileAddress(path: OutputPath): string {
  return `${FILES}/${path}`;
}
