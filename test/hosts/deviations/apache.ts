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
      what: 'An address with a broken percent-encoding, or one that climbs out of the root, is 400 instead of 404, and one of more than 8 KiB is 414. The problem document has no type of its own; the headers are the same, but for the ETag.',
      why: 'The core of Apache refuses such addresses before it asks any module, and an error document cannot change the status.',
      at: Object.fromEntries([
        ...at(isRefused, refusedWith(400, 'Bad Request')),
        ...at(isTooLong, refusedWith(414, 'URI Too Long')),
      ]),
    },
    {
      what: 'If-Match with a weak tag before the one that matches is 412 (RFC 9110, 13.1.1).',
      why: 'Apache reads no further than the weak tag, and would call itself once for each that it takes out, however many a client sends.',
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
      what: 'Where If-Unmodified-Since holds, If-None-Match and If-Modified-Since are passed over: 200 instead of 304.',
      why: 'Apache takes a condition that holds for a reason to send, and a configuration cannot know which will hold.',
      at: Object.fromEntries(
        ['if-none-match', 'if-modified-since'].map((second) => [
          `GET /operators (if-unmodified-since and ${second})`,
          {
            status: '200',
            'content-type': 'application/json',
            body: '{"meta":{"total":2,"generated_at":"2026-11-15T12:00:00Z",... (667 bytes)',
          },
        ]),
      ),
    },
    {
      what: 'With Range, a tag that matches weakly does not count, and with If-Range neither If-None-Match nor If-Modified-Since: 206 or 200 instead of 304.',
      why: 'Apache compares strongly where a part is asked for, and takes If-Range for a reason to send.',
      at: Object.fromEntries(
        ['a range, but the tag, weakly', 'a range if the tag, but the tag'].map((range) => [
          `GET /operators (${range})`,
          {
            status: '206',
            'content-type': 'application/json',
            'content-range': 'bytes 0-1/667',
            body: '{"',
          },
        ]),
      ),
    },
    {
      what: 'An If-Modified-Since with a zone other than GMT counts as if it had that one, where it should be passed over.',
      why: 'Apache reads no further than the seconds.',
      at: {
        'GET /operators (a time of another zone)': { status: '304', 'content-type': '', body: '' },
      },
    },
    {
      what: 'A request with a header of more than 8 KiB, or with more than 100 of them, is 400, over HTTP/2 431.',
      why: 'So much does Apache read unless the configuration of the whole server says otherwise.',
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
    what: 'Expect with anything but 100-continue is 417, with a document in HTML.',
    why: 'The core of Apache refuses it before it asks any module.',
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
