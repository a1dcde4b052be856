import { getEventListeners } from 'node:events';
import { setImmediate, setTimeout as sleep } from 'node:timers/promises';
import { beforeEach, describe, expect, it, onTestFinished, vi } from 'vitest';
import { ApiError, type AskInit, type Client, createClient } from '../../src/client/index.ts';
import type { BuildOptions } from '../../src/index.ts';
import { project } from '../doors/check-build.ts';
import { preview } from '../doors/check-preview.ts';
import { type Damage, damagedHost, type Passing } from '../doors/damaged-host.ts';
import { freePort } from '../doors/real-server.ts';
import { operator, tiny } from '../doors/tiny-dataset.ts';

/** A built project on a host that counts requests. */
async function deployment(damage: Damage = {}, options: Partial<BuildOptions> = {}) {
  const built = project(tiny());
  await built.buildAt(0, options);
  const host = await damagedHost((await preview(built.out)).port, damage);
  return { ...built, host, api: createClient(host.baseUrl) };
}

/** What every method asks for. */
const METHODS: readonly [path: string, call: (api: Client) => Promise<{ status: number }>][] = [
  ['index', (api) => api.service()],
  ['operators', (api) => api.operators()],
  ['operators/anchor', (api) => api.operator('anchor')],
  ['operators/7', (api) => api.operator(7)],
  ['operators/anchor/facts', (api) => api.facts('anchor')],
  ['operators/7/facts', (api) => api.facts(7)],
  ['best/cheapest', (api) => api.best('cheapest')],
  ['best/lowest-withdrawal-fee', (api) => api.best('lowest-withdrawal-fee')],
  ['metrics', (api) => api.metrics()],
  ['categories', (api) => api.categories()],
  ['facts', (api) => api.allFacts()],
  ['claims', (api) => api.claims()],
  ['claims/fee_usd_1', (api) => api.claim('fee_usd_1')],
  ['changes', (api) => api.changes()],
  ['snapshots', (api) => api.snapshots()],
];

describe('a client', () => {
  it.each(METHODS)('gives what is published at /%s', async (path, call) => {
    const { api, host, read } = await deployment({}, { snapshots: path === 'snapshots' });
    const published = JSON.parse(read(`${path}.json`));
    expect(await call(api)).toEqual({ status: 200, ...published });
    expect(host.asked.map(({ url }) => url)).toEqual([`/api/v1/${path}.json`]);
  });

  it('gives 404 and 410 as values, with what the problem document says', async () => {
    const { api } = await deployment();
    expect(await api.operator('nobody')).toMatchObject({
      status: 404,
      problem: { title: 'Unknown operator', status: 404, detail: expect.any(String) },
    });
    expect(await api.best('fastest')).toMatchObject({
      status: 410,
      problem: { title: 'Removed category', reason: 'Speed could not be measured' },
    });
    const found = await api.facts('anchor');
    if (found.status === 200) expect(found.data[0]?.value).toBe(1.5);
    expect(found.status).toBe(200);
  });

  it('gives 404 as a value where a release has no downloads, and all of them where it has', async () => {
    const { api } = await deployment();
    expect(await api.snapshots()).toMatchObject({
      status: 404,
      problem: { title: 'Unknown path', status: 404 },
    });
    const { api: whole } = await deployment({}, { snapshots: true });
    const found = await whole.snapshots();
    if (found.status !== 200) throw new Error('There are no downloads');
    expect(found.meta.total).toBe(found.data.length);
    expect(found.data.map(({ file }) => file)).toContain('operators.sqlite');
    const [first] = found.data;
    expect(first?.url).toBe(`https://tiny.example/api/v1/snapshots/${first?.file}`);
  });

  it.each(['?utm=1', '#f', '/?'])('is made of no address that goes on with %s', (rest) => {
    const address = `https://tiny.example/api/v1${rest}`;
    expect(() => createClient(address)).toThrow(new TypeError(`No base address: ${address}`));
  });

  it('takes half a character for a name that nobody has', async () => {
    const { api } = await deployment();
    expect(await api.operator('\ud83d')).toMatchObject({ status: 404 });
  });

  it.each(['<!doctype html>', '{"message":"No such file"}'])(
    'gives a 404 that a host has its own page for, too: %s',
    async (page) => {
      const { api } = await deployment({ answer: replace({ body: Buffer.from(page) }) });
      expect(await api.claim('fee_usd_99')).toEqual({
        status: 404,
        problem: { type: 'about:blank', title: 'Not Found', status: 404 },
      });
    },
  );

  it.each([
    [
      { type: 7, title: ['x'], status: '404', detail: null, instance: {}, operators: [1] },
      { type: 'about:blank', title: 'Not Found', status: 404 },
    ],
    [
      { type: 'https://tiny.example/x', title: 404, status: 'gone', detail: 'No.', operators: [1] },
      {
        type: 'https://tiny.example/x',
        title: 'Not Found',
        status: 404,
        detail: 'No.',
        operators: [1],
      },
    ],
    [[{ title: 'A list' }], { type: 'about:blank', title: 'Not Found', status: 404 }],
  ])('takes no notice of what has the wrong type in a problem: %j', async (said, problem) => {
    const { api } = await deployment({
      answer: replace({ status: 404, body: Buffer.from(JSON.stringify(said)) }),
    });
    expect(await api.operator('anchor')).toEqual({ status: 404, problem });
  });

  it.each(['..', '.', '', '../metrics', 'a/b', '?x=1', '#x', 'x.csv', '%2e%2e', 'ö 😀', '\\..\\'])(
    'asks for nothing else when a name is %j',
    async (name) => {
      const { api, host } = await deployment();
      for (const found of [api.operator(name), api.facts(name), api.best(name), api.claim(name)]) {
        expect(await found).toMatchObject({ status: 404 });
      }
      for (const { url } of host.asked) {
        expect(url).toMatch(
          /^\/api\/v1\/(operators\/[^/]*(\/facts)?|best\/[^/]*|claims\/[^/]*)\.json$/,
        );
        expect(decodeURIComponent(url)).toContain(name.replaceAll('.', '%2E'));
      }
    },
  );

  it('takes a base address with slashes at its end, and a fetch of its own', async () => {
    const asked: string[] = [];
    const api = createClient('/api/v1//', {
      fetch: async (url) => {
        asked.push(url);
        return Response.json({ meta: {}, data: [] });
      },
    });
    expect(await api.operators()).toEqual({ status: 200, meta: {}, data: [] });
    expect(asked).toEqual(['/api/v1/operators.json']);
  });
});

describe('asking again', () => {
  it('revalidates, and gives what was kept where nothing has changed', async () => {
    const statuses: number[] = [];
    const { api, host } = await deployment({
      answer: ({ status }) => {
        statuses.push(status);
        return undefined;
      },
    });
    const first = await api.operators();
    expect(await api.operators()).toEqual(first);
    expect(statuses).toEqual([200, 304]);
    expect(host.asked[1]?.headers['if-none-match']).toMatch(/^".+"$/);
    expect(await api.operators()).toEqual(first);
    expect(statuses).toEqual([200, 304, 304]);
  });

  it.each([
    ['a browser', { location: {} }, 'no-cache', undefined],
    ['Node', {}, undefined, '"1"'],
    ['Deno, which keeps nothing either', { Deno: {}, location: undefined }, undefined, '"1"'],
  ])('leaves it to the cache of %s, if there is one', async (_, globals, cache, tag) => {
    onTestFinished(() => void vi.unstubAllGlobals());
    for (const [name, value] of Object.entries(globals)) vi.stubGlobal(name, value);
    const asked: AskInit[] = [];
    const api = createClient('https://tiny.example/api/v1', {
      fetch: async (_url, init) => {
        asked.push(init);
        return Response.json({ meta: {}, data: [] }, { headers: { ETag: '"1"' } });
      },
    });
    await api.operators();
    await api.operators();
    expect([asked[1]?.cache, asked[1]?.headers?.['If-None-Match']]).toEqual([cache, tag]);
  });

  it('gives what is new', async () => {
    const { api, change, buildAt } = await deployment();
    const names = async () => (await api.operators()).data.map(({ name }) => name);
    expect(await names()).toEqual(['Birch', 'Anchor']);
    change({ 'operators/birch.yaml': operator(3, 'Birch and Sons') });
    await buildAt(60);
    expect(await names()).toEqual(['Birch and Sons', 'Anchor']);
    change({ 'operators/anchor.yaml': null, 'facts/anchor.yaml': null });
    const before = await api.operator('anchor');
    await buildAt(120);
    expect([before.status, (await api.operator('anchor')).status]).toEqual([200, 404]);
    expect(await names()).toEqual(['Birch and Sons']);
  });

  it('gives records that are the caller’s own', async () => {
    const { api } = await deployment();
    const [one, other] = await Promise.all([api.operators(), api.operators()]);
    expect(one).toEqual(other);
    expect(one.data[0]).not.toBe(other.data[0]);
    Object.assign(one.data[0] ?? {}, { name: 'Changed' });
    expect((await api.operators()).data).toEqual(other.data);
  });

  it('forgets what it used longest ago when there is no more room', async () => {
    const { host, read } = await deployment();
    const [birch, anchor] = ['operators/birch', 'operators/anchor'].map(
      (path) => read(`${path}.json`).length,
    );
    const api = createClient(host.baseUrl, { memory: (birch ?? 0) + (anchor ?? 0) });
    const isKept = async (ask: () => Promise<unknown>) => {
      await ask();
      return host.asked.at(-1)?.headers['if-none-match'] !== undefined;
    };
    const ask = (slug: string) => () => api.operator(slug);
    expect(await isKept(ask('birch'))).toBe(false);
    expect(await isKept(ask('anchor'))).toBe(false);
    expect(await isKept(ask('birch'))).toBe(true);
    // Larger than what may be kept at all: nothing else has to go.
    await api.service();
    expect(await isKept(() => api.service())).toBe(false);
    expect(await isKept(ask('anchor'))).toBe(true);
    // Used last, although it was there first.
    expect(await isKept(ask('birch'))).toBe(true);
    await api.facts('birch');
    expect(await isKept(ask('birch'))).toBe(true);
    expect(await isKept(ask('anchor'))).toBe(false);
  });

  it('after a failure still knows what was kept', async () => {
    let isDown = false;
    const { api, host } = await deployment({
      answer: (passing) => (isDown ? replace({ status: 503 })(passing) : undefined),
    });
    const first = await api.operators();
    isDown = true;
    await expect(api.operators()).rejects.toThrow(/: the answer is 503$/);
    isDown = false;
    expect(await api.operators()).toEqual(first);
    expect(host.asked.at(-1)?.headers['if-none-match']).toMatch(/^".+"$/);
  });

  it('asks anew for what was cut off, although it had the tag of the whole', async () => {
    let isCut = true;
    const { api, host } = await deployment({
      answer: (passing) => {
        if (isCut) passing.body = passing.body.subarray(0, 100);
        return undefined;
      },
    });
    await expect(api.operators()).rejects.toThrow(/: the answer is not what this API sends$/);
    isCut = false;
    expect(await api.operators()).toMatchObject({ status: 200, data: [{}, {}] });
    expect(host.asked.at(-1)?.headers['if-none-match']).toBeUndefined();
  });

  it('at the same time asks once', async () => {
    const { api, host } = await deployment();
    await Promise.all([api.operators(), api.operators(), api.metrics(), api.operators()]);
    expect(host.asked.map(({ url }) => url).sort()).toEqual([
      '/api/v1/metrics.json',
      '/api/v1/operators.json',
    ]);
    await api.operators();
    expect(host.asked).toHaveLength(3);
  });
});

describe('giving up', () => {
  let signals: AbortSignal[];
  beforeEach(() => {
    signals = [];
  });

  /** A fetch that answers after a moment, unless it is given up. */
  const slowFetch = async (_: string, { signal }: { signal: AbortSignal }) => {
    signals.push(signal);
    await sleep(30, null, { signal });
    return Response.json({ meta: {}, data: [] });
  };
  const api = createClient('/api/v1', { fetch: slowFetch });

  it('ends a request that nobody waits for any more', async () => {
    const one = new AbortController();
    const other = new AbortController();
    const asked = [
      api.operators({ signal: one.signal }),
      api.operators({ signal: other.signal }),
    ].map((promise) => promise.catch((error: unknown) => error));
    one.abort('enough');
    expect(await asked[0]).toBe('enough');
    expect(signals.map(({ aborted }) => aborted)).toEqual([false]);
    other.abort();
    expect(await asked[1]).toMatchObject({ name: 'AbortError' });
    expect(signals.map(({ aborted }) => aborted)).toEqual([true]);
    expect(await api.operators()).toMatchObject({ status: 200 });
  });

  it('leaves the others their answer', async () => {
    const one = new AbortController();
    const asked = [api.metrics({ signal: one.signal }), api.metrics()] as const;
    one.abort(new Error('enough'));
    await expect(asked[0]).rejects.toThrow('enough');
    expect(await asked[1]).toMatchObject({ status: 200 });
    expect(signals).toHaveLength(1);
  });

  it('is no matter to those who ask for the same afterwards', async () => {
    const answers: (() => void)[] = [];
    const fetch = (_: string, { signal }: { signal: AbortSignal }) =>
      new Promise<Response>((resolve, reject) => {
        answers.push(() => resolve(Response.json({ meta: {}, data: [] })));
        signal.addEventListener('abort', () => reject(signal.reason));
      });
    const { operators } = createClient('/api/v1', { fetch });
    const one = new AbortController();
    const given = operators({ signal: one.signal }).catch((reason: unknown) => reason);
    one.abort('enough');
    const asked = [operators()];
    expect(await given).toBe('enough');
    await setImmediate(); // By now the request that was given up has ended.
    asked.push(operators());
    for (const answer of answers) answer();
    for (const found of await Promise.all(asked)) expect(found).toMatchObject({ status: 200 });
    expect(answers).toHaveLength(2);
  });

  it('leaves nothing on a signal that is there for longer than the answer', async () => {
    const { signal } = new AbortController();
    await Promise.all([api.operators({ signal }), api.metrics({ signal })]);
    expect(getEventListeners(signal, 'abort')).toEqual([]);
  });

  it('before it began asks nothing', async () => {
    await expect(api.claims({ signal: AbortSignal.abort('no') })).rejects.toBe('no');
    expect(signals).toEqual([]);
  });
});

/** Replaces parts of every answer. */
function replace(part: Partial<Passing>): NonNullable<Damage['answer']> {
  return (passing) => {
    Object.assign(passing, part);
    return undefined;
  };
}

describe('what cannot be an answer', () => {
  it.each<[what: string, answer: NonNullable<Damage['answer']>, status: number, message: RegExp]>([
    ['a server error', replace({ status: 503 }), 503, /: the answer is 503$/],
    [
      'a page',
      replace({ body: Buffer.from('<p>') }),
      200,
      /: the answer is not what this API sends$/,
    ],
    [
      'null',
      replace({ body: Buffer.from('null') }),
      200,
      /: the answer is not what this API sends$/,
    ],
    [
      'what another API sends',
      replace({ body: Buffer.from('{"data":{"name":"Anchor"}}') }),
      200,
      /: the answer is not what this API sends$/,
    ],
    ...[
      '{"data":[{"name":"Anchor"}]}',
      '{"meta":[],"data":[{"name":"Anchor"}]}',
      '{"meta":{},"data":["Anchor"]}',
      '{"meta":{},"data":[null]}',
      '{"meta":{},"data":[]}',
      '{"meta":{},"data":[{},{}]}',
      '[]',
    ].map((body): [string, NonNullable<Damage['answer']>, number, RegExp] => [
      body,
      replace({ body: Buffer.from(body) }),
      200,
      /: the answer is not what this API sends$/,
    ]),
    ['a broken connection', () => 'close', 0, /: no answer \(.+\)$/],
    ['a torn answer', () => 'tear', 0, /: no answer \(.+\)$/],
    [
      'a 304 nobody asked for',
      replace({ status: 304, body: Buffer.alloc(0) }),
      304,
      /: the answer is 304$/,
    ],
  ])('%s is an error that says what and where', async (_, answer, status, message) => {
    const { api, host } = await deployment({ answer });
    const url = `${host.baseUrl}/operators/anchor.json`;
    const error = await api.operator('anchor').catch((reason: unknown) => reason);
    expect(error).toBeInstanceOf(ApiError);
    expect(error).toMatchObject({ name: 'ApiError', status, url });
    expect(String(error)).toMatch(message);
    expect(String(error)).toContain(`GET ${url}: `);
  });

  it('is one record too few where there is one of each name, and none where there is a list', async () => {
    const body = Buffer.from('{"meta":{},"data":[]}');
    const { api } = await deployment({ answer: replace({ body }) });
    await expect(api.claim('fee_usd_1')).rejects.toThrow(/not what this API sends$/);
    expect(await api.facts('anchor')).toMatchObject({ status: 200, data: [] });
    expect(await api.operators()).toMatchObject({ status: 200, data: [] });
  });

  it.each([
    [undefined, 'fetch failed'],
    [null, 'fetch failed'],
    ['out of order', 'out of order'],
    [{ message: 7 }, 'fetch failed'],
    [new Error(''), 'fetch failed'],
    [new Error('fetch failed', { cause: new Error('no route') }), 'no route'],
    [new Error('no route', { cause: 'none' }), 'no route'],
  ])('is whatever a fetch of the caller’s own rejects with: %o', async (reason, said) => {
    const api = createClient('/api/v1', { fetch: () => Promise.reject(reason) });
    const error = await api.operators().catch((caught: unknown) => caught);
    expect(error).toBeInstanceOf(ApiError);
    expect(error).toMatchObject({
      status: 0,
      message: `GET /api/v1/operators.json: no answer (${said})`,
      cause: reason,
    });
  });

  it('is a 404 for what every API of this kind has: the address is wrong', async () => {
    const { host } = await deployment();
    const api = createClient(`${host.baseUrl}/v2`);
    await expect(api.operators()).rejects.toThrow(
      `GET ${host.baseUrl}/v2/operators.json: the answer is 404, Unknown path`,
    );
  });

  it('is silence: nobody listens', async () => {
    const api = createClient(`http://127.0.0.1:${await freePort()}/api/v1`);
    await expect(api.operators()).rejects.toThrow(/no answer \(.*ECONNREFUSED.*\)$/);
  });
});
