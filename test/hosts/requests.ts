import type { HostRequest } from '../doors/check-host.ts';

type Given = Partial<Omit<HostRequest, 'name' | 'path'>>;

function request(path: string, given: Given = {}, remark = ''): HostRequest {
  const { method = 'GET', headers = {}, isAbsolute = false, condition = null } = given;
  const said = Object.entries(headers).map(([name, value]) => ` ${name}: ${value}`);
  const full = `${method} ${path}${said.join(';')}${remark === '' ? '' : ` (${remark})`}`;
  const name = full.replace(/(.)\1{99,}/g, (run, one) => `${one}{${run.length}}`);
  return { name, method, path, isAbsolute, headers, condition };
}

const accept = (value: string | readonly string[]): Given => ({ headers: { accept: value } });

const BROWSER =
  'text/html,application/xhtml+xml,application/xml;q=0.9,image/avif,image/webp,*/*;q=0.8';

/** Addresses of the tiny dataset, each of another kind. */
const NEGOTIATED = [
  '/operators',
  '/operators/anchor',
  '/operators/7',
  '/operators/anchor/facts',
  '/operators/3/facts',
  '/best/cheapest',
  '/best/lowest-withdrawal-fee',
  '/index',
  '/claims/fee_usd_1',
  '/facts',
];

/** The base address, and tables like those above. */
const FURTHER = ['', '/', '/metrics', '/categories', '/claims'];

/** One of each media type; test/doors/publish-documents.ts puts them there. */
const DOCUMENTS = [
  '/openapi.json',
  '/schemas/operators.json',
  '/csvw/operators.json',
  '/dataset.jsonld',
  '/api-catalog.json',
  '/llms.txt',
  '/index.md',
  '/operators/anchor.md',
  '/best/cheapest.md',
  '/metrics/fee_usd.md',
  '/changes.atom',
  '/operators/anchor/changes.atom',
  '/feed.json',
  '/client.js',
  '/snapshots/operator-api.zip',
  '/snapshots/operator-api.tar.gz',
  '/snapshots/operators.sqlite',
  '/snapshots/claims.parquet',
  '/snapshots/SHA256SUMS',
];

const ACCEPTS: readonly (string | readonly string[])[] = [
  BROWSER,
  '*/*',
  'text/csv',
  'TEXT/CSV',
  'text/csv;header=present',
  'text/csv; charset=utf-8; q=0.5, application/json; q=0.4',
  'text/csv;q=0.5, application/json;q=0.5',
  'application/json;q=0.5, text/csv;q=0.5',
  'text/csv, */*',
  '*/*, text/csv;q=0.9',
  'text/*, application/json',
  'text/*;q=0.9, application/*;q=0.8',
  'application/json;q=0, */*',
  'text/csv;q=0, text/*',
  'text/csv;q=0.999, application/json',
  'text/csv;q=1.000, application/json;q=0.999',
  'text/csv;q=0.001',
  'text/html;a="text/csv, b", application/json',
  'text/csv;a="x,y;q=0"',
  'text/csv;q=2',
  'text/csv;q=0.1234, application/json;q=0.1',
  'image/png',
  'csv',
  '',
  ', ,text/csv',
  'text/csv'.padStart(9000, ','),
  ['text/html', 'text/csv'],
  ['application/json;q=0.1', 'text/csv;q=0.2'],
];

const UNKNOWN = [
  '/operators/nobody',
  '/operators/nobody.csv',
  '/operators/99',
  '/operators/nobody/facts',
  '/operators/nobody/facts.json',
  '/operators/ANCHOR',
  '/operators/anchor.xml',
  '/operators/anchor.json.csv',
  '/operators/nobody.md',
  '/operators/ANCHOR.md',
  '/operators/nobody/changes.atom',
  '/operators/anchor/facts.md',
  '/best/nothing.md',
  '/metrics/nothing.md',
  '/metrics.md',
  '/best/nothing',
  '/best/nothing.json',
  '/best/nothing.csv',
  '/claims/fee_usd_9',
  '/claims/fee_usd_9.csv',
  '/claims/FEE',
  '/claims/fee_usd_1/more',
  '/openapi',
  '/schemas/nothing.json',
  '/csvw',
  '/snapshots/nothing.zip',
  '/llms.csv',
  '/nowhere',
  '/operatorsx',
  '/operators.xml',
  '/operators/anchor/nothing',
  '/operators/anchor/facts/more',
  '/operators.json/more',
  '/best',
  '/problems',
  '/problems/nothing.json',
  '/manifest',
  '/manifest.csv',
  '/OPERATORS',
  '/operators/',
  '/operators/anchor/',
  '/operators/anchor/facts/',
  '/best/',
  '/best/cheapest/',
  '/claims/',
  '/index/',
  '/metrics/',
  '/problems/',
  '/operators/anchor.json/',
];

/** Below no public path: what else stands on the host. */
const OUTSIDE = [
  '/',
  '/api',
  '/api/',
  '/favicon.ico',
  '/.operator-api/lock',
  '/.well-known/nothing',
  '/.well-known/api-catalog/',
  '/llms.txt/',
];

/** Beside the API: pages, what they load, and what is no page. */
const PAGES = [
  '/operators/anchor',
  '/operators/anchor/',
  '/operators/anchor.html',
  '/metrics',
  '/metrics/',
  '/metrics/fee_usd',
  '/docs',
  '/docs/console',
  '/embed/best/cheapest',
  '/best/cheapest',
  '/best/cheapest.svg',
  '/site.css',
  '/widget.js',
  '/favicon.svg',
  '/preview.png',
  '/sitemap.xml',
  '/robots.txt',
  '/oembed/best/cheapest.json',
  '/404',
  '/index.html',
  '//operators//anchor',
  '/%6Fperators/anchor',
];

const NO_PAGES = [
  '/operators/nobody',
  '/operators/ANCHOR',
  '/operators',
  '/operators/anchor.json',
  '/best',
  '/best/nothing',
  '/best/nothing.svg',
  '/best/fastest/more',
  '/site.css/',
  '/pages/index.html',
  '/metrics/a%2fb',
  '/operators/%ff',
];

/** Removed rankings are gone beside the API as well. */
const GONE_PAGES = ['/best/fastest', '/best/fastest/', '/best/fastest.svg', '/best/fastest.html'];

const GONE = ['/best/fastest', '/best/fastest.json', '/best/fastest.csv', '/best/fastest.md'];

const ODD_PATHS = [
  '//operators',
  '/operators//anchor',
  '/%6Fperators',
  '/operators%2Fanchor',
  '/operators/..%2ffacts.json',
  '/best/../operators',
  '/%2e%2e/%2e%2e/%2e%2e/etc/passwd',
  '/../../../../etc/passwd',
  '/operators/%00',
  '/operators/anchor%00.json',
  '/operators/%',
  '/operators/%zz',
  '/operators/%ff',
  '/operators/%E7%8B%90',
  // What decoders put where bytes are no UTF-8.
  '/operators/%EF%BF%BD',
  '/operators/a%20b',
  '/operators/anchor%2ejson',
  '/operators/anchor.json%3Fa',
  '/operators/anchor.csv%23a',
  '/best/cheapest.json%3f',
  `/operators/${'a'.repeat(300)}`,
  `/operators/${'a'.repeat(3000)}`,
  `/operators/${'a'.repeat(9000)}`,
  `/nowhere/${'a'.repeat(9000)}`,
  '/operators?format=csv',
  '/operators/nobody?x=/best/cheapest.csv',
  '/operators/anchor;v=1',
  '/operators/anchor:1',
  '/operators/-anchor',
  '/operators/anchor*',
  "/operators/anchor'",
  '/operators/anchor"',
  '/operators/..',
  '/operators/.',
];

type Own = Parameters<NonNullable<HostRequest['condition']>>[0];
const CONDITIONS: Readonly<Record<string, (own: Own) => Readonly<Record<string, string>>>> = {
  'the tag': ({ json }) => ({ 'if-none-match': json.etag }),
  'the tag, weakly': ({ json }) => ({ 'if-none-match': `W/${json.etag.replace(/^W\//, '')}` }),
  'a list with the tag': ({ json }) => ({ 'if-none-match': `"a", ${json.etag}, "b"` }),
  'a list without it': () => ({ 'if-none-match': '"a", W/"b"' }),
  'any tag': () => ({ 'if-none-match': '*' }),
  'the tag of the CSV': ({ csv }) => ({ 'if-none-match': csv.etag }),
  'the time': ({ json }) => ({ 'if-modified-since': json.lastModified }),
  'an earlier time': () => ({ 'if-modified-since': 'Sun, 01 Nov 2020 00:00:00 GMT' }),
  'the time, but another tag': ({ json }) => ({
    'if-modified-since': json.lastModified,
    'if-none-match': '"a"',
  }),
  'unmodified since no time': () => ({ 'if-unmodified-since': 'yesterday' }),
  'must match the tag': ({ json }) => ({ 'if-match': json.etag }),
  'must match another': () => ({ 'if-match': '"a"' }),
  'unmodified since earlier': () => ({ 'if-unmodified-since': 'Sun, 01 Nov 2020 00:00:00 GMT' }),
  // Of two that ask the same, the tag counts; what has to match comes first (RFC 9110 §13.2.2).
  'the tag, but an earlier time': ({ json }) => ({
    'if-modified-since': 'Sun, 01 Nov 2020 00:00:00 GMT',
    'if-none-match': json.etag,
  }),
  'must match the tag, unmodified since earlier': ({ json }) => ({
    'if-match': json.etag,
    'if-unmodified-since': 'Sun, 01 Nov 2020 00:00:00 GMT',
  }),
  'must match another, the tag': ({ json }) => ({ 'if-match': '"a"', 'if-none-match': json.etag }),
};

const RANGES: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  'the first ten': { range: 'bytes=0-9' },
  'from the tenth': { range: 'bytes=10-' },
  'the last five': { range: 'bytes=-5' },
  'more than there is': { range: 'bytes=0-999999' },
  'beyond the end': { range: 'bytes=999999-' },
  'several ranges': { range: 'bytes=0-1,4-5' },
  'no range': { range: 'bytes=a-b' },
  'no unit that exists': { range: 'lines=0-1' },
  'if another tag': { range: 'bytes=0-9', 'if-range': '"a"' },
};

const METHODS = ['POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS', 'HEAD', 'TRACE', 'PURGE'];

const MANY_HEADERS = Object.fromEntries(Array.from({ length: 150 }, (_, n) => [`x-${n}`, 'a']));

/** Lines of one field are one list (RFC 9110 §5.3). */
const IN_LINES = [
  request(
    '/operators',
    {
      condition: ({ json }) => ({ 'if-none-match': ['"a"', json.etag] }),
    },
    'a line with the tag',
  ),
  request(
    '/operators',
    {
      condition: ({ json }) => ({ 'if-match': ['"a"', json.etag] }),
    },
    'must match a line',
  ),
  ...[
    ['bytes=0-1', 'bytes=4-5'],
    ['bytes=0-1', 'x'],
  ].map((range) => request('/operators', { headers: { range } }, 'two lines')),
];

/** Where what has to match does, the client can still have it (RFC 9110 §13.2.2). */
const BOTH_HOLD = ['if-match', 'if-unmodified-since'].flatMap((first) =>
  ['if-none-match', 'if-modified-since'].map((second) =>
    request(
      '/operators',
      {
        condition: ({ json }) =>
          Object.fromEntries(
            [first, second].map((name) => [
              name,
              name.endsWith('match') ? json.etag : json.lastModified,
            ]),
          ),
      },
      `${first} and ${second}`,
    ),
  ),
);

/** The conformance table: every host answers each of these alike. */
export const REQUESTS: readonly HostRequest[] = [
  ...NEGOTIATED.flatMap((path) => [
    request(path),
    request(path, accept('text/csv')),
    request(path, accept(BROWSER)),
    request(path, { ...accept('text/csv'), method: 'HEAD' }),
    request(`${path}.json`, accept('text/csv')),
    request(`${path}.csv`, accept('application/json')),
  ]),
  ...ACCEPTS.map((value) => request('/operators/anchor', accept(value))),
  ...FURTHER.flatMap((path) => [request(path), request(path, accept('text/csv'))]),
  ...DOCUMENTS.flatMap((path) => [request(path), request(path, accept('text/csv'))]),
  request('/llms.txt', { method: 'HEAD' }),
  // An operator that is called like a document.
  request('/operators/feed.json'),
  request('/snapshots/claims.parquet', { headers: { range: 'bytes=-4' } }),
  ...['/.well-known/api-catalog', '/llms.txt'].flatMap((path) => [
    request(path, { isAbsolute: true }, 'at the origin'),
    request(path, { isAbsolute: true, method: 'HEAD' }, 'at the origin'),
    request(path, { isAbsolute: true, method: 'OPTIONS' }, 'at the origin'),
  ]),
  request('/manifest.json', accept('text/csv')),
  request('/problems/unknown-path.json'),
  request('/problems/removed-category/fastest.json'),
  ...[...UNKNOWN, ...GONE].flatMap((path) => [
    request(path),
    request(path, accept('text/csv')),
    request(path, { method: 'HEAD' }),
  ]),
  ...OUTSIDE.map((path) => request(path, { isAbsolute: true }, path === '/' ? 'the root' : '')),
  ...[...PAGES, ...NO_PAGES, ...GONE_PAGES].flatMap((path) =>
    [{}, accept(BROWSER), { ...accept(BROWSER), method: 'HEAD' }].map((given) =>
      request(path, { ...given, isAbsolute: true }, 'a page'),
    ),
  ),
  ...['/', '/nowhere', '/best/fastest'].flatMap((path) =>
    ['text/html;q=0, */*', 'TEXT/HTML', 'text/html; q=0.1', 'text/*', 'application/xhtml+xml'].map(
      (value) => request(path, { ...accept(value), isAbsolute: true }, 'a page'),
    ),
  ),
  ...['POST', 'OPTIONS'].map((method) =>
    request('/operators/anchor', { method, isAbsolute: true }, 'a page'),
  ),
  request('/operators/anchor', { isAbsolute: true, headers: { range: 'bytes=0-9' } }, 'a page'),
  ...ODD_PATHS.flatMap((path) => [request(path), request(path, accept('text/csv'))]),
  ...METHODS.flatMap((method) =>
    ['/operators', '/operators/anchor.csv', '/operators/nobody', '/best/fastest', '/nowhere'].map(
      (path) => request(path, { method }),
    ),
  ),
  request('/operators', {
    method: 'OPTIONS',
    headers: {
      origin: 'https://widget.example',
      'access-control-request-method': 'GET',
      'access-control-request-headers': 'x-widget, if-none-match',
    },
  }),
  request('/operators', { headers: { origin: 'https://widget.example' } }),
  request('/operators/nobody', { headers: { origin: 'https://widget.example' } }),
  ...Object.entries(CONDITIONS).flatMap(([remark, condition]) => [
    request('/operators/anchor', { condition }, remark),
    request('/operators/anchor.json', { condition }, remark),
    request('/operators/anchor', { method: 'HEAD', condition }, remark),
    request('/operators/anchor', { ...accept('text/csv'), condition }, remark),
  ]),
  ...IN_LINES,
  ...BOTH_HOLD,
  request(
    '/operators',
    { condition: ({ json }) => ({ 'if-modified-since': json.lastModified.replace(' GMT', '') }) },
    'a time without a zone',
  ),
  request(
    '/operators',
    { condition: ({ json }) => ({ 'if-modified-since': json.lastModified.replace('GMT', 'CET') }) },
    'a time of another zone',
  ),
  // What is weak matches nothing, and keeps nothing else from it (RFC 9110 §13.1.1).
  request(
    '/operators',
    { condition: ({ json }) => ({ 'if-match': `W/"b", ${json.etag}` }) },
    'must match the tag after a weak one',
  ),
  request(
    '/operators',
    { condition: ({ json }) => ({ 'if-match': `W/${json.etag.replace(/^W\//, '')}` }) },
    'must match another, as the tag is weak',
  ),
  ...[CONDITIONS['any tag'], CONDITIONS['must match another']].flatMap((condition) =>
    ['/operators/nobody', '/best/fastest'].map((path) =>
      request(path, { condition: condition ?? null }, 'an error has no conditions'),
    ),
  ),
  ...Object.entries(RANGES).flatMap(([remark, headers]) => [
    request('/operators.csv', { headers }, remark),
    request('/operators', { headers }, remark),
  ]),
  // Conditions come before ranges (RFC 9110 §13.2.2).
  request(
    '/operators',
    {
      condition: ({ json }) => ({
        'if-none-match': `W/${json.etag.replace(/^W\//, '')}`,
        range: 'bytes=0-1',
      }),
    },
    'a range, but the tag, weakly',
  ),
  request(
    '/operators',
    {
      condition: ({ json: { etag } }) => ({
        'if-none-match': etag,
        range: 'bytes=0-1',
        'if-range': etag,
      }),
    },
    'a range if the tag, but the tag',
  ),
  request('/operators/nobody', { headers: { range: 'bytes=0-9' } }, 'an error is sent whole'),
  ...['the first ten', 'beyond the end'].map((remark) =>
    request('/operators', { method: 'HEAD', headers: RANGES[remark] ?? {} }, 'only GET has ranges'),
  ),
  request('/operators', { condition: () => MANY_HEADERS }, '150 headers'),
  request('/operators', { condition: () => ({ 'x-long': 'a'.repeat(9000) }) }, 'a header of 9,000'),
];

/** All but two lines of what Node sends one line of over HTTP/2. */
export const REQUESTS_OVER_HTTP_2 = REQUESTS.filter((one) => !IN_LINES.includes(one));

/** The files of pages, which have addresses below that of the API as well. */
export const PAGE_FILES: readonly HostRequest[] = [
  '/pages/index.html',
  '/pages/docs/console.html',
  '/pages/embed/best/cheapest.html',
  '/pages/best/cheapest.svg',
  '/pages/nothing.html',
].map((path) => request(path, accept(BROWSER)));

/** Addresses that a server could mistake for another one, or for one of its own. */
const ODD_PAGES = [
  '/api',
  '/api/v1x',
  '/refused',
  '/as-html',
  '/.as-html',
  '/problems/unknown-path.json',
  '/.problems/unknown-path.json',
  '/.pages/404.html',
  '/site.css.br',
  '/metrics/.',
  '/operators/../metrics',
  '/operators/.html',
  '/operators/anchor%0A',
  '/operators/%E7%8B%90',
  '/best/FASTEST',
  '/best/fastest.SVG',
  '/metrics?x=%2f',
  `/operators/${'a'.repeat(300)}`,
].flatMap((path) => [{}, accept(BROWSER)].map((given) => request(path, given, 'a page')));

/** What is asked about pages, where these are below a folder. */
export function pageRequestsBelow(root: string): readonly HostRequest[] {
  return REQUESTS.filter(({ name }) => name.endsWith('(a page)'))
    .concat(ODD_PAGES, root === '' ? [] : request('', {}, 'a page'))
    .map((one) => ({ ...one, path: root + one.path, isAbsolute: true }));
}
