import { CSV_ONLY, get, type Request } from './client.ts';
import { comparing, conditional, type Part } from './compare.ts';
import { group } from './group.ts';

/** The header field of a browser for a page of another site. */
const FROM_A_PAGE: Request['headers'] = { Origin: 'https://widget.example' };

const ALLOWED_ORIGIN: readonly Part[] = ['Access-Control-Allow-Origin'];

const OF_A_PREFLIGHT: readonly Part[] = [
  'status',
  'Access-Control-Allow-Origin',
  'Access-Control-Allow-Methods',
  'Access-Control-Allow-Headers',
  'Access-Control-Max-Age',
];

/** The fields by which a browser lets a script read an answer (Fetch Standard §3.3). */
export const cors = group(
  'cors',
  {
    readable: { holds: 'A page of any site may read every answer' },
    'errors-readable': { holds: 'A page of any site may read every error' },
    'not-modified-readable': {
      holds: 'A page of any site may revalidate what it has',
      otherwise: 'no answer has an ETag to revalidate with',
    },
    'exposed-headers': {
      holds: 'Scripts may read ETag, Link and Last-Modified, and what announces an end',
    },
    preflight: { holds: 'A preflight is granted, whatever headers a script sends' },
  },
  ({ examples, example, unknownName, removed }) => {
    const found = examples.flatMap((path) => [
      get(path, FROM_A_PAGE),
      get(path, { ...FROM_A_PAGE, ...CSV_ONLY }),
      get(`${path}.json`, FROM_A_PAGE),
      get(`${path}.csv`, FROM_A_PAGE),
    ]);
    const unknown = [`/operators/${unknownName}`, `/best/${unknownName}.csv`, '/nowhere'];
    const errors: readonly Request[] = [
      ...[...unknown, ...removed].map((path) => get(path, FROM_A_PAGE)),
      { ...get('/operators', FROM_A_PAGE), method: 'POST' },
    ];
    const asked = new Set([example, `${example}.csv`, ...errors.map(({ path }) => path)]);
    return [
      ...comparing('readable', ALLOWED_ORIGIN, found),
      ...comparing('errors-readable', ALLOWED_ORIGIN, errors),
      ...conditional('not-modified-readable', ALLOWED_ORIGIN, found),
      ...comparing('exposed-headers', ['Access-Control-Expose-Headers'], [...found, ...errors]),
      ...comparing('preflight', OF_A_PREFLIGHT, [...asked].map(preflight)),
    ];
  },
);

function preflight(path: string): Request {
  const headers = {
    ...FROM_A_PAGE,
    'Access-Control-Request-Method': 'GET',
    'Access-Control-Request-Headers': 'if-none-match, x-widget',
  };
  return { ...get(path, headers), method: 'OPTIONS' };
}
