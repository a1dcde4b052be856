import { API_PATH } from '../../../src/model/index.ts';
import type { AllowedDeviation, ListedHost } from '../../doors/check-host.ts';
import { LICENSE_LINK } from '../ending.ts';
import { refusedHeaders, refusedWith, refusesLongHeaders } from './refused.ts';
import { sentAsJson } from './sent-as-json.ts';

/** What nginx does otherwise where the API stands at a path, and every answer links to something. */
export function nginxAt(
  publicPath: string,
  commonLinks = LICENSE_LINK,
): readonly AllowedDeviation[] {
  const { 'content-length': length = '', ...refused } = refusedHeaders(
    publicPath,
    commonLinks,
    refusedWith(400, 'Bad Request'),
  );
  return [
    ...inAnyCase(publicPath, commonLinks),
    {
      what: 'Two lines of If-Match or If-None-Match are 400. Of two lines of Range, only the first counts. All lines should count as one list (RFC 9110, 5.3).',
      why: 'nginx rejects a second line of a condition, and reads only the first line of Range.',
      at: {
        'GET /operators (a line with the tag)': refused,
        'GET /operators (must match a line)': { ...refused, 'content-length': length },
        'GET /operators range: bytes=0-1,bytes=4-5 (two lines)': FIRST_TWO,
        'GET /operators range: bytes=0-1,x (two lines)': FIRST_TWO,
      },
    },
    {
      what: 'Over HTTP/1.1, a URL of more than 8 KiB returns the problem unknown-path, with any method, and even below /operators, /claims and /best.',
      why: 'nginx stops reading before it knows any part of the URL.',
      at: Object.fromEntries(
        ['', ' accept: text/csv'].map((accept) => [
          `GET /operators/a{9000}${accept}`,
          UNKNOWN_PATH,
        ]),
      ),
    },
    {
      what: 'Over HTTP/1.1, a request with a header of more than 8 KiB is 400.',
      why: 'nginx reads at most that much of a line, unless the configuration of the whole server changes the limit.',
      at: refusesLongHeaders(publicPath, commonLinks),
    },
  ];
}

function inAnyCase(publicPath: string, commonLinks: string): readonly AllowedDeviation[] {
  return [
    {
      what: 'Of two Accept lines, only the first counts. If it does not name CSV, the response is JSON.',
      why: 'nginx before 1.23 gives a configuration only the first line of a header. Debian 12 has such a version.',
      at: Object.fromEntries(
        ['text/html,text/csv', 'application/json;q=0.1,text/csv;q=0.2'].map((accept) => [
          `GET /operators/anchor accept: ${accept}`,
          sentAsJson(publicPath, commonLinks, '"6af99ec0-2ca"'),
        ]),
      ),
    },
    {
      what: '412 has neither ETag nor Last-Modified.',
      why: 'nginx clears the headers of a file when a condition fails, and no variable has their values then.',
      at: Object.fromEntries(FAILED.map((request) => [request, { etag: '' }])),
    },
    {
      what: 'If-Unmodified-Since counts beside If-Match, and If-Modified-Since beside If-None-Match. Only the tag should count (RFC 9110, 13.2.2).',
      why: 'nginx evaluates each condition by itself, and a configuration cannot remove a header from a request for a file.',
      at: Object.fromEntries(
        OF_JSON.flatMap((request) => [
          [`${request} (the tag, but an earlier time)`, sent(request)],
          [`${request} (must match the tag, unmodified since earlier)`, failed(request)],
        ]),
      ),
    },
    {
      what: 'If-Unmodified-Since with an invalid time is 412, and a malformed byte range is 416. Both should be ignored.',
      why: 'nginx reads the time as one before all others, and the range as one beyond the end.',
      at: {
        ...Object.fromEntries(
          [...OF_JSON, OF_CSV].map((request) => [
            `${request} (unmodified since no time)`,
            failed(request),
          ]),
        ),
        'GET /operators range: bytes=a-b (no range)': {
          ...UNSATISFIABLE,
          'content-range': 'bytes */812',
        },
        'GET /operators.csv range: bytes=a-b (no range)': {
          ...UNSATISFIABLE,
          'content-range': 'bytes */387',
        },
      },
    },
    {
      what: 'If-Modified-Since may count although it is not an HTTP time: 304 instead of 200.',
      why: 'nginx also reads times in other formats, and reads every zone as GMT.',
      at: Object.fromEntries(
        ['a time without a zone', 'a time of another zone'].map((time) => [
          `GET /operators (${time})`,
          { status: '304', 'content-type': '', body: '' },
        ]),
      ),
    },
    {
      what: 'Range counts for HEAD too: 206 or 416 instead of 200.',
      why: 'nginx reads Range with every method, and a configuration cannot limit that to GET.',
      at: {
        'HEAD /operators range: bytes=0-9 (only GET has ranges)': {
          status: '206',
          'content-range': 'bytes 0-9/812',
          'content-length': '10',
        },
        'HEAD /operators range: bytes=999999- (only GET has ranges)': {
          status: '416',
          'content-type': '',
          'content-range': 'bytes */812',
          'content-length': '0',
        },
      },
    },
  ];
}

const OF_JSON = ['GET /operators/anchor', 'GET /operators/anchor.json', 'HEAD /operators/anchor'];
const OF_CSV = 'GET /operators/anchor accept: text/csv';

const BODY = '{"meta":{"operator":"Anchor","generated_at":"2026-11-15T1... (714 bytes)';

/** What is sent although the client has it. */
function sent(request: string): Readonly<Record<string, string>> {
  const headers = { status: '200', 'content-type': 'application/json' };
  return request.startsWith('HEAD') ? headers : { ...headers, body: BODY };
}

/** What is refused although the tag matches. */
function failed(request: string): Readonly<Record<string, string>> {
  const headers = {
    status: '412',
    'content-type': '',
    etag: '',
    'last-modified': '',
    'content-length': '0',
  };
  return request.startsWith('HEAD') ? headers : { ...headers, body: '' };
}

const FAILED = [
  ...[...OF_JSON, OF_CSV].flatMap((request) => [
    `${request} (must match another)`,
    `${request} (must match another, the tag)`,
    `${request} (unmodified since earlier)`,
  ]),
  // The tag is that of the JSON.
  `${OF_CSV} (must match the tag)`,
  `${OF_CSV} (must match the tag, unmodified since earlier)`,
  'GET /operators (must match another, as the tag is weak)',
];

/** The first two bytes of a file that should be sent whole. */
const FIRST_TWO = {
  status: '206',
  'content-range': 'bytes 0-1/812',
  'content-length': '2',
  body: '{"',
};

const UNSATISFIABLE = { status: '416', 'content-type': '', 'content-length': '0', body: '' };

const UNKNOWN_PATH = {
  'content-length': '1091',
  body: '{"type":"https://tiny.example/api/v1/problems/unknown-pat... (1091 bytes)',
};

const NO_ANSWER = {
  status: '0',
  'content-type': '',
  'cache-control': '',
  'access-control-allow-origin': '',
  'access-control-expose-headers': '',
  'x-content-type-options': '',
  'content-location': '',
  link: '',
  vary: '',
  etag: '',
  'last-modified': '',
  body: '',
};

/** What nginx.test.ts asks for by itself. */
export const ASKED_ALONE: readonly AllowedDeviation[] = [
  {
    what: 'A method with characters other than capitals, _ and - is 400 instead of 405, or 404 over HTTP/2.',
    why: 'nginx reads nothing after the method.',
    at: {},
  },
  {
    what: 'Without --precompressed, Range is ignored if the client accepts gzip.',
    why: 'nginx sends no ranges of files that it compresses itself, and a configuration cannot make compression depend on the request.',
    at: {},
  },
];

/** What it does over HTTP/2 alone. */
export const OVER_HTTP_2: readonly AllowedDeviation[] = [
  {
    what: 'Over HTTP/2, a URL with %00 returns the problem unknown-path, even below /operators, /claims and /best.',
    why: 'nginx stops reading before it knows any part of the URL.',
    at: Object.fromEntries(
      ['/operators/%00', '/operators/anchor%00.json'].flatMap((path) => [
        [`GET ${path}`, UNKNOWN_PATH],
        [`GET ${path} accept: text/csv`, UNKNOWN_PATH],
      ]),
    ),
  },
  {
    what: 'Over HTTP/2, a header of more than 8 KiB after encoding closes the connection.',
    why: 'nginx decodes at most that much of a field, unless the configuration of the whole server changes the limit.',
    at: { 'GET /operators/anchor accept: ,{8992}text/csv': NO_ANSWER },
  },
];

export const nginxOverHttp2: readonly AllowedDeviation[] = [
  ...inAnyCase(API_PATH, LICENSE_LINK),
  ...OVER_HTTP_2,
];

export const nginx: readonly AllowedDeviation[] = nginxAt(API_PATH);

export const LISTED: ListedHost = {
  heldBy: 'nginx from Debian, with the generated file.',
  deviations: [...nginx, ...OVER_HTTP_2, ...ASKED_ALONE],
};
