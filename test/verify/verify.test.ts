import { execFile } from 'node:child_process';
import { createServer, type RequestListener } from 'node:http';
import type { AddressInfo } from 'node:net';
import { Readable } from 'node:stream';
import { setTimeout as sleep } from 'node:timers/promises';
import { beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import { runCommandLine } from '../../src/commands/index.ts';
import { systemClock } from '../../src/model/index.ts';
import { verify as verifyHost } from '../../src/verify/index.ts';
import { project } from '../doors/check-build.ts';
import { preview } from '../doors/check-preview.ts';
import { type Damage, damagedHost } from '../doors/damaged-host.ts';
import { sharedFolder } from '../doors/folders.ts';
import { runCli } from '../doors/run-cli.ts';
import {
  DEPRECATED,
  NESTED_DEEP,
  operator,
  type Sources,
  tiny,
  withPages,
} from '../doors/tiny-dataset.ts';
import { compressing, DAMAGES, PAGE_DAMAGES } from './damages.ts';

const shared = project(tiny(), sharedFolder());
beforeAll(() => shared.buildAt(0, { clock: systemClock() }), 120_000);

const OF_PAGES = [
  'pages/page-bytes',
  'pages/media-type',
  'pages/security-policy',
  'pages/unknown-page',
  'pages/unknown-path',
  'pages/removed-ranking',
];

/**
 * A preview of a build, and the host that stands before it.
 *
 * @param sources For a build of its own, which a test may change.
 */
async function published(damage: Damage = {}, publicPath?: string, sources?: Sources) {
  const own = sources === undefined ? shared : project(sources);
  const { out, buildAt, change } = own;
  if (own !== shared) await buildAt(0, { clock: systemClock() });
  const { port } = await preview(out);
  const host = await damagedHost(port, damage, publicPath);
  return { ...host, out, buildAt, change };
}

interface Report {
  readonly requests: number;
  readonly resources: Readonly<Record<'total' | 'compared' | 'of_newer_version', number>>;
  readonly checks: readonly {
    readonly id: string;
    readonly verdict: string;
    readonly deviations: readonly {
      readonly curl: string;
      readonly expected: string;
      readonly actual: string;
    }[];
  }[];
}

/** Runs the command line in this process. */
async function run(args: readonly string[], isInteractive = false) {
  let [out, err] = ['', ''];
  const code = await runCommandLine(args, '0.0.0', {
    input: Readable.from([]),
    out: (text) => {
      out += text;
    },
    err: (text) => {
      err += text;
    },
    isInteractive,
    isColourful: false,
    env: {},
    fetchAsksProxies: false,
    ask: async () => null,
    untilInterrupted: () => Promise.resolve(),
  });
  return { code, out, err };
}

/** Runs the command with a JSON report, which it also reads. */
async function verify(baseUrl: string, ...args: string[]) {
  const finished = await run(['verify', baseUrl, '--format', 'json', ...args]);
  return { ...finished, report: JSON.parse(finished.out) as Report };
}

function idsOf({ checks }: Report, verdict: string): string[] {
  return checks.filter((check) => check.verdict === verdict).map(({ id }) => id);
}

function deviationsOf({ checks }: Report, id: string) {
  return checks.find((check) => check.id === id)?.deviations ?? [];
}

/** Any server on loopback, by its address. */
async function listen(listener: RequestListener): Promise<string> {
  const server = createServer(listener);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}/api/v1`;
}

describe('verify', () => {
  it('finds nothing wrong with what serve answers, and asks politely', async () => {
    const { baseUrl, asked, mostAtOnce } = await published();
    const { code, err, out } = await runCli(['verify', baseUrl, '--format', 'json']);
    const report = JSON.parse(out) as Report;
    expect(idsOf(report, 'failed')).toEqual([]);
    expect(code).toBe(0);
    expect(err).toMatch(
      /^All \d+ checks passed \(\d+ not checked\): \d+ requests, in [\d.]+ s\.\n$/,
    );
    expect(asked.length).toBe(report.requests);
    expect(mostAtOnce()).toBeLessThanOrEqual(4);
    const agents = new Set(asked.map(({ headers }) => headers['user-agent']));
    expect([...agents]).toEqual([expect.stringMatching(/^operator-api\/\d[\w.-]* \(\+verify\)$/)]);
    // What is left unchecked is what this host does not do, or nobody asked for.
    expect(idsOf(report, 'skipped').filter((id) => !id.startsWith('compression/'))).toEqual([
      ...OF_PAGES,
      'freshness/manifest-matches-build',
      'freshness/recent',
    ]);
  });

  it('compares with the local build, one request at a time, when asked to', async () => {
    const { baseUrl, mostAtOnce, out } = await published();
    const args = ['--out', out, '--max-age-hours', '1', '--concurrency', '1', '--sample', 'all'];
    const { code, report } = await verify(baseUrl, ...args);
    expect(idsOf(report, 'failed')).toEqual([]);
    expect(code).toBe(0);
    expect(idsOf(report, 'passed')).toEqual(
      expect.arrayContaining(['freshness/manifest-matches-build', 'freshness/recent']),
    );
    expect(mostAtOnce()).toBe(1);
  });

  it('judges compression where there is some', async () => {
    const { baseUrl } = await published({ answer: compressing() });
    const { report } = await verify(baseUrl);
    const compression = report.checks.filter(({ id }) => id.startsWith('compression/'));
    expect(compression.length).toBeGreaterThan(5);
    expect(compression.filter(({ verdict }) => verdict !== 'passed')).toEqual([]);
  });

  it('knows a deployment by its own path and max-age', async () => {
    const damage: Damage = {
      answer: ({ headers }) => {
        headers['cache-control'] = 'public, max-age=60';
        const location = headers['content-location'];
        if (location !== undefined) headers['content-location'] = `/bookmakers${location}`;
        const links = headers['link'];
        if (links !== undefined) headers['link'] = links.replaceAll('</api', '</bookmakers/api');
        return undefined;
      },
    };
    const { baseUrl, asked } = await published(damage, '/bookmakers/api/v1');
    const { code, report } = await verify(`${baseUrl}/`, '--max-age', '60');
    expect(idsOf(report, 'failed')).toEqual([]);
    expect(code).toBe(0);
    expect(asked.filter(({ url }) => !url.startsWith('/bookmakers/api/v1'))).toEqual([]);
  });

  it('knows whether a deployment has to say that it will end', async () => {
    const { baseUrl } = await published({}, '/api/v1', DEPRECATED);
    const { code, report } = await verify(baseUrl);
    expect(idsOf(report, 'failed')).toEqual([]);
    expect(code).toBe(0);

    const silent: Damage = {
      answer: ({ headers }) => {
        delete headers['sunset'];
        headers['link'] = headers['link']?.replace(/, <[^>]*>; rel="deprecation"/, '') ?? '';
        headers['access-control-expose-headers'] = 'ETag, Link, Last-Modified';
        return undefined;
      },
    };
    const host = await published(silent, '/api/v1', DEPRECATED);
    const { report: found } = await verify(host.baseUrl);
    expect(idsOf(found, 'failed')).toEqual([
      'representations/links',
      'representations/deprecation',
      'cors/exposed-headers',
    ]);
    expect(deviationsOf(found, 'representations/deprecation')[0]).toMatchObject({
      expected: 'Sunset: Thu, 01 Jul 2027 12:30:00 GMT',
      actual: 'no Sunset',
    });
  });

  it('looks at a sample with something of each kind', async () => {
    const { baseUrl, asked } = await published();
    const { code, report } = await verify(baseUrl, '--sample', '1');
    expect(code).toBe(0);
    expect(report.resources).toEqual({ total: 93, compared: 21, of_newer_version: 0 });
    const plain = asked.filter(({ headers }) => headers['accept-encoding'] === 'identity');
    const compared = new Set(plain.map(({ url }) => url));
    expect(compared).toContain('/api/v1/operators/birch.csv');
    expect(compared).not.toContain('/api/v1/operators/anchor.csv');
  });

  it.each(DAMAGES)('finds $fails where $name', async ({ fails, ...damage }) => {
    const { baseUrl } = await published(damage);
    const { code, err, report } = await verify(baseUrl);
    expect(idsOf(report, 'failed').sort()).toEqual([...fails].sort());
    expect(code).toBe(fails.length === 0 ? 0 : 1);
    expect(err.trim().split('\n')).toHaveLength(1);
  });

  it('says how much it has passed over that only a newer version publishes', async () => {
    const newer = DAMAGES.find(({ name }) => name.includes('only a newer version'));
    const { baseUrl, asked } = await published(newer);
    const { report } = await verify(baseUrl);
    expect(report.resources).toMatchObject({ total: 93, of_newer_version: 2 });
    const { code, out } = await run(['verify', baseUrl]);
    expect(code).toBe(0);
    expect(out).toContain(
      '\nnot looked at: what a newer version has published (manifest entries: 2)\n',
    );
    expect(asked.filter(({ url }) => /events|\/x\//.test(url))).toEqual([]);
  });

  it('finds a publication that is not the local build', async () => {
    const { baseUrl, out } = await published();
    const next = project(tiny({ 'operators/birch.yaml': operator(3, 'Beech') }));
    await next.buildAt(0, { clock: systemClock(), previous: `${out}/api/v1/manifest.json` });
    const { code, report } = await verify(baseUrl, '--out', next.out);
    expect(code).toBe(1);
    expect(idsOf(report, 'failed')).toEqual(
      expect.arrayContaining(['freshness/manifest-matches-build', 'representations/json-bytes']),
    );
    // The log of changes has another length; what has the same is shown where it differs.
    const deviation = deviationsOf(report, 'representations/csv-bytes').find(({ expected }) =>
      expected.includes('eech'),
    );
    expect(deviation?.expected).toMatch(/from byte \d+ on "eech/);
    expect(deviation?.actual).toMatch(/from byte \d+ on "irch/);
  });

  it('finds files that a stale manifest does not list', async () => {
    let old: Buffer | null = null;
    const { baseUrl, change, buildAt } = await published(
      {
        answer: (passing) => {
          if (passing.path !== '/manifest.json') return undefined;
          old ??= passing.body;
          passing.body = old;
          return undefined;
        },
      },
      undefined,
      tiny(),
    );
    expect((await verify(baseUrl)).code).toBe(0);
    change({ 'operators/birch.yaml': operator(3, 'Beech') });
    await buildAt(60);
    const { code, report } = await verify(baseUrl);
    expect(code).toBe(1);
    expect(idsOf(report, 'failed')).toEqual(
      expect.arrayContaining(['representations/json-bytes', 'representations/csv-bytes']),
    );
  });

  it('finds a publication that is older than it may be', async () => {
    const { out, buildAt } = project(tiny());
    await buildAt(0);
    const { baseUrl } = await damagedHost((await preview(out)).port, {});
    const { code, report } = await verify(baseUrl, '--max-age-hours', '0.001');
    expect(code).toBe(1);
    expect(idsOf(report, 'failed')).toEqual(['freshness/recent']);
  });

  it('lets a known deviation pass', async () => {
    const { baseUrl } = await published({
      answer: ({ headers }) => {
        delete headers['vary'];
        return undefined;
      },
    });
    const { code, err, report } = await verify(baseUrl, '--except', 'negotiation/vary');
    expect(code).toBe(0);
    expect(idsOf(report, 'excepted')).toEqual(['negotiation/vary']);
    expect(err).toContain('1 known');
  });

  it('says after every probe how many it has run', async () => {
    const { baseUrl } = await published();
    const seen: (readonly [probes: number, total: number])[] = [];
    await verifyHost({
      baseUrl,
      userAgent: 'test',
      sample: 1,
      concurrency: 4,
      patience: 10_000,
      maxAge: null,
      maxAgeHours: null,
      built: null,
      except: [],
      now: () => systemClock().now,
      watcher: {
        onProgress: (probes, total) => seen.push([probes, total]),
        onPause: () => undefined,
      },
    });
    expect(seen).not.toEqual([]);
    expect(seen).toEqual(seen.map((_, index) => [index + 1, seen.length]));
  });

  it('never asks outside of the API, whatever the manifest lists', async () => {
    const { baseUrl, asked } = await published({
      answer: (passing) => {
        if (passing.path !== '/manifest.json') return undefined;
        const file = {
          path: 'operators.json',
          media_type: 'application/json',
          bytes: 1,
          sha256: '0'.repeat(64),
          generated_at: '2026-11-15T12:00:00Z',
        };
        const sound = { kind: 'list', path: '/operators', aliases: [], files: [file] };
        const hostile = { ...sound, aliases: ['/../secret', '//evil.example/x'] };
        const elsewhere = { ...sound, files: [{ ...file, path: '../secret.json' }] };
        passing.body = Buffer.from(
          JSON.stringify({ resources: [hostile, elsewhere, null, { ...sound, path: 7 }] }),
        );
        return undefined;
      },
    });
    const { code, report } = await verify(baseUrl);
    expect(code).toBe(1);
    expect(deviationsOf(report, 'representations/manifest').length).toBe(5);
    expect(asked.filter(({ url }) => /secret|evil/.test(url))).toEqual([]);
  });
});

describe('verify of a service with pages', () => {
  const built = project(withPages(), sharedFolder());
  beforeAll(() => built.buildAt(0, { clock: systemClock() }), 120_000);

  const withDamage = async (damage: Damage = {}, publicPath?: string) => {
    const { port } = await preview(built.out);
    return damagedHost(port, damage, publicPath);
  };

  it.each(['/api/v1', '/bookmakers/api/v1'])('asks at their addresses beside %s', async (path) => {
    const root = path.replace('/api/v1', '');
    const moved: Damage = {
      answer: ({ headers }) => {
        for (const name of ['link', 'content-location']) {
          const value = headers[name];
          if (value !== undefined) headers[name] = value.replaceAll('/api/', `${root}/api/`);
        }
        return undefined;
      },
    };
    const { baseUrl, asked } = await withDamage(moved, path);
    const { code, report } = await verify(baseUrl, '--sample', 'all');
    expect(report.checks.filter(({ verdict }) => verdict === 'failed')).toEqual([]);
    expect(code).toBe(0);
    expect(idsOf(report, 'passed')).toEqual(expect.arrayContaining(OF_PAGES));
    const addresses = asked.map(({ url }) => url).filter((url) => !url.startsWith(path));
    for (const page of ['/', '/operators/anchor', '/metrics/fee_usd', '/site.css']) {
      expect(addresses).toContain(root + page);
    }
  });

  it.each(PAGE_DAMAGES)('finds $fails where $name', async ({ fails, ...damage }) => {
    const { baseUrl } = await withDamage(damage);
    const { code, report } = await verify(baseUrl, '--sample', 'all');
    expect(idsOf(report, 'failed').sort()).toEqual([...fails].sort());
    expect(code).toBe(1);
  });

  it('shows the address of a page that is wrong', async () => {
    const damage = PAGE_DAMAGES.find(({ fails }) => fails.includes('pages/security-policy'));
    const { baseUrl } = await withDamage(damage);
    const { report } = await verify(baseUrl);
    const [deviation] = deviationsOf(report, 'pages/security-policy');
    expect(deviation?.curl).toContain(`'${baseUrl.replace('/api/v1', '/')}'`);
    expect(deviation?.actual).toBe('no Content-Security-Policy');
  });
});

describe('the report of verify', () => {
  it('shows what failed with a line for the shell that shows it again', async () => {
    const { baseUrl } = await published({
      answer: (passing) => {
        const { path, headers, method } = passing;
        if (path === '/operators' && headers['content-type']?.startsWith('text/csv')) {
          headers['content-type'] = 'text/plain';
        }
        if (path === '/operators/7.csv') passing.body = Buffer.from('id\r\n');
        if (method === 'POST') passing.status = 200;
        return undefined;
      },
    });
    const { code, out } = await run(['verify', baseUrl, '--sample', 'all']);
    expect(code).toBe(1);
    expect(out).not.toContain('\u001b');
    const block = out.slice(out.indexOf('  FAIL   representations/alias-bytes'));
    expect(block.split('\n').slice(0, 4).join('\n').replaceAll(baseUrl, 'BASE')).toMatch(
      /^ {2}FAIL {3}representations\/alias-bytes {7}Slug and id, category and alias have the same bytes \(broken in 1 of \d+ probes\)\n {9}curl -s -H 'Accept-Encoding: identity' 'BASE\/operators\/7\.csv' \| sha256sum\n {11}expected {2}\d+ bytes, SHA-256 [0-9a-f]{16}…\n {11}actual {4}4 bytes, SHA-256 [0-9a-f]{16}…$/,
    );
    const lines = out.match(/curl .*/g) ?? [];
    const shown = await Promise.all(lines.map(shell));
    expect(
      shown.filter((text) => text.startsWith('HTTP/1.1 200') && text.includes('text/plain')),
    ).not.toEqual([]);
    expect(shown.filter((text) => /^[0-9a-f]{64} /.test(text))).toHaveLength(1);
    expect(lines.filter((line) => line.includes('-X POST'))).not.toEqual([]);
  });

  it('writes shell lines that a quote in a header cannot break', async () => {
    const { baseUrl } = await published({
      answer: (passing) => {
        if (passing.status === 200) passing.headers['etag'] = `"it's; \u009b31m"`;
        return undefined;
      },
    });
    const { out } = await run(['verify', baseUrl]);
    expect(out).not.toContain('\u009b');
    const line = out.match(/curl .*If-None-Match.*/)?.[0] ?? '';
    expect(line).toContain(`'\\''`);
    expect(await shell(line)).toMatch(/^HTTP\/1\.1 \d{3}/);
  });

  it('lists every deviation for tools', async () => {
    const { baseUrl } = await published({
      answer: ({ headers }) => {
        delete headers['vary'];
        return undefined;
      },
    });
    const { report } = await verify(baseUrl);
    const deviations = deviationsOf(report, 'negotiation/vary');
    expect(deviations.length).toBeGreaterThan(10);
    expect(deviations[0]).toEqual({
      method: 'GET',
      url: `${baseUrl}/best/cheapest`,
      headers: { Accept: '*/*' },
      expected: 'Vary: Accept',
      actual: 'no Vary',
      curl: `curl -si '${baseUrl}/best/cheapest'`,
    });
  });
});

describe('verify and a host that is busy', () => {
  it('waits as long as the host wants, and goes on', async () => {
    let refusals = 0;
    let earlyRequests = 0;
    let openAgainAt = 0;
    const { baseUrl } = await published({
      answer: (passing) => {
        // A timer may be early by a millisecond.
        if (performance.now() < openAgainAt - 5) earlyRequests += 1;
        if (refusals === 2) return undefined;
        refusals += 1;
        openAgainAt = performance.now() + 1000;
        passing.status = 429;
        passing.headers['retry-after'] = '1';
        passing.body = Buffer.from('slow down');
        return undefined;
      },
    });
    const { code, err, report } = await verify(baseUrl);
    expect(idsOf(report, 'failed')).toEqual([]);
    expect({ code, refusals, earlyRequests }).toEqual({ code: 0, refusals: 2, earlyRequests: 0 });
    expect(err).toMatch(/^(The host asks for a pause of 1 second\.\n){2}All \d+ checks passed/);
  });

  it('ends at once where it gives up, whoever waits for the end of a pause', async () => {
    let requests = 0;
    let pause = () => {};
    const isPaused = new Promise<void>((resolve) => {
      pause = resolve;
    });
    const { baseUrl } = await published({
      answer: async (passing) => {
        requests += 1;
        const request = requests;
        if (request !== 4 && request !== 5) return undefined;
        passing.status = 429;
        passing.headers['retry-after'] = request === 4 ? '3600' : '100';
        if (request === 5) pause();
        // So that the pause has begun by then.
        else await isPaused.then(() => sleep(500));
        return undefined;
      },
    });
    const { code, err } = await runCli(['verify', baseUrl]);
    expect(code).toBe(2);
    expect(err).toContain('pause of 100 seconds');
    expect(err).toContain('for a pause of 3600 seconds');
  });

  it('says on a terminal how many probes are run', async () => {
    const { baseUrl } = await published({
      answer: async ({ path }) => {
        // Work shorter than half a second needs no progress.
        if (path === '/manifest.json') await sleep(600);
        return undefined;
      },
    });
    const { err } = await run(['verify', baseUrl, '--sample', '1'], true);
    expect(err).toMatch(/^\rRunning [\d,]+ of [\d,]+ probes \(\d+ %\)/);
  });

  it('reads a date in Retry-After, and tries again after 503', async () => {
    let refusals = 0;
    const { baseUrl } = await published({
      answer: (passing) => {
        if (passing.path !== '/operators/anchor.json' || refusals === 2) return undefined;
        refusals += 1;
        passing.status = 503;
        passing.headers['retry-after'] = new Date(Date.now() - 1000).toUTCString();
        return undefined;
      },
    });
    expect(await verify(baseUrl)).toMatchObject({ code: 0 });
    expect(refusals).toBe(2);
  });

  it.each([
    ['asks for an hour', '3600', 'the host asks for a pause of 3600 seconds'],
    ['never has enough', '0', 'the host keeps answering 429 (too many requests)'],
  ])('leaves a host alone that %s', async (_, retryAfter, reason) => {
    const { baseUrl } = await published({
      answer: (passing) => {
        if (passing.path === '/manifest.json') return undefined;
        passing.status = 429;
        passing.headers['retry-after'] = retryAfter;
        return undefined;
      },
    });
    expect(await run(['verify', baseUrl])).toEqual({
      code: 2,
      out: '',
      err: `operator-api: Cannot go on: ${reason}; try later, with a lower --concurrency or a smaller --sample.\n`,
    });
  });
});

describe('verify and no such host', () => {
  const refused = (err: string) => ({
    code: 2,
    out: '',
    err: `operator-api: ${err}.\n`,
  });

  it('says in one line that nobody listens', async () => {
    const { baseUrl, disappear } = await published();
    disappear();
    const finished = await run(['verify', baseUrl]);
    expect(finished).toEqual(refused(`Cannot verify ${baseUrl}: the connection was refused`));
  });

  it('says in one line that the host went away', async () => {
    let answers = 0;
    const { baseUrl } = await published({
      answer: () => {
        answers += 1;
        return answers > 20 ? 'close' : undefined;
      },
    });
    const { code, out, err } = await run(['verify', baseUrl]);
    expect({ code, out }).toEqual({ code: 2, out: '' });
    expect(err).toMatch(/^operator-api: Cannot go on: the host went away \([^\n]+\)\.\n$/);
  });

  it('gives up on a host that says nothing', async () => {
    const baseUrl = await listen(() => undefined);
    const finished = await run(['verify', baseUrl, '--timeout', '1']);
    expect(finished).toEqual(refused(`Cannot verify ${baseUrl}: no answer came within 1 second`));
  });

  it.each([
    ['HTML', 200, {}, '<h1>Hello</h1>', 'is not a manifest of operator-api'],
    ['other JSON', 200, {}, '{"ok":true}', 'is not a manifest of operator-api'],
    [
      'JSON nested without end',
      200,
      {},
      `{"resources":[${NESTED_DEEP}]}`,
      'is not a manifest of operator-api',
    ],
    ['nothing', 404, {}, '', 'answers 404, so no API is published there'],
    [
      'a redirect',
      308,
      { location: 'https://compare.example/api/v1/manifest.json' },
      '',
      'is redirected to https://compare.example/api/v1/manifest.json; verify the address it leads to',
    ],
    [
      'a redirect that steers terminals',
      308,
      { location: 'https://\u009b31m' },
      '',
      'is redirected to https://<U+009B>31m; verify the address it leads to',
    ],
  ])(
    'says in one line that there is %s instead of a manifest',
    async (_, status, headers, body, what) => {
      const baseUrl = await listen((__, response) => response.writeHead(status, headers).end(body));
      expect(await run(['verify', baseUrl])).toEqual(
        refused(`Cannot verify ${baseUrl}: ${baseUrl}/manifest.json ${what}`),
      );
    },
  );

  it('says in one line that there is no local build', async () => {
    const { baseUrl } = await published();
    expect(await run(['verify', baseUrl, '--out', '/nowhere'])).toEqual(
      refused(
        'Cannot compare with /nowhere: nothing is built there yet; run operator-api build first',
      ),
    );
  });

  it.each([
    [['verify'], "missing required argument 'base-url'"],
    [
      ['verify', 'compare.example'],
      'Cannot use "compare.example" for argument base-url: it has to be an absolute http(s) address whose path ends in /api/v1.',
    ],
    [
      ['--sample', '0'],
      "option '--sample <number>' argument '0' is invalid. It has to be a number from 1 on, or all.",
    ],
    [
      ['--concurrency', '33'],
      "option '--concurrency <number>' argument '33' is invalid. It has to be a number from 1 to 32.",
    ],
    [
      ['--timeout', '0'],
      "option '--timeout <seconds>' argument '0' is invalid. It has to be a number of seconds from 1 to 9999.",
    ],
    [
      ['--max-age-hours', '1d'],
      "option '--max-age-hours <hours>' argument '1d' is invalid. It has to be a number of hours.",
    ],
    [
      ['--except', 'cors/nothing'],
      'Unknown check "cors/nothing" in --except. Run verify without it to see all check ids.',
    ],
  ])('answers the wrong call %j with one line and exit 2', async (args, message) => {
    const call = args[0] === 'verify' ? args : ['verify', 'http://127.0.0.1:1/api/v1', ...args];
    expect(await run(call)).toEqual({
      code: 2,
      out: '',
      err: `operator-api: ${message}\n`,
    });
  });
});

/** What a line prints, run by a shell. */
function shell(line: string): Promise<string> {
  return new Promise((resolve, reject) => {
    execFile('sh', ['-c', line], { encoding: 'latin1' }, (error, stdout) =>
      error === null ? resolve(stdout) : reject(error),
    );
  });
}
