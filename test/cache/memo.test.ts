import { spawnSync } from 'node:child_process';
import {
  appendFileSync,
  copyFileSync,
  existsSync,
  lstatSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  truncateSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { afterEach, beforeEach, describe, expect, it, onTestFinished, vi } from 'vitest';
import { generateDataset } from '../../scripts/generate-dataset.ts';
import { openMemo } from '../../src/cache/index.ts';
import { STATE_DIR } from '../../src/emit/index.ts';
import type { BuildOptions } from '../../src/index.ts';
import type { StoredFile } from '../../src/source/index.ts';
import { type Project, project, traceFiles } from '../doors/check-build.ts';
import { temporaryFolder } from '../doors/folders.ts';
import { copyProgram } from '../doors/program-copy.ts';
import { operator, type Sources, tiny } from '../doors/tiny-dataset.ts';

/** Two projects that live through the same: one remembers, the other does everything anew. */
interface Twins {
  readonly cache: string;
  readonly remembering: Project;
  readonly forgetful: Project;
}

function twins(sources: Sources): Twins {
  const cache = join(temporaryFolder(), 'cache');
  const pair = { cache, remembering: project(sources), forgetful: project(sources) };
  // In whole seconds, which can be set again exactly.
  for (const { data } of [pair.remembering, pair.forgetful]) {
    for (const name of readdirSync(data, { recursive: true, encoding: 'utf8' })) {
      utimesSync(join(data, name), 1_700_000_000, 1_700_000_000);
    }
  }
  return pair;
}

/** Each with its cache, which of one is a folder that is not there: what flips a bit does so once. */
function withCaches({ cache, remembering, forgetful }: Twins): readonly [Project, string][] {
  return [
    [remembering, cache],
    [forgetful, `${cache}-of-none`],
  ];
}

/** Builds both and holds what one reports and publishes against the other. */
async function buildBoth(
  { cache, remembering, forgetful }: Twins,
  seconds: number,
  given: Partial<BuildOptions> = {},
) {
  // Edits change published values in place.
  const options = { isPreview: true, ...given };
  const remembered = await remembering.buildAt(seconds, { ...options, cache });
  const anew = await forgetful.buildAt(seconds, options);
  const withoutPlace = (project: Project, value: unknown) =>
    JSON.parse(JSON.stringify(value).replaceAll(project.data.replace(/\/data$/, ''), ''));
  expect(withoutPlace(remembering, remembered)).toEqual(withoutPlace(forgetful, anew));
  expect(published(remembering)).toEqual(published(forgetful));
  return remembered;
}

function published({ out }: Project) {
  return Object.fromEntries(
    [...traceFiles(out)].map(([path, { content, modifiedAt }]) => [path, [content, modifiedAt]]),
  );
}

const API = 'api/v1';

/**
 * Everything that can happen between two builds of the same sources. What it leaves among the
 * published files has a fixed time: it stays where the sources are unsound, and twins are compared
 * by time.
 */
const EVENTS: {
  readonly [event: string]: (project: Project, cache: string) => void;
} = {
  'nothing happens': () => {},
  'the sources are checked out again': ({ data }) => {
    for (const name of readdirSync(join(data, 'operators'))) {
      utimesSync(join(data, 'operators', name), 1, 1);
    }
  },
  'a source is edited in secret': ({ data }) => {
    const path = join(data, 'operators', 'anchor.yaml');
    const { atime, mtime } = statSync(path);
    writeFileSync(path, readFileSync(path, 'utf8').replace('Anchor', 'Alders'));
    utimesSync(path, atime, mtime);
  },
  'a source is replaced in secret': ({ data }) => {
    const path = join(data, 'operators', 'anchor.yaml');
    const { atime, mtime } = statSync(path);
    writeFileSync(`${path}.new`, readFileSync(path, 'utf8').replace('Anchor', 'Alders'));
    utimesSync(`${path}.new`, atime, mtime);
    renameSync(`${path}.new`, path);
  },
  'an operator changes': ({ change }) =>
    change({ 'operators/anchor.yaml': operator(7, 'Anchor the Second') }),
  'an operator changes on its own page only': ({ change, data }) =>
    change({
      'operators/anchor.yaml': `${readFileSync(join(data, 'operators', 'anchor.yaml'), 'utf8')}cons: [Slow]\n`,
    }),
  'one operator goes, and another has its facts': ({ change, data }) =>
    change({
      'operators/anchor.yaml': null,
      'facts/anchor.yaml': null,
      'facts/birch.yaml': readFileSync(join(data, 'facts', 'anchor.yaml'), 'utf8'),
    }),
  'a fact changes': ({ change, data }) =>
    change({
      'facts/anchor.yaml': readFileSync(join(data, 'facts', 'anchor.yaml'), 'utf8').replace(
        /(?<=value: ).*/,
        '2.5',
      ),
    }),
  'another claim takes the place of one': ({ change, data }) => {
    const facts = readFileSync(join(data, 'facts', 'anchor.yaml'), 'utf8');
    const [first = ''] = facts.split(/\n(?=- )/);
    const next = first.replace(/(claim_id: \w+_)\d+/, '$19').replace(/\n$/, '');
    const id = /claim_id: (.*)/.exec(next)?.[1];
    change({
      'facts/anchor.yaml': facts.replace(
        first,
        `${first.trimEnd()}\n  superseded_by: ${id}\n${next}\n`,
      ),
    });
  },
  'the facts go': ({ change }) => change({ 'facts/anchor.yaml': null }),
  'an operator goes': ({ change }) =>
    change({ 'operators/anchor.yaml': null, 'facts/anchor.yaml': null }),
  'an operator goes, its facts stay': ({ change }) => change({ 'operators/anchor.yaml': null }),
  'a metric goes': ({ change, data }) =>
    change({
      'metrics.yaml': readFileSync(join(data, 'metrics.yaml'), 'utf8').replace(
        'fee_usd',
        'fee_eur',
      ),
    }),
  'a metric gets another type': ({ change, data }) =>
    change({
      'metrics.yaml': readFileSync(join(data, 'metrics.yaml'), 'utf8').replace('number', 'boolean'),
    }),
  'an operator comes': ({ change }) => change({ 'operators/cedar.yaml': operator(9, 'Cedar') }),
  'operators swap their ids': ({ change, data }) => {
    const [anchor, birch] = ['anchor', 'birch'].map((slug) =>
      readFileSync(join(data, 'operators', `${slug}.yaml`), 'utf8'),
    );
    const idOf = (text = '') => /^id: .*$/m.exec(text)?.[0] ?? '';
    change({
      'operators/anchor.yaml': (anchor ?? '').replace(/^id: .*$/m, idOf(birch)),
      'operators/birch.yaml': (birch ?? '').replace(/^id: .*$/m, idOf(anchor)),
    });
  },
  'the service changes': ({ change, data }) =>
    change({
      'service.yaml': readFileSync(join(data, 'service.yaml'), 'utf8').replace(
        /^site_url: .*$/m,
        'site_url: https://elsewhere.example',
      ),
    }),
  'a metric is renamed': ({ change, data }) =>
    change({
      'metrics.yaml': readFileSync(join(data, 'metrics.yaml'), 'utf8').replace(
        /name: .*$/m,
        'name: Another name',
      ),
    }),
  'a folder is named like a source': ({ data }) => mkdirSync(join(data, 'operators/cedar.yaml')),
  'a source is broken': ({ change }) => change({ 'operators/anchor.yaml': 'id: [' }),
  'a claim has the id of another': ({ change, data }) =>
    change({
      'operators/cedar.yaml': operator(9, 'Cedar'),
      'facts/cedar.yaml': readFileSync(join(data, 'facts/anchor.yaml'), 'utf8'),
    }),
  'an operator takes the id of another': ({ change, data }) =>
    change({
      'operators/anchor.yaml': readFileSync(join(data, 'operators/anchor.yaml'), 'utf8').replace(
        'id: 7',
        'id: 3',
      ),
    }),
  'an operator takes the name of another': ({ change }) =>
    change({ 'operators/anchor.yaml': operator(7, 'Birch') }),
  'an operator takes a name that looks like that of another': ({ change }) =>
    change({ 'operators/anchor.yaml': operator(7, '"Birch\\u00a0"') }),
  'a claim moves to another operator': ({ change, data }) =>
    change({
      'facts/birch.yaml': readFileSync(join(data, 'facts/anchor.yaml'), 'utf8'),
      'facts/anchor.yaml': null,
    }),
  'a claim is copied to another operator': ({ change, data }) =>
    change({ 'facts/birch.yaml': readFileSync(join(data, 'facts/anchor.yaml'), 'utf8') }),
  'a published file is edited': ({ out }) => {
    const path = join(out, API, 'operators.json');
    appendFileSync(path, ' ');
    utimesSync(path, 1, 1);
  },
  'a published file is edited in secret': ({ out }) => {
    const path = join(out, API, 'operators/anchor.json');
    const { atime, mtime } = statSync(path);
    writeFileSync(path, readFileSync(path, 'utf8').replace('Anchor', 'Alder'));
    utimesSync(path, atime, mtime);
  },
  'a published file is replaced in secret': ({ out }) => {
    const path = join(out, API, 'operators/anchor.csv');
    const { atime, mtime } = statSync(path);
    writeFileSync(`${path}.new`, readFileSync(path, 'utf8').replace('Anchor', 'Alder'));
    utimesSync(`${path}.new`, atime, mtime);
    renameSync(`${path}.new`, path);
  },
  'a published file goes': ({ out }) => rmSync(join(out, API, 'operators/anchor.json')),
  'an alias goes': ({ out }) => rmSync(join(out, API, 'operators/7.json')),
  'the folder of an alias moves away': ({ out }) =>
    renameSync(join(out, API, 'operators/7'), join(out, API, 'operators/one')),
  'an alias becomes a copy': ({ out }) => {
    const path = join(out, API, 'operators/7.json');
    copyFileSync(path, `${path}.new`);
    utimesSync(`${path}.new`, 1, 1);
    renameSync(`${path}.new`, path);
  },
  'a time is wrong': ({ out }) => utimesSync(join(out, API, 'operators.json'), 1, 1),
  'the manifest goes': ({ out }) => rmSync(join(out, API, 'manifest.json')),
  'the manifest is edited': ({ out }) => {
    const path = join(out, API, 'manifest.json');
    writeFileSync(path, readFileSync(path, 'utf8').replaceAll(/"bytes":\d+/g, '"bytes":1'));
    utimesSync(path, 1, 1);
  },
  'the manifest is replaced by rubbish': ({ out }) => {
    const path = join(out, API, 'manifest.json');
    writeFileSync(path, '{"resources":[null,{"path":1}]}');
    utimesSync(path, 1, 1);
  },
  'all that is published goes': ({ out }) => rmSync(out, { recursive: true }),
  'somebody else adds a file': ({ out }) => {
    writeFileSync(join(out, API, 'robots.txt'), 'hi');
    utimesSync(join(out, API, 'robots.txt'), 1, 1);
  },
  'somebody else adds a file among the operators': ({ out }) => {
    writeFileSync(join(out, API, 'operators/gone.json'), 'left');
    utimesSync(join(out, API, 'operators/gone.json'), 1, 1);
  },
  'a build was killed before it had published anything': ({ out }) => {
    const paths = ['operators/anchor.json', 'operators/anchor/facts.csv', 'manifest.json'];
    mkdirSync(join(out, STATE_DIR, 'staging'), { recursive: true });
    for (const index of paths.keys())
      writeFileSync(join(out, STATE_DIR, 'staging', `${index}`), '');
    const lines = paths.map((path, index) => `${index} ${path}`);
    writeFileSync(join(out, STATE_DIR, 'journal'), lines.join('\n'));
    utimesSync(join(out, STATE_DIR, 'journal'), 1, 1);
  },
  'the cache goes': (_, cache) => rmSync(cache, { recursive: true, force: true }),
  'the cache is cut off': (_, cache) =>
    eachFile(cache, (path) => truncateSync(path, Math.floor(lstatSync(path).size / 2))),
  'the cache is empty': (_, cache) => eachFile(cache, (path) => truncateSync(path, 0)),
  'a bit of the cache flips': (_, cache) =>
    eachFile(cache, (path) => flipBit(path, (bytes) => Math.floor(bytes.length * 0.7))),
  'a bit flips of a name that the cache remembers': (_, cache) =>
    eachFile(cache, (path) => {
      if (/-values$/.test(path)) flipBit(path, (bytes) => bytes.indexOf('"Anchor"') + 1);
    }),
  'one file of the cache stands where another should': (_, cache) =>
    eachFile(cache, (path) => {
      if (path.endsWith('-values')) copyFileSync(path, path.replace('-values', ''));
    }),
  'only the values of the cache go': (_, cache) => rmEach(cache, '-values'),
};

function flipBit(path: string, place: (bytes: Buffer) => number): void {
  const bytes = readFileSync(path);
  const at = place(bytes);
  bytes.writeUInt8(bytes.readUInt8(at) ^ 1, at);
  writeFileSync(path, bytes);
}

function rmEach(folder: string, suffix: string): void {
  eachFile(folder, (path) => {
    if (path.endsWith(suffix)) rmSync(path);
  });
}

function eachFile(folder: string, work: (path: string) => void): void {
  if (!existsSync(folder)) return;
  for (const name of readdirSync(folder)) work(join(folder, name));
}

type Read = (name: string) => string | null;
type Random = (limit: number) => number;

type SmallEdit = (
  slug: string,
  read: Read,
  sources: Readonly<Record<string, string>>,
  random: Random,
) => Record<string, string | null>;

/** What a maintainer does to one operator, or to what all have in common. */
const SMALL_EDITS: readonly SmallEdit[] = [
  (slug, read) =>
    edit(`operators/${slug}.yaml`, read, /^accepts_vpn: .*$/m, (now) =>
      now.endsWith('true') ? 'accepts_vpn: false' : 'accepts_vpn: true',
    ),
  (slug, read, _, random) =>
    edit(`operators/${slug}.yaml`, read, /^name: .*$/m, () => `name: ${slug} ${random(5)}`),
  (slug, read, _, random) =>
    edit(`operators/${slug}.yaml`, read, /^pros:.*$/m, () => `pros: [Point ${random(5)}]`),
  (slug, read, _, random) =>
    edit(
      `facts/${slug}.yaml`,
      read,
      /(?<=metric: usdt_trc20_withdrawal_fee_usd\n +value: ).*/,
      () => String(random(4)),
    ),
  (slug, read, _, random) =>
    edit(
      `facts/${slug}.yaml`,
      read,
      /(?<=observed_at: ).*/,
      () => `2026-0${1 + random(8)}-01T00:00:00Z`,
    ),
  (slug, read, _, random) =>
    edit(
      `operators/${slug}.yaml`,
      read,
      /(?<=updated_at: ).*/,
      () => `2026-0${1 + random(8)}-02T00:00:00Z`,
    ),
  (slug, read) =>
    edit(`facts/${slug}.yaml`, read, /(?<=observed_at: .*)(\n {2}retracted: .*)?(?=\n|$)/, (now) =>
      now === '' ? '\n  retracted: { at: 2026-10-01T00:00:00Z, reason: Not so. }' : '',
    ),
  (slug) => ({ [`facts/${slug}.yaml`]: null }),
  (slug) => ({ [`operators/${slug}.yaml`]: null, [`facts/${slug}.yaml`]: null }),
  (slug, _, sources) => pick(sources, [`operators/${slug}.yaml`, `facts/${slug}.yaml`]),
  (slug, _, sources) => pick(sources, [`operators/${slug}.yaml`, `facts/${slug}.yaml`]),
  (_, read, __, random) =>
    edit('categories.yaml', read, /(?<=title: ).*/, () => `Title ${random(3)}`),
  (_, read) =>
    edit('categories.yaml', read, /(?<=cite: )\w+/, (now) =>
      now === 'usdt_trc20_withdrawal_fee_usd'
        ? 'median_withdrawal_minutes'
        : 'usdt_trc20_withdrawal_fee_usd',
    ),
  (_, read) =>
    edit('categories.yaml', read, /(?<=order: )\w+/, (now) =>
      now === 'ascending' ? 'descending' : 'ascending',
    ),
  (_, read, __, random) =>
    edit('categories.yaml', read, /(?<=alias: ).*/, () => `other-name-${random(3)}`),
  (_, read, __, random) =>
    edit('categories.yaml', read, /(?<=reason: ).*/, () => `Reason ${random(3)}`),
  (_, read, __, random) =>
    edit('metrics.yaml', read, /(?<=description: )[^,\n]*/, () => `Meaning ${random(3)}`),
  (_, read, __, random) =>
    edit('service.yaml', read, /(?<=notice: ).*/, () => `Notice ${random(3)}`),
];

function edit(
  name: string,
  read: Read,
  pattern: RegExp,
  change: (now: string) => string,
): Record<string, string | null> {
  const text = read(name);
  return text === null ? {} : { [name]: text.replace(pattern, change) };
}

function pick(sources: Readonly<Record<string, string>>, names: readonly string[]) {
  return Object.fromEntries(names.map((name) => [name, sources[name] ?? null]));
}

function readSource({ data }: Project, name: string): string | null {
  const path = join(data, name);
  return existsSync(path) ? readFileSync(path, 'utf8') : null;
}

/** The seventh operator becomes the one that events are about. */
function withAnchor(sources: Readonly<Record<string, string>>): Record<string, string> {
  return Object.fromEntries(
    Object.entries(sources).map(([name, text]) => [
      name.replace(/\/[^/]*-7\.yaml$/, '/anchor.yaml'),
      text,
    ]),
  );
}

function allGone({ data }: Project): Sources {
  const names = readdirSync(data, { recursive: true, encoding: 'utf8' });
  return Object.fromEntries(
    names.filter((name) => name.endsWith('.yaml')).map((name) => [name, null]),
  );
}

/** Numbers below a limit, the same for the same seed. */
function randomNumbers(seed: number): Random {
  let state = seed;
  return (limit) => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return Math.floor((state / 2 ** 32) * limit);
  };
}

describe.each([
  // What was written just now can be written again without another time, and is read to make sure.
  ['sources written just now', 0],
  ['sources written long ago', 60_000],
])('a build that remembers %s', (_, age) => {
  beforeEach(() => {
    vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + age });
  });
  afterEach(() => {
    vi.useRealTimers();
  });

  it.each(Object.keys(EVENTS))('publishes what one that does not would when %s', async (event) => {
    const pair = twins(tiny());
    await buildBoth(pair, 0);
    for (const [project, cache] of withCaches(pair)) EVENTS[event]?.(project, cache);
    await buildBoth(pair, 60);
    // And then a change, with whatever is remembered by now.
    for (const { change } of [pair.remembering, pair.forgetful]) {
      change({ 'operators/birch.yaml': operator(3, 'Birch the Second') });
    }
    await buildBoth(pair, 120);
    await buildBoth(pair, 180);
  });

  it('publishes the same over a long and random life', async () => {
    const pair = twins(withAnchor(generateDataset(12)));
    const below = randomNumbers(7);
    const events = Object.entries(EVENTS).filter(
      ([name]) =>
        !/swap|named like|claim has|source is|facts stay|metric g|another operator/.test(name),
    );
    let published = 0;
    for (let step = 0; step < 25; step += 1) {
      const sources = withAnchor(generateDataset(8 + below(8), 1 + below(3)));
      for (const project of [pair.remembering, pair.forgetful]) {
        project.change({ ...allGone(project), ...sources });
      }
      const [, event] = events[below(events.length)] ?? [];
      for (const [project, cache] of withCaches(pair)) {
        try {
          event?.(project, cache);
        } catch {
          // Nothing of that name is published at the moment.
        }
      }
      const { ok } = await buildBoth(pair, step * 60, below(4) === 0 ? { precompress: true } : {});
      if (ok) published += 1;
    }
    expect(published).toBeGreaterThan(15); // Else there was hardly a life.
  }, 60_000);

  it.each([
    ['without pages of claims', 'claim_pages: none'],
    ['with pages of claims', 'claim_pages: json'],
  ])(
    'publishes the same over a long life of small changes, %s',
    async (_, pages) => {
      const sources = generateDataset(9);
      sources['service.yaml'] = sources['service.yaml']?.replace('claim_pages: none', pages) ?? '';
      const pair = twins(sources);
      const random = randomNumbers(5);
      const slugs = Object.keys(sources).flatMap(
        (name) => /^facts\/(.*)\.yaml/.exec(name)?.[1] ?? [],
      );
      const make = (change: SmallEdit | undefined) => {
        const slug = slugs[random(slugs.length)] ?? '';
        const read = (name: string) => readSource(pair.forgetful, name);
        const edited = change?.(slug, read, sources, random) ?? {};
        for (const project of [pair.remembering, pair.forgetful]) project.change(edited);
      };
      let minute = 0;
      const buildNext = async (precompress = false) => {
        minute += 1;
        const built = await buildBoth(pair, minute * 60, { precompress });
        expect(built.ok).toBe(true);
      };
      await buildNext();
      for (const change of SMALL_EDITS) {
        make(change);
        await buildNext();
      }
      for (let step = 0; step < 20; step += 1) {
        for (let edits = random(3); edits > 0; edits -= 1) {
          make(SMALL_EDITS[random(SMALL_EDITS.length)]);
        }
        await buildNext(random(9) === 0);
      }
    },
    60_000,
  );
});

describe('a build that remembers', () => {
  it.each([
    ['another address', { siteUrl: 'https://other.example' }],
    ['compressed forms', { precompress: true }],
    ['downloads', { snapshots: true }],
    ['an earlier clock', {}],
  ])('does not mistake one build for another: %s', async (name, options) => {
    const moment = name === 'an earlier clock' ? -400 * 86_400 : 60;
    const pair = twins(tiny());
    await buildBoth(pair, 0);
    await buildBoth(pair, moment, options);
    await buildBoth(pair, 120);
  });

  it.each([
    'a published file is edited in secret',
    'a published file goes',
    'the folder of an alias moves away',
  ])('knows of what a build let stand that it was so: %s', async (event) => {
    const pair = twins(tiny());
    await buildBoth(pair, 0);
    for (const { change } of [pair.remembering, pair.forgetful]) {
      change({ 'operators/birch.yaml': operator(3, 'Birch the Second') });
    }
    await buildBoth(pair, 60);
    for (const [project, cache] of withCaches(pair)) EVENTS[event]?.(project, cache);
    await buildBoth(pair, 120);
  });

  it.each([
    ['operators/birch', 'was published first'],
    ['operators/3', 'was published first'],
    ['operators/3', 'has changed'],
    ['operators/3', 'has lost its time'],
    ['operators/3', 'was compared, since its cache is gone,'],
  ])('removes a compressed form that somebody put into %s of what %s', async (folder, event) => {
    const pair = twins(tiny());
    const options = { precompress: true };
    await buildBoth(pair, 0, options);
    for (const [{ out, change }, cache] of withCaches(pair)) {
      if (event === 'has changed') change({ 'operators/birch.yaml': operator(3, 'Beech') });
      if (event === 'has lost its time') utimesSync(join(out, API, 'operators/3/facts.csv'), 1, 1);
      if (event.includes('cache')) rmSync(cache, { recursive: true, force: true });
    }
    await buildBoth(pair, 60, options);
    const form = `${folder}/facts.csv.gz`;
    for (const { out } of [pair.remembering, pair.forgetful]) {
      writeFileSync(join(out, API, form), 'of others');
    }
    expect(await buildBoth(pair, 120, options)).toMatchObject({ report: { removed: 1 } });
    expect(published(pair.remembering)).not.toHaveProperty(`api/v1/${form}`);
    expect(await buildBoth(pair, 180, options)).toMatchObject({ report: { removed: 0 } });
  });

  it('lists the pages of claims in the order of ids that have changed', async () => {
    const facts = tiny()['facts/anchor.yaml']?.toString().replace('usd_1', 'usd_2') ?? '';
    const pair = twins(tiny({ 'facts/birch.yaml': facts }));
    await buildBoth(pair, 0);
    for (const { change } of [pair.remembering, pair.forgetful]) {
      change({ 'operators/birch.yaml': operator(30, 'Birch') });
    }
    await buildBoth(pair, 60);
  });

  it('leaves the time of what stands alone, though an address that was left over is a link to it', async () => {
    const pair = twins(tiny());
    await buildBoth(pair, 0);
    for (const { out, change } of [pair.remembering, pair.forgetful]) {
      change({ 'operators/birch.yaml': operator(8, 'Birch') });
      rmSync(join(out, API, 'manifest.json'));
    }
    await buildBoth(pair, 60);
    for (const { change } of [pair.remembering, pair.forgetful]) {
      change({ 'operators/cedar.yaml': operator(3, 'Cedar') });
    }
    await buildBoth(pair, 120);
  });

  it('makes downloads of every answer, those included that it did not render', async () => {
    const pair = twins(tiny());
    await buildBoth(pair, 0, { snapshots: true });
    for (const { change } of [pair.remembering, pair.forgetful]) {
      change({ 'operators/birch.yaml': operator(3, 'Beech') });
    }
    await buildBoth(pair, 60, { snapshots: true });
  });

  it('believes no manifest from elsewhere about what is here', async () => {
    const pair = twins(tiny());
    const other = project({ ...tiny(), 'operators/birch.yaml': operator(3, 'Beech') });
    await other.buildAt(0);
    await buildBoth(pair, 0);
    for (const { change } of [pair.remembering, pair.forgetful]) {
      change({ 'operators/birch.yaml': operator(3, 'Beech') });
    }
    await buildBoth(pair, 0, { previous: join(other.out, API, 'manifest.json') });
  });

  it('believes no manifest that was put here about what is here', async () => {
    const pair = twins(tiny());
    const other = project({ ...tiny(), 'operators/birch.yaml': operator(3, 'Beech') });
    await other.buildAt(0);
    await buildBoth(pair, 0);
    for (const { change, out } of [pair.remembering, pair.forgetful]) {
      change({ 'operators/birch.yaml': operator(3, 'Beech') });
      copyFileSync(join(other.out, API, 'manifest.json'), join(out, API, 'manifest.json'));
    }
    await buildBoth(pair, 0);
  });

  it('believes nothing that another version of this program left', async () => {
    const { remembering, cache } = twins(tiny());
    const { data, out, read } = remembering;
    const program = copyProgram();
    const lib = join(program, 'lib');
    const build = () =>
      spawnSync(process.execPath, [
        join(lib, 'cli.cjs'),
        ...['build', '--data', data, '--out', out, '--cache', cache],
      ]);
    // Of the same length, and with the same time.
    const rename = (name: string, other: string) => {
      for (const file of readdirSync(lib).filter((file) => file.endsWith('.cjs'))) {
        const { atimeMs, mtimeMs } = statSync(join(lib, file));
        const code = readFileSync(join(lib, file), 'utf8');
        writeFileSync(join(lib, file), code.replaceAll(name, other));
        utimesSync(join(lib, file), atimeMs / 1000, mtimeMs / 1000);
      }
    };
    const title = () => JSON.parse(read('problems/unknown-operator.json')).title;
    expect(build()).toMatchObject({ status: 0 });
    expect(title()).toBe('Unknown operator');
    // It is too young for anybody to believe that it has not been touched.
    expect(existsSync(join(cache, 'build-tool'))).toBe(false);
    rename('Unknown operator', 'Missing operator');
    expect(build()).toMatchObject({ status: 0 });
    expect(title()).toBe('Missing operator');
    await setTimeout(2100);
    expect(build()).toMatchObject({ status: 0 });
    expect(existsSync(join(cache, 'build-tool'))).toBe(true);
    rename('Missing operator', 'Strange operator');
    expect(build()).toMatchObject({ status: 0 });
    expect(title()).toBe('Strange operator');
  });

  it.each([
    ['reads a source again that was changed right before it was looked at', 1900, false],
    ['believes a source untouched that was changed long before it was looked at', 2100, true],
  ])('%s', (_, age, isBelieved) => {
    vi.useFakeTimers({ toFake: ['Date'] });
    onTestFinished(() => void vi.useRealTimers());
    const folder = temporaryFolder();
    const changed = Date.now() - age;
    const source = (text: string): StoredFile => ({
      name: 'service.yaml',
      path: 'data/service.yaml',
      look: () => ({ ino: 1, size: 3, mtimeMs: changed, ctimeMs: changed }),
      measure: () => 3,
      read: () => Buffer.from(text),
    });
    const open = (file: StoredFile) => {
      const [data = '', published = '', stateDir = ''] = ['data', 'api', 'state'].map((name) =>
        join(folder, name),
      );
      const key = { data, published, stateDir, options: {}, isPrecompressed: false, now: 0 };
      return openMemo(join(folder, 'cache'), key, [file]);
    };
    const first = open(source('one'));
    for (const file of first.sources) file.read();
    const values = new Map([['service.yaml', 'the value of one']]);
    first.remember({ outcome: {}, shared: '', values, operators: new Map(), others: [] });
    const known = isBelieved ? 'the value of one' : undefined;
    expect(open(source('two')).knownValue('service.yaml')).toBe(known);
  });

  it('writes nothing when nothing has changed, and leaves no trace in the output', async () => {
    const { remembering, cache } = twins(tiny());
    await remembering.buildAt(0, { cache });
    const before = traceFiles(remembering.out);
    const again = await remembering.buildAt(60, { cache });
    expect(again).toMatchObject({ ok: true, report: { written: 0, removed: 0 } });
    expect(traceFiles(remembering.out)).toEqual(before);
  });

  it.each([
    'an operator changes',
    'an operator goes',
    'an operator comes',
    'a fact changes',
    'a published file goes',
    'all that is published goes',
    'the cache goes',
  ])('has nothing to do once it has caught up: %s', async (event) => {
    const { remembering, cache } = twins(tiny());
    const countFiles = async (seconds: number) => {
      let count = 0;
      const onProgress = (files: number) => {
        count = files;
      };
      await remembering.buildAt(seconds, { cache, isPreview: true, watcher: { onProgress } });
      return count;
    };
    expect(await countFiles(0)).toBeGreaterThan(0);
    EVENTS[event]?.(remembering, cache);
    expect(await countFiles(60)).toBeGreaterThan(0);
    expect(await countFiles(120)).toBe(0);
    // The same where nothing that is published is believed at first.
    EVENTS['an operator goes']?.(remembering, cache);
    EVENTS['a time is wrong']?.(remembering, cache);
    expect(await countFiles(180)).toBeGreaterThan(0);
    expect(await countFiles(240)).toBe(0);
  });

  it('remembers at most sixteen builds side by side', async () => {
    const cache = join(temporaryFolder(), 'cache');
    for (let place = 0; place < 20; place += 1) await project(tiny()).buildAt(0, { cache });
    const left = readdirSync(cache).filter((name) => name !== 'build-tool');
    expect(new Set(left.map((name) => name.split('-')[1])).size).toBe(16);
    for (const kind of ['', '-values']) {
      expect(left.filter((name) => /^build-[^-]+/.exec(name)?.[0] + kind === name)).toHaveLength(
        16,
      );
    }
  });

  it('clears away what a killed build left half written', async () => {
    const { remembering, cache } = twins(tiny());
    mkdirSync(cache, { recursive: true });
    for (const [name, age] of [
      ['build-0123456789abcdef.7.new', 2 * 3600],
      ['build-0123456789abcdef.8.new', 10],
    ] as const) {
      writeFileSync(join(cache, name), '');
      utimesSync(join(cache, name), Date.now() / 1000 - age, Date.now() / 1000 - age);
    }
    await remembering.buildAt(0, { cache });
    expect(readdirSync(cache).filter((name) => name.endsWith('.new'))).toEqual([
      'build-0123456789abcdef.8.new',
    ]);
  });

  it('builds all the same where nothing can be remembered', async () => {
    const { remembering } = twins(tiny());
    const cache = join(remembering.data, 'service.yaml', 'cache');
    expect(await remembering.buildAt(0, { cache })).toMatchObject({ ok: true });
  });
});
