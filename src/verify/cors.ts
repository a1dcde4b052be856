import { CSV_ONLY, get, type Request } from './client.ts';
import { comparing, conditional, type Part } from './compare.ts';
import type { Group, LiveApi } from './group.ts';

/** The header field of a browser for a page of another site. */
const FROM_A_PAGE: Request['headers'] = { Origin: 'https://widget.example' };

/** The fields by which a browser lets a script read an answer (Fetch Standard §3.3). */
export const cors: Group<
  'readable' | 'errors-readable' | 'not-modified-readable' | 'exposed-headers' | 'preflight'
> = {
  name: 'cors',
  rules: {
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
  probes: (live) => {
    const allowed = comparing(['Access-Control-Allow-Origin'], live);
    const allowedAgain = conditional(['Access-Control-Allow-Origin'], live);
    const exposed = comparing(['Access-Control-Expose-Headers'], live);
    const granted = comparing(PREFLIGHT_PARTS, live);
    const found = live.examples.flatMap((path) => [
      get(path, FROM_A_PAGE),
      get(path, { ...FROM_A_PAGE, ...CSV_ONLY }),
      get(`${path}.json`, FROM_A_PAGE),
      get(`${path}.csv`, FROM_A_PAGE),
    ]);
    const errors = errorRequests(live);
    const [first = '/operators'] = live.examples;
    return [
      ...found.map((request) => allowed('readable', request)),
      ...errors.map((request) => allowed('errors-readable', request)),
      ...found.map((request) => allowedAgain('not-modified-readable', request)),
      ...[...found, ...errors].map((request) => exposed('exposed-headers', request)),
      ...[first, `${first}.csv`, ...errors.map(({ path }) => path)]
        .filter((path, index, all) => all.indexOf(path) === index)
        .map((path) => granted('preflight', preflight(path))),
    ];
  },
};

const PREFLIGHT_PARTS: readonly Part[] = [
  'status',
  'Access-Control-Allow-Origin',
  'Access-Control-Allow-Methods',
  'Access-Control-Allow-Headers',
  'Access-Control-Max-Age',
];

function preflight(path: string): Request {
  const headers = {
    ...FROM_A_PAGE,
    'Access-Control-Request-Method': 'GET',
    'Access-Control-Request-Headers': 'if-none-match, x-widget',
  };
  return { ...get(path, headers), method: 'OPTIONS' };
}

function errorRequests({ unknownName, removedCategories }: LiveApi): readonly Request[] {
  const removed = removedCategories.map((slug) => `/best/${slug}`);
  const paths = [`/operators/${unknownName}`, `/best/${unknownName}.csv`, '/nowhere', ...removed];
  return [
    ...paths.map((path) => get(path, FROM_A_PAGE)),
    { ...get('/operators', FROM_A_PAGE), method: 'POST' },
  ];
}
