import { describe, expect, it } from 'vitest';
import { checkLinks, type Outcome } from '../../src/links/index.ts';
import {
  byMethod,
  inTurn,
  meeting,
  type Pages,
  redirect,
  reset,
  silence,
  slowly,
  smallWeb,
} from '../doors/small-web.ts';

const A = 'https://a.example';
const BUSY = (seconds: number): [number, Record<string, string>] => [
  429,
  { 'retry-after': String(seconds) },
];

/** Answers HEAD with 503 first, and GET always. */
function downOnce(): Pages[string] {
  const head = inTurn([503, { 'retry-after': '0' }], 200);
  return (request, response) =>
    request.method === 'HEAD' ? head(request, response) : response.writeHead(503).end();
}

/** What comes of some addresses, and what was asked for. */
async function check(
  pages: Pages,
  addresses: readonly string[],
  { pause = 0, patience = 60_000 } = {},
) {
  const web = await smallWeb(pages);
  const outcomes = new Map<string, Outcome>();
  await checkLinks(addresses, {
    userAgent: 'operator-api/0.0.0 (+review)',
    patience,
    pause,
    now: () => 0,
    signal: new AbortController().signal,
    ask: web.ask,
    onOutcome: (address, outcome) => outcomes.set(address, outcome),
  });
  return { ...web, outcomes };
}

describe('an address', () => {
  it.each<[string, Pages, Partial<Outcome>]>([
    ['that is there', { [`${A}/p`]: 200 }, { state: 'found', reason: '', location: null }],
    ['that answers HEAD with 405', { [`${A}/p`]: byMethod(405, 200) }, { state: 'found' }],
    ['that answers HEAD with 501', { [`${A}/p`]: byMethod(501, 200) }, { state: 'found' }],
    ['that answers HEAD with 403', { [`${A}/p`]: byMethod(403, 200) }, { state: 'found' }],
    ['that answers HEAD with 404', { [`${A}/p`]: byMethod(404, 200) }, { state: 'found' }],
    ['that is gone', { [`${A}/p`]: 410 }, { state: 'dead', reason: 'it answers 410' }],
    ['that is not there', { [`${A}/`]: 200 }, { state: 'dead', reason: 'it answers 404' }],
    ['that is forbidden', { [`${A}/p`]: 403 }, { state: 'refused', reason: 'it answers 403' }],
    ['that wants a password', { [`${A}/p`]: 401 }, { state: 'refused', reason: 'it answers 401' }],
    ['that fails', { [`${A}/p`]: 500 }, { state: 'failing', reason: 'it answers 500' }],
    [
      'that closes the connection',
      { [`${A}/p`]: reset },
      { state: 'failing', reason: 'the connection was closed before the answer was complete' },
    ],
    ['of a host without a name', {}, { state: 'failing', reason: 'no host has this name' }],
    [
      'that moved twice',
      {
        [`${A}/p`]: redirect('/q', 301),
        [`${A}/q`]: redirect('https://b.example/', 308),
        'https://b.example/': 200,
      },
      { state: 'moved', location: 'https://b.example/' },
    ],
    [
      'that moved, and redirects from there',
      { [`${A}/p`]: redirect('/q#part'), [`${A}/q`]: redirect('/login', 302), [`${A}/login`]: 200 },
      { state: 'moved', location: `${A}/q` },
    ],
    [
      'that redirects for now',
      { [`${A}/p`]: redirect('/q', 307), [`${A}/q`]: redirect('/r'), [`${A}/r`]: 200 },
      { state: 'redirected', location: `${A}/r` },
    ],
    [
      'that moved to nothing',
      { [`${A}/p`]: redirect('/q') },
      { state: 'dead', reason: 'it answers 404', location: `${A}/q` },
    ],
    [
      'that redirects in a circle',
      { [`${A}/p`]: redirect('/q', 302), [`${A}/q`]: redirect('/p', 302) },
      { state: 'refused', reason: 'it redirects in a circle', location: `${A}/q` },
    ],
    [
      'that redirects without end',
      Object.fromEntries(
        Array.from({ length: 30 }, (_, n) => [`${A}/p${n || ''}`, redirect(`/p${n + 1}`)]),
      ),
      { state: 'refused', reason: 'it redirects more than 20 times' },
    ],
    [
      'that redirects to this machine',
      { [`${A}/p`]: redirect('http://127.0.0.1/p') },
      { state: 'unasked', location: 'http://127.0.0.1/p' },
    ],
    [
      'that redirects without saying where',
      { [`${A}/p`]: 302 },
      { state: 'refused', reason: 'it answers 302' },
    ],
    ['of a busy host that recovers', { [`${A}/p`]: inTurn(BUSY(0), 200) }, { state: 'found' }],
    [
      'of a host that stays busy',
      { [`${A}/p`]: BUSY(0) },
      { state: 'refused', reason: 'it answers 429' },
    ],
    [
      'of a host that wants a long pause',
      { [`${A}/p`]: BUSY(3600) },
      { state: 'refused', reason: 'it answers 429' },
    ],
    ['of a host that is down for now', { [`${A}/p`]: downOnce() }, { state: 'found' }],
  ])('%s', async (_, pages, expected) => {
    const { outcomes } = await check(pages, [`${A}/p`]);
    expect(outcomes.get(`${A}/p`)).toMatchObject(expected);
  });

  it('that is silent is not waited for', async () => {
    const { outcomes } = await check({ [`${A}/p`]: silence }, [`${A}/p`], { patience: 300 });
    expect(outcomes.get(`${A}/p`)).toMatchObject({
      state: 'failing',
      reason: 'no answer came within 0.3 seconds',
    });
  });

  it.each([
    'http://127.0.0.1/p',
    'http://localhost/p',
    'http://printer.local/p',
    'http://192.168.1.1/p',
    'http://[::1]/p',
    'http://intranet/p',
  ])('of a private network, as %s, is never asked', async (address) => {
    const { asked, outcomes } = await check({ [address]: 200 }, [address]);
    expect(outcomes.get(address)).toMatchObject({ state: 'unasked' });
    expect(asked).toEqual([]);
  });
});

describe('robots.txt', () => {
  const disallow = (path: string): [number, Record<string, string>, string] => [
    200,
    {},
    `User-agent: *\nDisallow: ${path}`,
  ];

  it('is asked for once by each origin, and what it disallows is not asked', async () => {
    const { asked, outcomes } = await check(
      { [`${A}/robots.txt`]: disallow('/p'), [`${A}/p`]: 200, [`${A}/q`]: 200 },
      [`${A}/p`, `${A}/q`],
    );
    expect(outcomes.get(`${A}/p`)).toEqual({
      state: 'unasked',
      reason: 'robots.txt of a.example disallows it',
      location: null,
    });
    expect(asked).toEqual([`GET ${A}/robots.txt`, `HEAD ${A}/q`]);
  });

  it('holds for redirects to another host', async () => {
    const { asked, outcomes } = await check(
      {
        [`${A}/p`]: redirect('https://b.example/p'),
        'https://b.example/robots.txt': disallow('/'),
      },
      [`${A}/p`],
    );
    expect(outcomes.get(`${A}/p`)).toEqual({
      state: 'unasked',
      reason: 'robots.txt of b.example disallows it',
      location: 'https://b.example/p',
    });
    expect(asked).not.toContain('HEAD https://b.example/p');
  });

  it('may be at the end of a redirect', async () => {
    const { outcomes } = await check(
      { [`${A}/robots.txt`]: redirect('/r.txt'), [`${A}/r.txt`]: disallow('/'), [`${A}/p`]: 200 },
      [`${A}/p`],
    );
    expect(outcomes.get(`${A}/p`)).toMatchObject({ state: 'unasked' });
  });

  it.each<[string, Pages[string], Partial<Outcome>, number]>([
    ['is missing', 404, { state: 'found' }, 2],
    ['is forbidden', 403, { state: 'found' }, 2],
    ['fails', 500, { state: 'failing', reason: 'its robots.txt answers 500' }, 1],
    ['is refused', BUSY(3600), { state: 'refused', reason: 'its robots.txt answers 429' }, 1],
    ['redirects in a circle', redirect('/robots.txt'), { state: 'found' }, 7],
    ['is on this machine', redirect('http://127.0.0.1/robots.txt'), { state: 'found' }, 2],
  ])('that %s', async (_, robots, expected, requests) => {
    const { asked, outcomes } = await check({ [`${A}/robots.txt`]: robots, [`${A}/p`]: 200 }, [
      `${A}/p`,
    ]);
    expect(outcomes.get(`${A}/p`)).toMatchObject(expected);
    expect(asked).toHaveLength(requests);
  });

  it('asks for a pause with Crawl-delay', async () => {
    const robots: Pages[string] = [200, {}, 'User-agent: *\nCrawl-delay: 0.2'];
    const begun = performance.now();
    await check({ [`${A}/robots.txt`]: robots, [`${A}/p`]: 200, [`${A}/q`]: 200 }, [
      `${A}/p`,
      `${A}/q`,
    ]);
    expect(performance.now() - begun).toBeGreaterThan(190);
  });
});

describe('a host', () => {
  it('is asked for one address at a time, while others are asked as well', async () => {
    const hosts = ['b', 'c', 'd'].map((name) => `https://${name}.example`);
    const pages = hosts.flatMap((host) => [`${host}/1`, `${host}/2`]);
    const together = meeting(hosts.length);
    const { mostAtOnce, outcomes, agents } = await check(
      {
        ...Object.fromEntries(hosts.map((host) => [`${host}/robots.txt`, together])),
        ...Object.fromEntries(pages.map((page) => [page, redirect(`${A}/p`, 302)])),
        [`${A}/p`]: slowly,
      },
      pages,
    );
    expect(mostAtOnce()).toBe(1);
    expect([...outcomes.values()].map(({ state }) => state)).toEqual(pages.map(() => 'redirected'));
    expect([...agents]).toEqual(['operator-api/0.0.0 (+review)']);
  });

  it('has a pause between two requests', async () => {
    const begun = performance.now();
    await check({ [`${A}/p`]: 200, [`${A}/q`]: 200 }, [`${A}/p`, `${A}/q`], { pause: 0.1 });
    expect(performance.now() - begun).toBeGreaterThan(190);
  });

  it('that wants a long pause is left alone, and the rest of its addresses has no outcome', async () => {
    const { asked, outcomes } = await check({ [`${A}/p`]: BUSY(3600), [`${A}/q`]: 200 }, [
      `${A}/p`,
      `${A}/q`,
    ]);
    expect([...outcomes.keys()]).toEqual([`${A}/p`]);
    expect(asked).toEqual([`GET ${A}/robots.txt`, `HEAD ${A}/p`]);
  });

  it('without a name is asked for once', async () => {
    const { asked, outcomes } = await check({}, [`${A}/p`, `${A}/q`]);
    expect(asked).toEqual([`GET ${A}/robots.txt`]);
    expect([...outcomes.values()].map(({ state }) => state)).toEqual(['failing', 'failing']);
  });
});

it('ends without a failure when it is stopped, with what was learned', async () => {
  const stop = new AbortController();
  const web = await smallWeb({ [`${A}/p`]: 200, [`${A}/q`]: () => stop.abort() });
  const learned: string[] = [];
  await checkLinks([`${A}/p`, `${A}/q`, `${A}/r`], {
    userAgent: 'operator-api/0.0.0 (+review)',
    patience: 60_000,
    pause: 0,
    now: () => 0,
    signal: stop.signal,
    ask: web.ask,
    onOutcome: (address) => learned.push(address),
  });
  expect(learned).toEqual([`${A}/p`]);
});
