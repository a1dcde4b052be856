import { unpublishedProblem } from '../../../src/policy/index.ts';
import { type AllowedDeviation, summarise } from '../../doors/check-host.ts';

/** What a server does otherwise that refuses long headers, where every answer links to something. */
export function refusesLongHeaders(
  publicPath: string,
  commonLinks: string,
  refusal = refusedWith(400, 'Bad Request'),
): AllowedDeviation['at'] {
  const refused = refusedHeaders(publicPath, commonLinks, refusal);
  return {
    'GET /operators (a header of 9,000)': refused,
    'GET /operators/anchor accept: ,{8992}text/csv': refused,
  };
}

/** What is said of an address where the headers are refused. */
export function refusedHeaders(
  publicPath: string,
  commonLinks: string,
  refusal: Readonly<Record<string, string>>,
): Readonly<Record<string, string>> {
  return {
    ...refusal,
    'content-type': 'application/problem+json',
    'content-location': '',
    link: `${commonLinks}, <${publicPath}/schemas/problem.json>; rel="describedby"; type="application/schema+json"`,
    'last-modified': '',
  };
}

/** A problem document that is not published. */
export function refusedWith(status: number, title: string): Readonly<Record<string, string>> {
  const body = Buffer.from(unpublishedProblem(status, title));
  const length = String(body.length);
  return { status: String(status), etag: '', 'content-length': length, body: summarise(body) };
}
