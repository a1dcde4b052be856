import { API_PATH } from '../../../src/model/index.ts';
import type { AllowedDeviation, HostRequest, ListedHost } from '../../doors/check-host.ts';
import { LICENSE_LINK } from '../ending.ts';
import { REQUESTS } from '../requests.ts';
import { refusedHeaders, refusedWith, refusesLongHeaders } from './refused.ts';

/** What Apache does otherwise where the API stands at a path, and every answer links to something. */
export function apacheAt(
  publicPath: string,
  commonLinks = LICENSE_LINK,
  refusal = refusedWith(400, 'Bad Request'),
): readonly AllowedDeviation[] {
  const isRefused = ({ path, isAbsolute }: HostRequest) =>
    hasBrokenEscape(path) || climbsOut(isAbsolute ? path : publicPath + path);
  const isTooLong = ({ path }: HostRequest) => path.length > LONGEST_LINE;
  const at = (applies: (request: HostRequest) => boolean, answer: Record<string, string>) =>
    REQUESTS.filter(applies).map(({ name }) => [name, answer] as const);
  return [
    {
      what: 'A URL with an invalid percent-encoding, or one that leads above the root, is 400 instead of 404. A URL of more than 8 KiB is 414. The problem document has the type about:blank. The headers are the same, except ETag.',
      why: 'The core of Apache rejects such URLs before it calls any module, and an error document cannot change the status.',
      at: Object.fromEntries([
        ...at(isRefused, refusedWith(400, 'Bad Request')),
        ...at(isTooLong, refusedWith(414, 'URI Too Long')),
      ]),
    },
    {
      what: 'If-Match with a weak tag before the tag that matches is 412, against RFC 9110, 13.1.1.',
      why: 'Apache stops reading at the weak tag. To remove weak tags, it would recurse once for each, and a client can send any number.',
      at: {
        'GET /operators (must match the tag after a weak one)': {
          status: '412',
          'content-type': '',
          'content-length': '0',
          body: '',
        },
      },
    },
    {
      what: 'If If-Unmodified-Since holds, If-None-Match and If-Modified-Since are ignored: 200 instead of 304.',
      why: 'If this condition holds, Apache sends the file, and a configuration cannot know whether it will hold.',
      at: Object.fromEntries(
        ['if-none-match', 'if-modified-since'].map((second) => [
          `GET /operators (if-unmodified-since and ${second})`,
          {
            status: '200',
            'content-type': 'application/json',
            body: '{"meta":{"total":2,"generated_at":"2026-11-15T12:00:00Z",... (812 bytes)',
          },
        ]),
      ),
    },
    {
      what: 'With Range, a tag that matches weakly does not count. With If-Range, neither If-None-Match nor If-Modified-Since counts. The response is 206 or 200 instead of 304.',
      why: 'Apache compares tags strongly if a range is requested, and sends the file if there is an If-Range.',
      at: Object.fromEntries(
        ['a range, but the tag, weakly', 'a range if the tag, but the tag'].map((range) => [
          `GET /operators (${range})`,
          {
            status: '206',
            'content-type': 'application/json',
            'content-range': 'bytes 0-1/812',
            body: '{"',
          },
        ]),
      ),
    },
    {
      what: 'If-Modified-Since with a zone other than GMT is read as GMT. It should be ignored.',
      why: 'Apache reads nothing after the seconds.',
      at: {
        'GET /operators (a time of another zone)': { status: '304', 'content-type': '', body: '' },
      },
    },
    {
      what: 'A request with a header of more than 8 KiB, or with more than 100 headers, is 400, or 431 over HTTP/2.',
      why: 'Apache reads at most that much, unless the configuration of the whole server changes the limit.',
      at: {
        ...refusesLongHeaders(publicPath, commonLinks, refusal),
        'GET /operators (150 headers)': refusedHeaders(publicPath, commonLinks, refusal),
      },
    },
  ];
}

/** What apache.test.ts asks for by itself. */
export const ASKED_ALONE: readonly AllowedDeviation[] = [
  {
    what: 'Expect with any value except 100-continue is 417, with an HTML document.',
    why: 'The core of Apache rejects it before it calls any module.',
    at: {},
  },
];

/** https://httpd.apache.org/docs/2.4/mod/core.html#limitrequestline */
const LONGEST_LINE = 8190;

export const apache: readonly AllowedDeviation[] = apacheAt(API_PATH);

export const apacheOverHttp2: readonly AllowedDeviation[] = apacheAt(
  API_PATH,
  LICENSE_LINK,
  refusedWith(431, 'Request Header Fields Too Large'),
);

function hasBrokenEscape(path: string): boolean {
  return /%(?![0-9a-f]{2})/i.test(path);
}

function climbsOut(path: string): boolean {
  let depth = 0;
  for (const segment of path.replaceAll(/%2e/gi, '.').split('/')) {
    depth += segment === '..' ? -1 : segment === '' || segment === '.' ? 0 : 1;
    if (depth < 0) return true;
  }
  return false;
}

export const LISTED: ListedHost = {
  heldBy: 'Apache from Debian, with the generated virtual host.',
  deviations: [...apache, ...ASKED_ALONE],
};
