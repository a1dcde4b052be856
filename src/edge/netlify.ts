import { commonHeaders, toPathname } from '../policy/index.ts';
import { answerRequest, type FetchFile, serving } from './answer-request.ts';

/** The second argument of an edge function (https://docs.netlify.com/build/edge-functions/api/). */
interface Context {
  /** Continues the request chain after the edge functions. */
  readonly next: (request?: Request) => Promise<Response>;
}

/**
 * netlify.toml declares where the function runs. The following can only be declared here
 * (https://docs.netlify.com/build/edge-functions/optional-configuration/): its answers may be
 * cached, and should it fail, the request goes on as if it were not there.
 */
export const config = { cache: 'manual', onError: 'bypass' };

/** Answers according to the policy. If that fails, Netlify serves the files without code. */
export default async function answer(request: Request, context: Context): Promise<Response> {
  try {
    const response = await answerRequest(request, fileFetcher(request, context));
    if (!isWhole(response)) response.headers.set('Netlify-CDN-Cache-Control', 'no-store');
    return response;
  } catch (error) {
    console.error(error);
    return goOn(context);
  }
}

/** Whether a response can be reused for other requests with the same Accept header. */
function isWhole({ status }: Response): boolean {
  return status === 200 || status === 404 || status === 410;
}

const READING: ReadonlySet<string> = new Set(['GET', 'HEAD']);

/** Fetches files of the deployment at their canonical addresses, where the function does not run. */
function fileFetcher({ method, url }: Request, { next }: Context): FetchFile {
  return async (file) => {
    const target = new URL(`${serving.publicPath}/${file}`, url);
    // A compressed response could have the validator of the compressed file.
    const request = new Request(target, { headers: { 'accept-encoding': 'identity' } });
    // At URLs of removed categories it does run, and a fetch would recurse without end.
    const isOwn = READING.has(method) && target.pathname === toPathname(url);
    const response = await (isOwn ? next(request) : fetch(request));
    if (response.status === 404 || response.status === 410) return null;
    // A 404 of ours may be kept for an hour; trouble on the way to a file must not become one.
    if (response.status !== 200) throw new Error(`${target.pathname} answers ${response.status}`);
    return response;
  };
}

/** JSON, or the error, that is served without code; kept by nobody, since it may not be the form asked for. */
async function goOn({ next }: Context): Promise<Response> {
  const { status, headers, body } = await next();
  const response = new Response(body, { status, headers });
  const kept = { ...commonHeaders(serving), Vary: 'Accept', 'Cache-Control': 'no-store' };
  for (const [name, value] of Object.entries(kept)) response.headers.set(name, value);
  return response;
}
