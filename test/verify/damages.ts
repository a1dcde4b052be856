import { brotliCompressSync, gzipSync } from 'node:zlib';
import { type Damage, PAGE, type Passing } from '../doors/damaged-host.ts';

/** A way in which a host can be wrong, and every check that says so. */
export interface DamageCase extends Damage {
  readonly name: string;
  readonly fails: readonly string[];
}

type Answers = NonNullable<Damage['answer']>;

/** Damages answers, some or all. */
const answering =
  (
    change: (passing: Passing) => void,
    where: (passing: Passing) => boolean = () => true,
  ): Answers =>
  (passing) => {
    if (where(passing)) change(passing);
    return undefined;
  };

const at =
  (...paths: readonly string[]) =>
  (passing: Passing) =>
    paths.includes(passing.path);
const isError = ({ status }: Passing) => status >= 400;
const isFound = ({ status }: Passing) => status === 200 || status === 304;
const isSuffixed = ({ path }: Passing) => /\.(json|csv)$/.test(path);
const isNegotiated = (passing: Passing) => isFound(passing) && !isSuffixed(passing);
const isCsv = ({ headers }: Passing) => headers['content-type']?.startsWith('text/csv') === true;

const without =
  (name: string) =>
  ({ headers }: Passing) => {
    delete headers[name];
  };
const saying = (name: string, value: string) => (passing: Passing) => {
  passing.headers[name] = value;
};
const withStatus = (status: number) => (passing: Passing) => {
  passing.status = status;
};
const withBody = (change: (body: Buffer) => Buffer) => (passing: Passing) => {
  passing.body = change(passing.body);
};
const text = (change: (text: string) => string) => (body: Buffer) =>
  Buffer.from(change(body.toString()));

/** A host that makes an ETag its own way, and honours it. */
const tagging =
  (tag: (passing: Passing) => string): Answers =>
  (passing) => {
    if (passing.status !== 200) return undefined;
    passing.headers['etag'] = tag(passing);
    if (passing.asked['if-none-match'] === passing.headers['etag']) {
      passing.status = 304;
      passing.body = Buffer.alloc(0);
    }
    return undefined;
  };

const ENCODERS: Readonly<Record<string, (body: Buffer) => Buffer>> = {
  gzip: (body) => gzipSync(body),
  br: (body) => brotliCompressSync(body),
};

/** A host that compresses as it should, and what then goes wrong with it. */
export const compressing =
  (change: (passing: Passing) => void = () => undefined): Answers =>
  (passing) => {
    if (passing.status !== 200 && passing.status !== 304) return undefined;
    const { headers, asked } = passing;
    headers['vary'] = [headers['vary'], 'Accept-Encoding'].filter(Boolean).join(', ');
    const coding = asked['accept-encoding'] ?? '';
    const encode = ENCODERS[coding];
    if (encode === undefined) return undefined;
    headers['etag'] = `W/${headers['etag']}`;
    if (passing.status === 200) {
      headers['content-encoding'] = coding;
      passing.body = encode(passing.body);
    }
    change(passing);
    return undefined;
  };

const HOUR = 3_600_000;
const isEncoded = ({ headers }: Passing) => headers['content-encoding'] !== undefined;

const ALL_UNKNOWN = [
  'errors/unknown-operator',
  'errors/unknown-category',
  'errors/unknown-metric',
  'errors/unknown-claim',
  'errors/unknown-path',
  'errors/trailing-slash',
  'errors/malformed-path',
];

/** An entry of a manifest, and what follows it. */
const OF_NEWER_VERSION =
  '{"kind":"events","path":"/events","aliases":[],"rows":0,"files":[{"path":"events.json",' +
  `"media_type":"application/json","bytes":3,"sha256":"${'0'.repeat(64)}",` +
  '"generated_at":"2026-11-15T12:00:00Z"}]},';

/** Hosts that are wrong in one thing each. */
export const DAMAGES: readonly DamageCase[] = [
  {
    name: 'a byte of a JSON file is changed',
    answer: answering(
      withBody(text((body) => body.replace('Anchor', 'Ancher'))),
      at('/operators/anchor.json'),
    ),
    fails: ['representations/json-bytes'],
  },
  {
    name: 'a JSON file is missing',
    answer: answering(withStatus(404), at('/operators/anchor.json')),
    fails: ['representations/json-bytes'],
  },
  {
    name: 'a CSV file has other line breaks',
    answer: answering(
      withBody(text((body) => body.replaceAll('\r\n', '\n'))),
      at('/operators/anchor.csv'),
    ),
    fails: ['representations/csv-bytes'],
  },
  {
    name: 'an id leads to another operator than its slug',
    answer: answering(
      withBody(text((body) => body.replace('anchor', 'birch'))),
      at('/operators/7.csv'),
    ),
    fails: ['representations/alias-bytes'],
  },
  {
    name: 'a problem document is cut off',
    answer: answering(
      withBody((body) => body.subarray(0, -2)),
      at('/problems/unknown-path.json'),
    ),
    fails: ['representations/problem-bytes'],
  },
  {
    name: 'a file is sent as text/plain',
    answer: answering(saying('content-type', 'text/plain'), at('/operators/anchor/facts.csv')),
    fails: ['representations/media-type'],
  },
  {
    name: 'a file links to no licence',
    answer: answering(({ headers }) => {
      headers['link'] = headers['link']?.replace(/<[^>]+>; rel="license", /, '') ?? '';
    }, at('/operators/anchor.csv')),
    fails: ['representations/links'],
  },
  {
    name: 'the base address is not found',
    answer: answering(withStatus(404), at('', '/')),
    fails: ['representations/base-address'],
  },
  {
    name: 'nosniff is missing',
    answer: answering(without('x-content-type-options'), at('/operators/anchor.csv')),
    fails: ['representations/nosniff'],
  },
  {
    name: 'HEAD has another type than GET',
    answer: answering(
      saying('content-type', 'text/html'),
      ({ method, status }) => method === 'HEAD' && status === 200,
    ),
    fails: ['representations/head'],
  },
  {
    name: 'a range gets other bytes',
    answer: answering(
      withBody((body) => Buffer.from(body).fill('x')),
      ({ status }) => status === 206,
    ),
    fails: ['representations/range'],
  },
  {
    name: 'a part of a file is 200, as all of it is',
    answer: answering(withStatus(200), ({ status }) => status === 206),
    fails: ['representations/range'],
  },
  {
    name: 'ranges are not answered, which a host may do',
    ask: (headers) => {
      delete headers['range'];
    },
    fails: [],
  },
  {
    name: 'CSV is called JSON',
    answer: answering(
      saying('content-type', 'application/json'),
      (passing) => isNegotiated(passing) && isCsv(passing),
    ),
    fails: ['negotiation/csv-by-accept', 'negotiation/quality', 'negotiation/precedence'],
  },
  {
    name: 'Accept is not looked at',
    ask: (headers) => {
      delete headers['accept'];
    },
    fails: [
      'negotiation/csv-by-accept',
      'negotiation/quality',
      'negotiation/precedence',
      'negotiation/content-location',
      'caching/etag-per-form',
    ],
  },
  {
    name: 'whoever mentions CSV gets it',
    ask: (headers) => {
      if (/text\/csv/i.test(headers['accept'] ?? '')) headers['accept'] = 'text/csv';
    },
    fails: ['negotiation/quality', 'negotiation/precedence', 'negotiation/never-406'],
  },
  {
    name: 'browsers get CSV',
    ask: (headers) => {
      if (headers['accept']?.startsWith('text/html,')) headers['accept'] = 'text/csv';
    },
    fails: ['negotiation/browser'],
  },
  {
    name: 'CSV is the default',
    ask: (headers) => {
      if (headers['accept'] === undefined || headers['accept'] === '*/*')
        headers['accept'] = 'text/csv';
    },
    fails: ['negotiation/json-by-default', 'negotiation/content-location'],
  },
  {
    name: 'what matches nothing is 406',
    answer: answering(
      withStatus(406),
      (passing) => isNegotiated(passing) && passing.asked['accept'] === 'image/png',
    ),
    fails: ['negotiation/never-406'],
  },
  {
    name: 'a suffix does not help against Accept',
    answer: answering(
      saying('content-type', 'text/csv; charset=utf-8; header=present'),
      (passing) =>
        isSuffixed(passing) && passing.asked['accept'] === 'text/csv' && isFound(passing),
    ),
    fails: ['negotiation/suffix-decides'],
  },
  {
    name: 'Content-Location is missing',
    answer: answering(without('content-location'), isNegotiated),
    fails: ['negotiation/content-location'],
  },
  {
    name: 'Vary is missing',
    answer: answering(without('vary')),
    fails: ['negotiation/vary'],
  },
  {
    name: 'Vary is missing where nothing was modified',
    answer: answering(without('vary'), ({ status }) => status === 304),
    fails: ['negotiation/vary'],
  },
  {
    name: 'CORS is missing',
    answer: answering(without('access-control-allow-origin'), isFound),
    fails: ['cors/readable', 'cors/not-modified-readable'],
  },
  {
    name: 'CORS is said twice',
    answer: answering(
      saying('access-control-allow-origin', '*, *'),
      ({ status }) => status === 200,
    ),
    fails: ['cors/readable'],
  },
  {
    name: 'CORS is missing on errors',
    answer: answering(without('access-control-allow-origin'), isError),
    fails: ['cors/errors-readable'],
  },
  {
    name: 'CORS is missing where nothing was modified',
    answer: answering(without('access-control-allow-origin'), ({ status }) => status === 304),
    fails: ['cors/not-modified-readable'],
  },
  {
    name: 'headers are not exposed',
    answer: answering(saying('access-control-expose-headers', 'ETag')),
    fails: ['cors/exposed-headers'],
  },
  {
    name: 'headers are exposed on errors alone',
    answer: answering(
      saying('access-control-expose-headers', 'ETag'),
      ({ status }) => status === 200,
    ),
    fails: ['cors/exposed-headers'],
  },
  {
    name: 'an end is announced that nobody speaks of',
    answer: answering(saying('deprecation', '@1798761600'), isSuffixed),
    fails: ['representations/deprecation'],
  },
  {
    name: 'OPTIONS is 405',
    answer: answering(withStatus(405), ({ method }) => method === 'OPTIONS'),
    fails: ['cors/preflight'],
  },
  {
    name: 'OPTIONS closes the connection',
    answer: ({ method }) => (method === 'OPTIONS' ? 'close' : undefined),
    fails: ['cors/preflight'],
  },
  {
    name: 'a preflight grants no header',
    answer: answering(
      without('access-control-allow-headers'),
      ({ method }) => method === 'OPTIONS',
    ),
    fails: ['cors/preflight'],
  },
  {
    name: 'max-age is another',
    answer: answering(saying('cache-control', 'public, max-age=60')),
    fails: ['caching/cache-control'],
  },
  {
    name: 'there is no ETag',
    answer: answering(without('etag')),
    fails: ['caching/etag'],
  },
  {
    name: 'each machine has an ETag of its own',
    answer: (() => {
      let turn = 0;
      return answering((passing) => {
        turn += 1;
        passing.headers['etag'] = `${passing.headers['etag']?.slice(0, -1)}-${turn}"`;
      }, isFound);
    })(),
    ask: (headers) => {
      const tag = headers['if-none-match'];
      if (tag !== undefined) headers['if-none-match'] = tag.replace(/-\d+"$/, '"');
    },
    fails: ['representations/head', 'caching/etag-stays', 'caching/not-modified-headers'],
  },
  {
    name: 'JSON and CSV share an ETag',
    answer: tagging(({ path }) => `"${path.replace(/\.(json|csv)$/, '')}"`),
    fails: ['caching/etag-per-form', 'caching/etag-follows-bytes'],
  },
  {
    name: 'the ETag takes no notice of the content',
    answer: tagging((passing) => (isCsv(passing) ? '"csv"' : '"json"')),
    fails: ['caching/etag-follows-bytes'],
  },
  {
    name: 'nothing is ever 304',
    ask: (headers) => {
      delete headers['if-none-match'];
      delete headers['if-modified-since'];
    },
    fails: ['caching/not-modified-by-etag', 'caching/not-modified-by-date'],
  },
  {
    name: 'any ETag is 304',
    answer: answering(
      withStatus(304),
      ({ status, asked }) => status === 200 && asked['if-none-match'] !== undefined,
    ),
    fails: ['caching/other-etag'],
  },
  {
    name: '304 has no ETag',
    answer: answering(without('etag'), ({ status }) => status === 304),
    fails: ['caching/not-modified-headers'],
  },
  {
    name: 'Last-Modified is to come',
    answer: answering(saying('last-modified', new Date(Date.now() + HOUR).toUTCString()), isFound),
    fails: ['caching/last-modified'],
  },
  {
    name: 'errors are HTML',
    answer: answering(
      (passing) => {
        passing.headers['content-type'] = 'text/html';
        passing.body = Buffer.from('<h1>Not Found</h1>');
      },
      ({ status }) => status === 404,
    ),
    fails: [...ALL_UNKNOWN, 'errors/head'],
  },
  {
    name: 'an unknown operator is 200',
    answer: answering(
      withStatus(200),
      ({ status, path }) => status === 404 && /^\/operators\/no-/.test(path),
    ),
    fails: ['errors/unknown-operator', 'errors/head'],
  },
  {
    name: 'a trailing slash is redirected',
    answer: answering(
      (passing) => {
        passing.status = 301;
        passing.headers['location'] = passing.path.slice(0, -1);
      },
      ({ path }) => path.length > 1 && path.endsWith('/'),
    ),
    fails: ['errors/trailing-slash'],
  },
  {
    name: 'a malformed path is 400',
    answer: answering(withStatus(400), ({ path }) => path.includes('%')),
    fails: ['errors/malformed-path'],
  },
  {
    name: 'a removed category is 404',
    answer: answering(
      withStatus(404),
      ({ status, path }) => status === 410 && path.startsWith('/best/'),
    ),
    fails: ['errors/removed-category', 'errors/head'],
  },
  {
    name: 'POST is 200',
    answer: answering(withStatus(200), ({ method }) => method === 'POST'),
    fails: ['errors/method-not-allowed'],
  },
  {
    name: 'POST to a removed category is 410',
    answer: answering(
      withStatus(410),
      ({ method, path }) => method === 'POST' && path.startsWith('/best/'),
    ),
    fails: ['errors/method-not-allowed'],
  },
  {
    name: '405 has no Allow',
    answer: answering(without('allow'), ({ status }) => status === 405),
    fails: ['errors/method-not-allowed'],
  },
  { name: 'everything is compressed as it should be', answer: compressing(), fails: [] },
  {
    name: 'a gzip body is cut off',
    answer: compressing((passing) => {
      if (passing.headers['content-encoding'] === 'gzip')
        passing.body = passing.body.subarray(0, -12);
    }),
    fails: ['compression/gzip'],
  },
  {
    name: 'a gzip body is not compressed at all',
    answer: compressing((passing) => {
      if (passing.headers['content-encoding'] === 'gzip') passing.body = Buffer.from('plain');
    }),
    fails: ['compression/gzip'],
  },
  {
    name: 'a Brotli body is an older one',
    answer: compressing((passing) => {
      if (passing.headers['content-encoding'] === 'br')
        passing.body = brotliCompressSync('{"meta":{}}');
    }),
    fails: ['compression/brotli'],
  },
  {
    name: 'a gzip body decodes to a thousand times as much',
    answer: compressing((passing) => {
      if (passing.headers['content-encoding'] === 'gzip')
        passing.body = gzipSync(Buffer.alloc(2 ** 22));
    }),
    fails: ['compression/gzip'],
  },
  {
    name: 'Brotli is sent to whoever asks for gzip',
    answer: compressing((passing) => {
      if (passing.headers['content-encoding'] !== 'gzip') return;
      passing.headers['content-encoding'] = 'br';
    }),
    fails: ['compression/gzip'],
  },
  {
    name: 'compressed files are sent as gzip files',
    answer: compressing((passing) => {
      if (isEncoded(passing)) passing.headers['content-type'] = 'application/gzip';
    }),
    fails: ['compression/media-type'],
  },
  {
    name: 'compressed answers vary on Accept-Encoding alone',
    answer: compressing((passing) => {
      if (isEncoded(passing)) passing.headers['vary'] = 'Accept-Encoding';
    }),
    fails: ['compression/vary'],
  },
  {
    name: 'compressed answers have the strong ETag of the plain ones',
    answer: compressing(({ headers }) => {
      headers['etag'] = headers['etag']?.replace('W/', '') ?? '';
    }),
    fails: ['compression/etag'],
  },
  {
    name: 'compressed answers are never 304',
    ask: (headers) => {
      if (headers['accept-encoding'] === 'gzip') delete headers['if-none-match'];
    },
    answer: compressing(),
    fails: ['compression/not-modified'],
  },
  {
    name: 'who refuses compression gets it',
    answer: (passing) => {
      const { asked } = passing;
      const isRefused = asked['accept-encoding']?.includes('q=0') === true;
      return compressing()(
        isRefused
          ? Object.assign(passing, { asked: { ...asked, 'accept-encoding': 'gzip' } })
          : passing,
      );
    },
    fails: ['compression/only-when-asked'],
  },
  {
    name: 'the clock is an hour off',
    answer: answering(saying('date', new Date(Date.now() - HOUR).toUTCString())),
    fails: ['freshness/clock'],
  },
  {
    name: 'the clock is an hour ahead',
    answer: answering(saying('date', new Date(Date.now() + HOUR).toUTCString())),
    fails: ['freshness/clock'],
  },
  { name: 'there is no Date', answer: answering(without('date')), fails: ['freshness/clock'] },
  {
    name: 'a cache has kept answers for two hours',
    answer: answering(({ headers }) => {
      headers['age'] = '7200';
      headers['date'] = new Date(Date.now() - 2 * HOUR).toUTCString();
    }),
    fails: ['freshness/age'],
  },
  {
    name: 'a cache has kept answers for ten minutes, as it may',
    answer: answering(({ headers }) => {
      headers['age'] = '600';
      headers['date'] = new Date(Date.now() - 600_000).toUTCString();
    }),
    fails: [],
  },
  {
    name: 'the manifest lists what no build writes',
    answer: answering(
      withBody(
        text((body) =>
          body.replace(
            '"resources":[',
            '"resources":[{"kind":"list","path":"/../../etc/passwd","aliases":[],"files":[]},',
          ),
        ),
      ),
      at('/manifest.json'),
    ),
    fails: ['representations/manifest'],
  },
  {
    name: 'the manifest lists what only a newer version publishes',
    answer: answering(
      withBody(
        text((body) =>
          body
            .replace('"resources":[', `$&${OF_NEWER_VERSION}`)
            .replace('"/operators/7"', '$&,"/x/7"'),
        ),
      ),
      at('/manifest.json'),
    ),
    fails: [],
  },
  {
    name: 'the manifest was made tomorrow',
    answer: answering(
      withBody(text((body) => body.replace(/"generated_at":"\d{4}/, '"generated_at":"2999'))),
      at('/manifest.json'),
    ),
    fails: ['freshness/not-in-future'],
  },
];

const isPage = ({ path }: Passing) => path.startsWith(PAGE);
const isForPeople = (passing: Passing) =>
  isPage(passing) && passing.asked['accept']?.startsWith('text/html') === true;

/** The same where there are pages. */
export const PAGE_DAMAGES: readonly DamageCase[] = [
  {
    name: 'a page is an old one',
    answer: answering(
      withBody(text((body) => body.replace('Anchor', 'Ancher'))),
      at(`${PAGE}/operators/anchor`),
    ),
    fails: ['pages/page-bytes'],
  },
  {
    name: 'another website is at the root',
    answer: answering(
      withBody(() => Buffer.from('<p>Hello')),
      at(`${PAGE}/`),
    ),
    fails: ['pages/page-bytes'],
  },
  {
    name: 'pages have no policy',
    answer: answering(
      without('content-security-policy'),
      (passing) => isPage(passing) && isFound(passing),
    ),
    fails: ['pages/security-policy'],
  },
  {
    name: 'pages are plain text',
    answer: answering(
      saying('content-type', 'text/plain'),
      (passing) => isPage(passing) && isFound(passing),
    ),
    fails: ['pages/media-type'],
  },
  {
    name: 'people get an error page with the status 200',
    answer: answering(withStatus(200), (passing) => isForPeople(passing) && passing.status === 404),
    fails: ['pages/unknown-page'],
  },
  {
    name: 'programs get the error page for people',
    answer: answering(
      saying('content-type', 'text/html; charset=utf-8'),
      (passing) => isPage(passing) && !isForPeople(passing) && isError(passing),
    ),
    fails: ['pages/unknown-path'],
  },
  {
    name: 'the page of a removed ranking is 404',
    answer: answering(withStatus(404), (passing) => isPage(passing) && passing.status === 410),
    fails: ['pages/removed-ranking'],
  },
];
