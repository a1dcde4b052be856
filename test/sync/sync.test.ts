import { existsSync, readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { describe, expect, it, onTestFinished, vi } from 'vitest';
import type { SyncResult } from '../../src/sync/index.ts';
import { changedPaths, type Project, project, traceFiles } from '../doors/check-build.ts';
import { preview } from '../doors/check-preview.ts';
import { describeTree, mirror } from '../doors/check-sync.ts';
import { type Damage, type DamagedHost, damagedHost, type Passing } from '../doors/damaged-host.ts';
import { temporaryFolder, writeFiles } from '../doors/folders.ts';
import { NESTED_DEEP, operator, tiny } from '../doors/tiny-dataset.ts';

/** A project that is built and served by a host, and a folder for its mirror. */
async function deployment(damage: Damage = {}, options: { precompress?: boolean } = {}) {
  const built = project(tiny());
  await built.buildAt(0, options);
  const { port } = await preview(built.out);
  const host = await damagedHost(port, damage);
  return { ...built, port, host, folder: join(temporaryFolder(), 'mirror') };
}

/** What was asked for since the last time this was asked, below the base address. */
function requestsOf({ asked }: DamagedHost): () => string[] {
  let seen = 0;
  return () => {
    const paths = asked.slice(seen).map(({ url }) => url.replace('/api/v1', ''));
    seen = asked.length;
    return paths.sort();
  };
}

describe('a mirror', () => {
  it.each([{ precompress: false }, { precompress: true }])(
    'is what was built, byte for byte, with times and shared files (%o)',
    async (options) => {
      const { host, folder, out } = await deployment({}, options);
      expect(await mirror(host.baseUrl, folder)).toMatchObject({ ok: true });
      expect(describeTree(folder)).toEqual(describeTree(out));
      expect(readdirSync(folder)).toEqual(['api']);
    },
  );

  it('can be served, and built upon', async () => {
    const { host, folder, buildAt, change, read } = await deployment();
    await mirror(host.baseUrl, folder);
    const { ask } = await preview(folder);
    expect((await ask('/api/v1/operators/7/facts')).status).toBe(200);

    change({ 'operators/birch.yaml': operator(3, 'Birch and Sons') });
    const previous = join(folder, 'api/v1/manifest.json');
    await buildAt(60, { out: join(temporaryFolder(), 'again'), previous });
    expect(read('operators/anchor.json')).toContain('2026-11-15T12:00:00Z');
  });

  it('asks for one file and leaves everything alone when nothing has changed', async () => {
    const { host, folder } = await deployment();
    const requests = requestsOf(host);
    await mirror(host.baseUrl, folder);
    const before = traceFiles(folder);
    requests();
    expect(await mirror(host.baseUrl, folder)).toMatchObject({
      ok: true,
      downloaded: 0,
      requests: 1,
      report: { written: 0, removed: 0 },
    });
    expect(requests()).toEqual(['/manifest.json']);
    expect(changedPaths(before, traceFiles(folder))).toEqual([]);
  });

  it('downloads what has changed, once however many addresses it has, and nothing else', async () => {
    const { host, folder, out, change, buildAt } = await deployment();
    const requests = requestsOf(host);
    await mirror(host.baseUrl, folder);
    requests();
    change({ 'operators/birch.yaml': operator(3, 'Birch and Sons') });
    await buildAt(60);
    expect(await mirror(host.baseUrl, folder)).toMatchObject({ ok: true });
    expect(requests().filter((path) => !path.startsWith('/manifest.json'))).toEqual(
      expect.arrayContaining(['/operators.csv', '/operators/birch.csv', '/operators/birch.json']),
    );
    expect(describeTree(folder)).toEqual(describeTree(out));
    await mirror(host.baseUrl, folder);
    expect(requests().filter((path) => /3|anchor|best|problems/.test(path))).toEqual([]);
  });

  it('removes what is no longer published, and never what is not its own', async () => {
    const { host, folder, out, change, buildAt } = await deployment();
    await mirror(host.baseUrl, folder);
    writeFiles(join(folder, 'api/v1'), { 'operators/anchor/notes.txt': 'mine', 'readme.md': 'x' });
    change({ 'operators/anchor.yaml': null, 'facts/anchor.yaml': null });
    await buildAt(60);
    expect(await mirror(host.baseUrl, folder)).toMatchObject({ ok: true });
    const found = describeTree(folder);
    expect(found.delete('operators/anchor/notes.txt')).toBe(true);
    expect(found.delete('readme.md')).toBe(true);
    expect(found).toEqual(describeTree(out));
  });

  it('is repaired where somebody damaged it, without downloading the rest', async () => {
    const { host, folder, out } = await deployment();
    await mirror(host.baseUrl, folder);
    const requests = requestsOf(host);
    requests();
    // Another body of the same size and time, at a path that shares its file with another.
    writeFileSync(join(folder, 'api/v1/operators/birch.json'), 'x'.repeat(10));
    writeFiles(join(folder, 'api/v1'), { 'operators.csv': null });
    expect(await mirror(host.baseUrl, folder)).toMatchObject({ ok: true, downloaded: 2 });
    expect(requests()).toEqual([
      '/manifest.json',
      expect.stringMatching(/^\/manifest\.json\?checked=/),
      '/operators.csv',
      '/operators/birch.json',
    ]);
    expect(describeTree(folder)).toEqual(describeTree(out));
  });

  it('is not made of what somebody damages meanwhile', async () => {
    const { host, folder, ...built } = await deployment();
    await mirror(host.baseUrl, folder);
    await publishAgain(built);
    const before = describeTree(folder);
    const path = join(folder, 'api/v1/operators/birch.json');
    const onProgress = () => writeFileSync(path, 'damaged');
    await expect(mirror(host.baseUrl, folder, { onProgress })).rejects.toThrow(
      /^Cannot mirror operators\/birch\.json: its copy changed during the sync$/,
    );
    expect([...describeTree(folder).keys()]).toEqual([...before.keys()]);
  });

  it('finds content under another name in itself', async () => {
    const { host, folder, out, change, buildAt } = await deployment();
    await mirror(host.baseUrl, folder);
    // The CSV of a ranking does not name its category.
    change({
      'categories.yaml': String(tiny()['categories.yaml'])
        .replace('slug: cheapest', 'slug: best-value')
        .replace('alias: lowest-withdrawal-fee', 'alias: by-fee')
        .replace('see: cheapest', 'see: best-value'),
    });
    await buildAt(60);
    const requests = requestsOf(host);
    requests();
    expect(await mirror(host.baseUrl, folder)).toMatchObject({ ok: true });
    const asked = requests();
    expect(asked).toContain('/best/best-value.json');
    expect(asked).not.toContain('/best/best-value.csv');
    expect(describeTree(folder)).toEqual(describeTree(out));
  });

  it('asks for no more at a time than it may', async () => {
    const { host, folder } = await deployment();
    await mirror(host.baseUrl, folder);
    expect(host.mostAtOnce()).toBeLessThanOrEqual(4);
    expect(host.mostAtOnce()).toBeGreaterThan(1);
  });
});

type Answering = ReturnType<NonNullable<Damage['answer']>>;

/** Does something to the first answer for a path only. */
function once(path: string, change: (passing: Passing) => Answering) {
  let isDone = false;
  return {
    answer: (passing: Passing) => {
      if (isDone || passing.path !== path) return undefined;
      isDone = true;
      return change(passing);
    },
  } satisfies Damage;
}

function replace(part: Partial<Passing>) {
  return (passing: Passing) => {
    Object.assign(passing, part);
    return undefined;
  };
}

const VICTIM = '/operators/anchor.json';

/** Refuses a path for so many milliseconds, however often it is asked for. */
function refuseFor(milliseconds: number, refusal: Partial<Passing>): Damage {
  let first: number | null = null;
  return {
    answer: (passing) => {
      if (passing.path !== VICTIM) return undefined;
      first ??= Date.now();
      return Date.now() - first < milliseconds ? replace(refusal)(passing) : undefined;
    },
  };
}

describe('a host that', () => {
  it.each<[what: string, damage: Damage]>([
    ['answers 500 once', once(VICTIM, replace({ status: 500 }))],
    ['answers 502 once for the manifest', once('/manifest.json', replace({ status: 502 }))],
    ['asks for a pause', once(VICTIM, replace({ status: 503, headers: { 'retry-after': '0' } }))],
    ['is asked too often', refuseFor(900, { status: 429, headers: { 'retry-after': '1' } })],
    ['breaks a connection', once(VICTIM, () => 'close')],
    ['tears an answer', once(VICTIM, () => 'tear')],
    ['falls silent for a moment', once(VICTIM, () => 'silence')],
    ['sends other bytes once', once(VICTIM, replace({ body: Buffer.from('{"meta":{}}\n') }))],
    ['sends too much once', once(VICTIM, replace({ body: Buffer.alloc(1_000_000) }))],
    [
      'has an old copy in a cache',
      {
        answer: (passing) =>
          passing.path === VICTIM ? replace({ body: Buffer.from('old') })(passing) : undefined,
      },
    ],
    [
      'compresses',
      {
        answer: (passing) => {
          passing.headers['content-encoding'] = 'gzip';
          passing.body = gzipSync(passing.body);
          return undefined;
        },
      },
    ],
    [
      'compresses wrongly',
      {
        answer: ({ asked, headers, path }) => {
          if (/gzip/.test(asked['accept-encoding'] ?? '') && path === VICTIM)
            headers['content-encoding'] = 'gzip';
          return undefined;
        },
      },
    ],
    [
      'damages what it compresses, of a size at which Node hears nothing of it',
      once(
        VICTIM,
        replace({ headers: { 'content-encoding': 'gzip' }, body: Buffer.alloc(70_000) }),
      ),
    ],
  ])('%s is mirrored all the same', async (_, damage) => {
    const { host, folder, out } = await deployment(damage);
    expect(await mirror(host.baseUrl, folder)).toMatchObject({ ok: true });
    expect(describeTree(folder)).toEqual(describeTree(out));
    expect(readdirSync(folder)).toEqual(['api']);
  });

  it('has old copies in a cache is asked past it, for what was made for nobody else', async () => {
    const old = replace({ body: Buffer.from('old') });
    const { host, folder } = await deployment({
      answer: (passing) => (passing.path === VICTIM ? old(passing) : undefined),
    });
    await mirror(host.baseUrl, folder);
    const fields = (part: string) =>
      host.asked
        .filter(({ url }) => url.includes(part))
        .map(({ headers }) => [headers['cache-control'], headers['accept-encoding']]);
    expect(fields(`${VICTIM}?sha256=`)).toEqual([['no-cache', 'identity']]);
    expect(fields(`/api/v1${MANIFEST}`).map(([control]) => control)).toEqual([
      'no-cache',
      'no-cache',
    ]);
  });

  it('has moved is followed once, not for every file', async () => {
    const { host, port, folder, out } = await deployment();
    const old = await damagedHost(port, {
      answer: (passing) => {
        const headers = { location: host.baseUrl + passing.path };
        return replace({ status: 308, headers })(passing);
      },
    });
    expect(await mirror(old.baseUrl, folder)).toMatchObject({ ok: true });
    expect(old.asked).toHaveLength(1);
    expect(describeTree(folder)).toEqual(describeTree(out));
  });
});

/** Changes a source and publishes again, so that there is something to mirror. */
async function publishAgain({ change, buildAt }: Project, seconds = 60): Promise<void> {
  change({ 'operators/anchor.yaml': operator(7, `Anchor and ${seconds}`) });
  await buildAt(seconds);
}

const MANIFEST = '/manifest.json';

/** Changes the manifest on its way. */
function forge(edit: (text: string) => string): Damage {
  return {
    answer: (passing) => {
      if (passing.path.startsWith(MANIFEST))
        passing.body = Buffer.from(edit(passing.body.toString()));
      return undefined;
    },
  };
}

/** Adds entries to the manifest. */
function listing(...entries: readonly object[]): Damage {
  const added = entries.map((entry) => `${JSON.stringify(entry)},`).join('');
  return forge((text) => text.replace('"resources":[', `$&${added}`));
}

const SOUND_FILE = {
  path: 'events.json',
  media_type: 'application/json',
  bytes: 3,
  sha256: '0'.repeat(64),
  generated_at: '2026-11-15T12:00:00Z',
};

/** An entry with a file for each of its paths. */
function entry(path: string, ...files: readonly string[]) {
  const listed = files.map((path) => ({ ...SOUND_FILE, path }));
  return { kind: 'events', path, aliases: [], rows: 0, files: listed };
}

describe('what only a newer version of this program publishes', () => {
  it.each<[what: string, damage: Damage]>([
    ['a table', listing(entry('/events', 'events.json', 'events.csv'))],
    ['a table of one operator', listing(entry('/operators/7/events', 'operators/7/events.json'))],
    ['a document', listing(entry('/changes.rss', 'changes.rss'))],
    ['a document in capitals', listing(entry('/SECURITY', 'SECURITY'))],
    ['a download', listing(entry('/snapshots/all.duckdb', 'snapshots/all.duckdb'))],
    ['a download in two pieces', listing(entry('/snapshots/all', 'snapshots/all.tar.zst'))],
    [
      'a form of a table that is known',
      forge((text) =>
        text.replace(
          '"files":[{"path":"operators.json"',
          `"files":[${JSON.stringify({ ...SOUND_FILE, path: 'operators.ndjson' })},{"path":"operators.json"`,
        ),
      ),
    ],
    [
      'an alias of an address that is known',
      forge((text) => text.replace('"/operators/7"', '"/operators/7","/by-name/anchor"')),
    ],
  ])('is passed over: %s', async (_, damage) => {
    const { port, host, folder, out, ...built } = await deployment();
    await mirror(host.baseUrl, folder);
    await publishAgain({ out, ...built });
    writeFiles(join(folder, 'api/v1'), { 'events.json': 'mirrored by a newer version' });
    const newer = await damagedHost(port, damage);
    for (const _ of ['what is new', 'nothing']) {
      expect(await mirror(newer.baseUrl, folder)).toMatchObject({ ok: true, unknownEntries: 1 });
    }
    const [found, published] = [describeTree(folder), describeTree(out)];
    expect(found.delete('events.json')).toBe(true);
    for (const tree of [found, published]) tree.delete('manifest.json');
    expect(found).toEqual(published);
    expect(newer.asked.filter(({ url }) => /event|all|ndjson|by-name/.test(url))).toEqual([]);
  });

  it.each<[what: string, damage: Damage]>([
    ['a kind that is none', listing({ ...entry('/events', 'events.json'), kind: 7 })],
    ['no files', listing(entry('/events'))],
    ['a path that leads out', listing(entry('/../events', '../events.json'))],
    ['a path that leads nowhere', listing(entry('/./events', './events.json'))],
    ['a hidden folder', listing(entry('/.operator-api/events', '.operator-api/events.json'))],
    ['a path from the root', listing(entry('//events', '/events.json'))],
    ['an empty segment', listing(entry('/a//events', 'a//events.json'))],
    ['a slash at its end', listing(entry('/events/', 'events/.json'))],
    ['a backslash', listing(entry('/a\\events', 'a\\events.json'))],
    ['a drive', listing(entry('/c:/events', 'c:/events.json'))],
    ['an escape', listing(entry('/%2e%2e/events', '%2e%2e/events.json'))],
    ['a line break', listing(entry('/events\n', 'events\n.json'))],
    ['the file of another address', listing(entry('/events', 'matches.json'))],
    ...Object.entries({
      bytes: [-1, 0.5, '3', null],
      sha256: ['0', 'G'.repeat(64), null],
      generated_at: ['now', '2026-02-30T00:00:00Z', 7],
      media_type: [null],
      path: [null, '', '../events.json'],
    }).flatMap(([name, values]) =>
      values.map((value): [string, Damage] => [
        `${name} ${JSON.stringify(value)}`,
        listing({ ...entry('/events'), files: [{ ...SOUND_FILE, [name]: value }] }),
      ]),
    ),
  ])('is told from what is malformed: %s', async (_, damage) => {
    const { host, folder } = await deployment(damage);
    expect(await mirror(host.baseUrl, folder)).toEqual({
      ok: false,
      mismatches: [expect.stringMatching(/^entry 1 is malformed: /)],
    });
  });

  it('is listed once', async () => {
    const { host, folder } = await deployment(
      listing(entry('/events', 'events.json'), entry('/events', 'events.csv', 'events.json')),
    );
    expect(await mirror(host.baseUrl, folder)).toEqual({
      ok: false,
      mismatches: ['entry 2 lists "events.json" again'],
    });
  });
});

/** Does something to every answer for a path, whatever its query. */
function always(path: string, change: (passing: Passing) => Answering): Damage {
  return {
    answer: (passing) => (passing.path.split('?')[0] === path ? change(passing) : undefined),
  };
}
const OTHER_BYTES = (passing: Passing) =>
  replace({ body: Buffer.from(passing.body.toString().replace('Anchor', 'Ancho!')) })(passing);

describe('a deployment that is not what its manifest says', () => {
  it.each<[what: string, damage: Damage, mismatch: RegExp]>([
    [
      'other bytes',
      always(VICTIM, OTHER_BYTES),
      /^operators\/anchor\.json: SHA-256 \w{64}, not \w/,
    ],
    [
      'a file too short',
      always(VICTIM, replace({ body: Buffer.from('{}') })),
      /^operators\/anchor\.json: 2 of \d+ bytes$/,
    ],
    [
      'a file too long',
      always(VICTIM, replace({ body: Buffer.alloc(1_000_000) })),
      /^operators\/anchor\.json: more than \d+ bytes$/,
    ],
    [
      'a missing file',
      always(VICTIM, replace({ status: 404 })),
      /^operators\/anchor\.json: the host answers 404$/,
    ],
    [
      'a path that leads out',
      forge((text) => text.replace('"operators/anchor.json"', '"../../../anchor.json"')),
      /^entry \d+ is malformed: /,
    ],
    [
      'an alias that leads out',
      forge((text) => text.replace('"/operators/7"', '"/../../anchor"')),
      /^entry \d+ is malformed: /,
    ],
    [
      'a path twice',
      forge((text) => text.replace('"/operators/7"', '"/operators/birch"')),
      /^entry \d+ lists "operators\/birch\.json" again$/,
    ],
    [
      'an address that is its own alias',
      forge((text) => text.replace('"/operators/7"', '"/operators/anchor"')),
      /^entry \d+ lists "operators\/anchor\.json" again$/,
    ],
    [
      'itself',
      forge((text) =>
        text
          .replace('"/problems/unknown-path"', '"/manifest"')
          .replace('"problems/unknown-path.json"', '"manifest.json"'),
      ),
      /^entry \d+ lists "manifest\.json" again$/,
    ],
    [
      'the digest of another form',
      forge((text) => text.replace(/(?<=("sha256":"\w{64}").*?)"sha256":"\w{64}"/s, '$1')),
      /^entry 1 has the digest of other content: "operators\.csv"$/,
    ],
    [
      'the digest of another entry',
      forge((text) => {
        const [digest = ''] = /"sha256":"\w{64}"/.exec(text) ?? [];
        return text.replace(/(?<="operators\/anchor\.json".*?)"sha256":"\w{64}"/s, digest);
      }),
      /^entry \d+ has the digest of other content: "operators\/anchor\.json"$/,
    ],
    [
      'the file of another address',
      forge((text) => text.replace('"operators/birch.json"', '"operators/beech.json"')),
      /^entry \d+ is malformed: /,
    ],
    [
      'a size below nothing',
      forge((text) => text.replace(/"bytes":\d+/, '"bytes":-1')),
      /^entry 1 is malformed: /,
    ],
    [
      'a digest that is none',
      forge((text) => text.replace(/"sha256":"\w{64}"/, '"sha256":"../../x"')),
      /^entry 1 is malformed: /,
    ],
  ])('in %s, is refused by name, and the mirror stays as it was', async (_, damage, mismatch) => {
    const { port, host, folder, ...built } = await deployment();
    await mirror(host.baseUrl, folder);
    await publishAgain(built);
    const before = traceFiles(join(folder, 'api'));
    const damaged = await damagedHost(port, damage);
    expect(await mirror(damaged.baseUrl, folder)).toEqual({
      ok: false,
      mismatches: [expect.stringMatching(mismatch)],
    });
    expect(changedPaths(before, traceFiles(join(folder, 'api')))).toEqual([]);

    // What was right is not downloaded again once the host is.
    const requests = requestsOf(host);
    requests();
    expect(await mirror(host.baseUrl, folder)).toMatchObject({ ok: true });
    if (damaged.asked.length > 2) {
      const files = requests().filter((path) => !path.startsWith(MANIFEST));
      expect(files).toEqual([VICTIM]);
    }
    expect(describeTree(folder)).toEqual(describeTree(built.out));
    expect(readdirSync(folder)).toEqual(['api']);
  });
});

describe('a manifest that no build writes, since it lacks', () => {
  const without = (isLeftOut: (kind: string) => boolean) =>
    forge((text) => {
      const { resources, ...head } = JSON.parse(text) as { resources: { kind: string }[] };
      return JSON.stringify({
        ...head,
        resources: resources.filter(({ kind }) => !isLeftOut(kind)),
      });
    });

  it.each<[what: string, isLeftOut: (kind: string) => boolean, paths: readonly string[]]>([
    ['everything', () => true, ['index.json', 'operators.json']],
    ['the index', (kind) => kind === 'index', ['index.json']],
    ['the list of operators', (kind) => kind === 'list', ['operators.json']],
  ])('%s, is refused, and the mirror stays as it was', async (_, isLeftOut, paths) => {
    const { port, host, folder } = await deployment();
    await mirror(host.baseUrl, folder);
    const before = traceFiles(join(folder, 'api'));
    const damaged = await damagedHost(port, without(isLeftOut));
    expect(await mirror(damaged.baseUrl, folder)).toEqual({
      ok: false,
      mismatches: paths.map((path) => `no entry lists "${path}", which is always published`),
    });
    expect(changedPaths(before, traceFiles(join(folder, 'api')))).toEqual([]);
  });
});

it('names every difference of a deployment, in the order of their paths', async () => {
  const isMissing = (path: string) => /^\/(operators\/(anchor|birch)|facts)\.json/.test(path);
  const { host, folder } = await deployment({
    answer: (passing) => (isMissing(passing.path) ? replace({ status: 404 })(passing) : undefined),
  });
  expect(await mirror(host.baseUrl, folder)).toEqual({
    ok: false,
    mismatches: ['facts', 'operators/anchor', 'operators/birch'].map(
      (name) => `${name}.json: the host answers 404`,
    ),
  });
});

describe('a host that cannot go on', () => {
  it.each<[what: string, damage: Damage, message: RegExp]>([
    ['answers 500', always(VICTIM, replace({ status: 500 })), /anchor\.json answers 500$/],
    ['hangs', always(VICTIM, () => 'silence'), /anchor\.json: no answer came within 0\.3 seconds$/],
    ['tears every answer', always(VICTIM, () => 'tear'), /: the connection was closed before the/],
    [
      'asks for a long pause',
      always(VICTIM, replace({ status: 503, headers: { 'retry-after': '121' } })),
      /: the host asks for a pause of 121 seconds; try again later$/,
    ],
    [
      'is asked too often',
      always(VICTIM, replace({ status: 429, headers: { 'retry-after': '121' } })),
      /: the host asks for a pause of 121 seconds; try again later$/,
    ],
    ['knows no API', always(MANIFEST, replace({ status: 404 })), /answers 404, so no API is/],
    [
      'answers with a page',
      always(MANIFEST, replace({ body: Buffer.from('<!doctype html>') })),
      /manifest\.json is not a manifest of operator-api$/,
    ],
    [
      'nests its manifest without end',
      forge((text) => text.replace('"resources":[', `$&${NESTED_DEEP},`)),
      /manifest\.json is not a manifest of operator-api$/,
    ],
    [
      'does not say when it published',
      forge((text) => text.replace(/"generated_at":"[^"]+"/, '"generated_at":"now"')),
      /manifest\.json is not a manifest of operator-api$/,
    ],
  ])('because it %s, is an error, and the mirror stays as it was', async (_, damage, message) => {
    const { port, host, folder, ...built } = await deployment();
    await mirror(host.baseUrl, folder);
    await publishAgain(built);
    const before = traceFiles(join(folder, 'api'));
    const damaged = await damagedHost(port, damage);
    await expect(mirror(damaged.baseUrl, folder)).rejects.toThrow(message);
    expect(changedPaths(before, traceFiles(join(folder, 'api')))).toEqual([]);
    expect(await mirror(host.baseUrl, folder)).toMatchObject({ ok: true });
    expect(describeTree(folder)).toEqual(describeTree(built.out));
  });

  it('because it is gone, leaves no folder behind', async () => {
    const { host, folder } = await deployment();
    host.disappear();
    await expect(mirror(host.baseUrl, folder)).rejects.toThrow(/: the connection was refused$/);
    expect(existsSync(folder)).toBe(false);
  });

  it('because it leads away from HTTPS, leaves no folder behind', async () => {
    const url = 'http://mirror.example/api/v1/manifest.json';
    vi.stubGlobal('fetch', async () =>
      Object.defineProperty(new Response(), 'url', { value: url }),
    );
    onTestFinished(() => void vi.unstubAllGlobals());
    const folder = join(temporaryFolder(), 'mirror');
    await expect(mirror('https://mirror.example/api/v1', folder)).rejects.toThrow(
      `manifest.json is redirected to ${url}, which is not encrypted`,
    );
    expect(existsSync(folder)).toBe(false);
  });

  it('because it has no API, leaves no folder behind', async () => {
    const { host, folder } = await deployment(always(MANIFEST, replace({ body: Buffer.from('') })));
    await expect(mirror(host.baseUrl, folder)).rejects.toThrow(/ is not a manifest /);
    expect(existsSync(folder)).toBe(false);
  });

  it.each([
    ['twice where it never answered', MANIFEST, 2],
    ['five times where it did', VICTIM, 5],
  ])('is asked %s', async (_, path, times) => {
    const { host, folder } = await deployment(always(path, () => 'close'));
    await expect(mirror(host.baseUrl, folder)).rejects.toThrow(/^Cannot mirror /);
    expect(host.asked.filter(({ url }) => url.endsWith(path))).toHaveLength(times);
  });
});

describe('a deployment that changes meanwhile', () => {
  it('is compared again, so that the mirror is one publication and not two', async () => {
    let publish: (() => Promise<void>) | null = null;
    const { host, folder, ...built } = await deployment({
      answer: async ({ path }) => {
        if (path !== VICTIM || publish === null) return undefined;
        const work = publish;
        publish = null;
        await work();
        return undefined;
      },
    });
    publish = () => publishAgain(built);
    const restarts: string[] = [];
    const onRestart = () => restarts.push('restarted');
    expect(await mirror(host.baseUrl, folder, { onRestart })).toMatchObject({ ok: true });
    expect(restarts).toHaveLength(1);
    expect(describeTree(folder)).toEqual(describeTree(built.out));
  });

  it('is compared again where nothing of the first publication is left', async () => {
    const { port, host, folder, out } = await deployment();
    await mirror(host.baseUrl, folder);
    const gone = `"sha256":"${'0'.repeat(64)}"`;
    const changed = await damagedHost(
      port,
      once(MANIFEST, (passing) => {
        const text = passing.body.toString();
        const pattern = /(?<="operators\/anchor\.json".*?)"sha256":"\w{64}"/s;
        return replace({ body: Buffer.from(text.replace(pattern, gone)) })(passing);
      }),
    );
    expect(await mirror(changed.baseUrl, folder)).toMatchObject({ ok: true, downloaded: 0 });
    expect(describeTree(folder)).toEqual(describeTree(out));
  });

  it('for ever is left for another time', async () => {
    let seconds = 0;
    const { host, folder, ...built } = await deployment({
      answer: async ({ path }) => {
        seconds += 60;
        if (path === VICTIM) await publishAgain(built, seconds);
        return undefined;
      },
    });
    const found: Promise<SyncResult> = mirror(host.baseUrl, folder);
    await expect(found).rejects.toThrow(/: it changed 5 times during the sync; try again later$/);
    expect(existsSync(join(folder, 'api'))).toBe(false);
  });
});
