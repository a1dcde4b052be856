import {
  type Candidate,
  DEFAULT_SERVING,
  evaluate,
  type Request as PolicyRequest,
  plan,
  respond,
  type Serving,
  type StoredFile,
  toPathname,
} from '../policy/index.ts';
import type { OutputPath } from '../represent/index.ts';

/** Defined at the start of a bundle if the choices of a deployment are not the default. */
declare const OPERATOR_API_SERVING: Serving | undefined;

/** The choices of the deployment. */
export const serving: Serving =
  typeof OPERATOR_API_SERVING === 'undefined' ? DEFAULT_SERVING : OPERATOR_API_SERVING;

/** Fetches a published file from the host's own storage; null when there is none. */
export type FetchFile = (path: OutputPath) => Promise<Response | null>;

/**
 * The policy around a host's static files, for runtimes that speak the Fetch Standard.
 *
 * @param fetchFile Gives a file whole, with the validators the host has for it.
 */
export async function answerRequest(request: Request, fetchFile: FetchFile): Promise<Response> {
  const question: PolicyRequest = {
    method: request.method,
    pathname: toPathname(request.url),
    header: (name) => request.headers.get(name) ?? undefined,
  };
  const planned = plan({ ...question, accept: question.header('accept') }, serving);
  if (planned.kind === 'preflight') {
    return new Response(null, { status: planned.status, headers: planned.headers });
  }
  for (const candidate of planned.candidates) {
    const stored = await fetchFile(candidate.file);
    if (stored !== null) return send(question, candidate, stored);
  }
  const { status, headers } = evaluate(question, () => null, serving);
  return new Response(null, { status, headers });
}

/** Reads the whole file, which its length and ranges of it require. */
async function send(
  question: PolicyRequest,
  candidate: Candidate,
  stored: Response,
): Promise<Response> {
  const bytes = await stored.arrayBuffer();
  const lastModified = Date.parse(stored.headers.get('last-modified') ?? '');
  const file: StoredFile = {
    size: bytes.byteLength,
    etag: stored.headers.get('etag') ?? '',
    lastModified: Number.isNaN(lastModified) ? null : lastModified,
  };
  const { status, headers, body } = respond(question, candidate, file);
  const sent = body && new Uint8Array(bytes, body.start, body.end - body.start);
  return new Response(sent, { status, headers });
}
