import { API_PATH } from '../../../src/model/index.ts';
import type { AllowedDeviation, ListedHost } from '../../doors/check-host.ts';
import { LICENSE_LINK } from '../ending.ts';
import { sentAsJson } from './sent-as-json.ts';

const UNREADABLE = {
  status: '400',
  'content-type': 'charset=utf-8, text/plain',
  'cache-control': '',
  'access-control-allow-origin': '',
  'access-control-expose-headers': '',
  'x-content-type-options': '',
  link: '',
  vary: '',
  etag: '',
  body: '400 Bad Request',
};

export const UNSATISFIABLE = {
  'content-type': 'charset=utf-8, text/plain',
  'content-length': '33',
  body: 'invalid range: failed to overlap\n',
};

const JSON_TYPE = { 'content-type': 'application/json' };
const CSV_TYPE = { 'content-type': 'charset=utf-8, header=present, text/csv' };

const JSON_REQUESTS = [
  'GET /operators/anchor',
  'GET /operators/anchor.json',
  'HEAD /operators/anchor',
];
const FAILED = ['must match another', 'must match another, the tag', 'unmodified since earlier'];
const CSV_REQUEST = 'GET /operators/anchor accept: text/csv';

/** What each request is answered with where it carries each of some conditions. */
function under<A>(conditions: readonly string[], requests: readonly string[], answer: A) {
  return Object.fromEntries(
    requests.flatMap((request) =>
      conditions.map((condition) => [`${request} (${condition})`, answer]),
    ),
  );
}

/** What Caddy does otherwise where the API stands at a path, and every answer links to something. */
export function caddyAt(
  publicPath: string,
  commonLinks = LICENSE_LINK,
): readonly AllowedDeviation[] {
  return [
    ...EVERYWHERE,
    {
      what: 'An Accept header of more than 8 KiB is ignored: the response is JSON.',
      why: 'Caddy accepts headers of a megabyte, and parsing one would take seconds.',
      at: {
        'GET /operators/anchor accept: ,{8992}text/csv': sentAsJson(
          publicPath,
          commonLinks,
          '"tojlc0ju"',
        ),
      },
    },
  ];
}

const EVERYWHERE: readonly AllowedDeviation[] = [
  {
    what: 'An invalid percent-encoding is 400 with plain text, without CORS headers.',
    why: 'The HTTP server of Go rejects the request line before the configuration applies.',
    at: Object.fromEntries(
      ['%', '%zz'].flatMap((broken) => [
        [`GET /operators/${broken}`, UNREADABLE],
        [`GET /operators/${broken} accept: text/csv`, UNREADABLE],
      ]),
    ),
  },
  {
    what: '304 has ETag, but not Last-Modified.',
    why: 'Go removes Last-Modified after all directives if there is an ETag (RFC 9110, 15.4.5 allows that).',
    at: {
      ...under(
        [
          ...['the tag', 'the tag, weakly', 'a list with the tag', 'any tag', 'the time'],
          'the tag, but an earlier time',
        ],
        JSON_REQUESTS,
        { 'last-modified': '' },
      ),
      ...under(['any tag', 'the tag of the CSV'], [CSV_REQUEST], { 'last-modified': '' }),
      ...under(
        [
          'a line with the tag',
          ...['a range, but the tag, weakly', 'a range if the tag, but the tag'],
          ...['if-match and if-none-match', 'if-match and if-modified-since'],
          ...['if-unmodified-since and if-none-match', 'if-unmodified-since and if-modified-since'],
        ],
        ['GET /operators'],
        { 'last-modified': '' },
      ),
    },
  },
  {
    what: '412 has Content-Type and Content-Encoding of the file that is not sent.',
    why: 'Both must be set before Caddy evaluates conditions, and no directive depends on the result.',
    at: {
      ...under(FAILED, JSON_REQUESTS, JSON_TYPE),
      ...under(['must match another, as the tag is weak'], ['GET /operators'], JSON_TYPE),
      ...under(
        // The tag is that of the JSON.
        [...FAILED, 'must match the tag', 'must match the tag, unmodified since earlier'],
        [CSV_REQUEST],
        CSV_TYPE,
      ),
    },
  },
  {
    what: '416 has a line of plain text as its body.',
    why: 'Go writes the body, and the configuration cannot know the size of a file in advance.',
    at: under(
      ['beyond the end'],
      ['GET /operators.csv range: bytes=999999-', 'GET /operators range: bytes=999999-'],
      UNSATISFIABLE,
    ),
  },
];

/** What caddy.test.ts asks for by itself. */
export const ASKED_ALONE: readonly AllowedDeviation[] = [
  {
    what: 'Expect with any value except 100-continue is 417, without a problem document or CORS headers.',
    why: 'The HTTP server of Go responds before the configuration applies.',
    at: {},
  },
];

export const caddy: readonly AllowedDeviation[] = caddyAt(API_PATH);

export const LISTED: ListedHost = {
  heldBy: 'Caddy from Debian, with the generated Caddyfile.',
  deviations: [...caddy, ...ASKED_ALONE],
};
