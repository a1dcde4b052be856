import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { Ajv } from 'ajv';
import addFormats from 'ajv-formats';
import { RelaxNGValidator, XmlDocument, type XmlElement } from 'libxml2-wasm';
import { describe, expect, it } from 'vitest';
import { changedPaths, type Project, project, traceFiles } from '../doors/check-build.ts';
import { temporaryFolder } from '../doors/folders.ts';
import { repository } from '../doors/repository.ts';
import { corrected, operator, type Sources, TINY, tiny } from '../doors/tiny-dataset.ts';

const NAMESPACES = { a: 'http://www.w3.org/2005/Atom' };

/** Checks a feed against the schema of RFC 4287, and gives a way to ask for its texts. */
function openFeed(text: string): (xpath: string) => string[] {
  const schema = XmlDocument.fromString(
    readFileSync(join(repository, 'test/changes/atom.rng'), 'utf8'),
  );
  const document = XmlDocument.fromString(text);
  RelaxNGValidator.fromDoc(schema).validate(document);
  return (xpath) => document.find(xpath, NAMESPACES).map((node) => (node as XmlElement).content);
}

const birch = (from: string, to: string): Sources => {
  const text = operator(3, 'Birch');
  if (!text.includes(from)) throw new Error(`Birch has no ${from}`);
  return { 'operators/birch.yaml': text.replace(from, to) };
};
const claim = (id: string, value: unknown, more = '', metric = id.replace(/_\d+$/, '')) => `
- claim_id: ${id}
  metric: ${metric}
  value: ${value}
  evidence_url: https://anchor.example/fees
  observed_at: 2026-10-0${id.at(-1)}T00:00:00Z
${more}`;
const anchorClaims = (...claims: string[]) => ({ 'facts/anchor.yaml': claims.join('') });
const MARGINS = (TINY['metrics.yaml'] ?? '')
  .replace('name: Fee (USD)', 'name: Margin (percent)')
  .replace('unit: USD', 'unit: "%"');
const MINUTES = `${TINY['metrics.yaml']}- key: payout_minutes
  name: Payout time (minutes)
  description: How long it takes.
  type: integer
  unit: min
  better: lower
- key: payout_hours
  name: Payout time (hours)
  description: How long it takes.
  type: number
  unit: h
  better: lower
`;
const EVIDENCE = ', <a href="https://anchor.example/fees">observed';

interface News {
  readonly old?: Sources;
  readonly new: Sources;
  /** The content of the entry. */
  readonly items?: readonly string[];
}

const fee =
  '{ type: withdrawal, asset: USDT, network: TRC-20, model: flat, amount: 1.5, currency: USDT }';
const limit = '{ type: withdrawal_max, amount: 500, currency: USD, period: day }';

/** What one publication changes, by the title of its entry. */
const NEWS: { readonly [title: string]: News } = {
  'Anchor: Fee 1.5 → 0.5 USD, and 3 more': {
    new: {
      ...anchorClaims(
        claim('fee_usd_1', 1.5, '  superseded_by: fee_usd_2\n'),
        claim('fee_usd_2', 0.5),
        claim('streams_3', true),
      ),
      'operators/anchor.yaml': operator(7, 'Anchor')
        .replace('license_jurisdiction: null', 'license_jurisdiction: Malta')
        .replace('accepts_vpn: true', 'accepts_vpn: false')
        .replace('updated_at: 2026-10-02', 'updated_at: 2026-10-04'),
    },
    items: [
      `Fee: 1.5 → 0.5 USD${EVIDENCE} 2026-10-02</a>`,
      `Live streams: yes (new)${EVIDENCE} 2026-10-03</a>`,
      'Licence: not known → Malta',
      'Accepts VPN: yes → no',
    ],
  },
  'Anchor: Live streams no → yes': {
    old: anchorClaims(claim('streams_1', false)),
    new: anchorClaims(
      claim('streams_1', false, '  superseded_by: streams_2\n'),
      claim('streams_2', true),
    ),
  },
  'Anchor: Margin 1.5% → 4%': {
    old: { 'metrics.yaml': MARGINS },
    new: anchorClaims(
      claim('fee_usd_1', 1.5, '  superseded_by: fee_usd_2\n'),
      claim('fee_usd_2', 4),
    ),
  },
  'Anchor: Payout time 30 min → 0.5 h': {
    old: { 'metrics.yaml': MINUTES, ...anchorClaims(claim('payout_minutes_1', 30)) },
    new: {
      'metrics.yaml': MINUTES.replace(
        'unit: min\n  better: lower',
        'unit: min\n  better: lower\n  retired_at: 2026-11-01\n  replaced_by: payout_hours',
      ),
      ...anchorClaims(
        claim('payout_minutes_1', 30, '  superseded_by: payout_hours_2\n'),
        claim('payout_hours_2', 0.5),
      ),
    },
  },
  'Metric Payout time (minutes) retired on 2026-11-01': {
    old: { 'metrics.yaml': MINUTES },
    new: {
      'metrics.yaml': MINUTES.replace(
        'unit: min\n  better: lower',
        'unit: min\n  better: lower\n  retired_at: 2026-11-01\n  replaced_by: payout_hours',
      ),
    },
  },
  'Anchor: Fee 1.5 → 15 USD (corrected)': {
    new: anchorClaims(corrected(claim('fee_usd_1', 15), 'value', '1.5')),
    items: [`Fee: 1.5 → 15 USD (corrected: Misread)${EVIDENCE} 2026-10-01</a>`],
  },
  'Anchor: Fee 1.5 USD (retracted)': {
    new: anchorClaims(
      claim('fee_usd_1', 1.5, '  retracted: { at: 2026-11-02, reason: Never charged }\n'),
    ),
    items: [`Fee: 1.5 USD (retracted: Never charged)${EVIDENCE} 2026-10-01</a>`],
  },
  'Birch: Identity verification never → above a sum, and 1 more': {
    new: birch('kyc_level: none', 'kyc_level: threshold\nkyc_threshold_usd: 2000'),
    items: [
      'Identity verification: never → above a sum',
      'Identity verification threshold: none → 2000 USD',
    ],
  },
  'Birch: New withdrawal fee (USDT TRC-20): 1.5 USDT': { new: birch('fees: []', `fees: [${fee}]`) },
  'Birch: Withdrawal fee (USDT TRC-20) 1.5 → 2': {
    old: birch('fees: []', `fees: [${fee}]`),
    new: birch('fees: []', `fees: [${fee.replace('1.5', '2')}]`),
  },
  'Birch: Withdrawal fee (USDT TRC-20), model fixed amount → free, and 2 more': {
    old: birch('fees: []', `fees: [${fee}]`),
    new: birch(
      'fees: []',
      'fees: [{ type: withdrawal, asset: USDT, network: TRC-20, model: free }]',
    ),
  },
  'Birch: New maximum withdrawal (day): 500 USD': {
    new: birch('limits: []', `limits: [${limit}]`),
  },
  'Birch: Maximum withdrawal (day) 500 → no limit': {
    old: birch('limits: []', `limits: [${limit}]`),
    new: birch('limits: []', `limits: [${limit.replace('500', 'null')}]`),
  },
  'Birch: Payment option removed: USDT (TRC-20), deposit and withdrawal': {
    old: birch(
      'payment_options: []',
      'payment_options: [{ asset: USDT, network: TRC-20, deposit: true, withdrawal: true }]',
    ),
    new: birch('cons: []', 'cons: []'),
  },
  'Birch: Order of pros changed': {
    old: birch('pros: []', 'pros: [Quick, Cheap]'),
    new: birch('pros: []', 'pros: [Cheap, Quick]'),
  },
  'Birch: Last updated 2026-10-02 09:30 UTC → 2026-10-05': {
    new: birch('2026-10-02T09:30:00Z', '2026-10-05'),
  },
  'Cedar: new operator, with 1 claim': {
    new: {
      'operators/cedar.yaml': operator(9, 'Cedar'),
      'facts/cedar.yaml': claim('fee_usd_2', 3),
    },
  },
  'Cedar: new operator': { new: { 'operators/cedar.yaml': operator(9, 'Cedar') } },
  'Birch: closed': {
    new: {
      'operators/birch.yaml': `${operator(3, 'Birch')}status: closed\nended_at: 2026-11-01\nended_reason: Payouts stopped\n`,
    },
    items: ['Status: active → closed (Payouts stopped)'],
  },
  'Beech: renamed from Birch, and 1 more': {
    new: {
      'operators/birch.yaml': null,
      'operators/beech.yaml': `${operator(3, 'Beech')}former_slugs: [birch]\n`,
    },
    items: ['Name: Birch → Beech', 'Address: birch → beech'],
  },
  'Ranking Cheapest, order Fee (USD), ascending → Fee (USD), descending': {
    new: { 'categories.yaml': (TINY['categories.yaml'] ?? '').replace('ascending', 'descending') },
  },
  'Ranking Cheapest, conditions every operator → Accepts VPN: yes': {
    new: {
      'categories.yaml': (TINY['categories.yaml'] ?? '').replace('{}', '{ accepts_vpn: true }'),
    },
  },
  'Licence of the data CC BY 4.0, https://creativecommons.org/licenses/by/4.0/ → CC BY-SA 4.0, https://creativecommons.org…':
    {
      new: { 'service.yaml': (TINY['service.yaml'] ?? '').replace('BY 4.0', 'BY-SA 4.0') },
    },
};

/** The claim of Anchor retracted. */
const FREE_OF_FEES = anchorClaims(
  claim('fee_usd_1', 1.5, '  retracted: { at: 2026-11-02, reason: Never charged }\n'),
);

/** Checks a feed against https://www.jsonfeed.org/version/1.1/, which has no schema. */
function openJsonFeed(text: string) {
  const string = { type: 'string', minLength: 1 };
  const url = { type: 'string', format: 'uri' };
  const time = { type: 'string', format: 'date-time' };
  const authors = {
    type: 'array',
    items: { type: 'object', properties: { name: string, url, avatar: url }, minProperties: 1 },
  };
  // Names that the specification does not have are extensions, which start with an underscore.
  const object = (properties: object, required: readonly string[], more = {}) => ({
    type: 'object',
    properties,
    required,
    patternProperties: { '^_[^.]+$': { type: 'object' } },
    additionalProperties: false,
    ...more,
  });
  const item = object(
    {
      id: string,
      url,
      external_url: url,
      title: string,
      content_html: string,
      content_text: string,
      summary: string,
      image: url,
      date_published: time,
      date_modified: time,
      authors,
      tags: { type: 'array', items: string },
      language: string,
    },
    ['id'],
    { anyOf: [{ required: ['content_html'] }, { required: ['content_text'] }] },
  );
  const ajv = new Ajv({ strict: false });
  addFormats.default(ajv);
  const feed = JSON.parse(text);
  const isValid = ajv.validate(
    object(
      {
        version: { const: 'https://jsonfeed.org/version/1.1' },
        title: string,
        home_page_url: url,
        feed_url: url,
        description: string,
        authors,
        language: string,
        items: { type: 'array', items: item },
      },
      ['version', 'title', 'items'],
    ),
    feed,
  );
  if (!isValid) throw new Error(ajv.errorsText());
  return feed as { readonly items: readonly Record<string, unknown>[] };
}

describe('the feed of changes', () => {
  it('is an Atom feed before anything changed', async () => {
    const { buildAt, read } = project(tiny());
    await buildAt(0);
    const ask = openFeed(read('changes.atom'));
    expect(ask('/a:feed/a:updated')).toEqual(['2026-11-15T12:00:00Z']);
    expect(ask('/a:feed/a:entry')).toEqual([]);
    expect(ask('/a:feed/a:author/a:name')).toEqual(['Tiny Comparison']);
    expect(ask('/a:feed/a:rights')[0]).toContain('CC BY 4.0');
    expect(ask('/a:feed/a:link[@rel="license"]/@href')).toEqual([
      'https://creativecommons.org/licenses/by/4.0/',
    ]);
  });

  it('has an entry for each operator in each publication, with an id that stays', async () => {
    const { change, buildAt, read } = project(tiny());
    await buildAt(0);
    change({
      'operators/birch.yaml': operator(3, 'Birch').replace('cons: []', 'cons: [Slow, Late]'),
      'operators/anchor.yaml': operator(7, 'Anchor').replace('cons: []', 'cons: [Slow]'),
      'metrics.yaml': (TINY['metrics.yaml'] ?? '').replace('Fee (USD)', 'Fee'),
    });
    await buildAt(60);
    const first = openFeed(read('changes.atom'));
    expect(first('//a:entry/a:title')).toEqual([
      'Birch: New con: Slow, and 1 more',
      'Anchor: New con: Slow',
      'Metric Fee, name Fee (USD) → Fee',
    ]);
    change({ 'operators/birch.yaml': null });
    await buildAt(120);
    const second = openFeed(read('changes.atom'));
    expect(second('//a:entry/a:published')).toEqual(second('//a:entry/a:updated'));
    expect(second('//a:entry/a:category/@label')).toEqual(['Birch', 'Birch', 'Anchor']);
    expect(second('//a:entry/a:title')[0]).toBe('Birch: removed');
    expect(second('//a:entry/a:id').slice(1)).toEqual(first('//a:entry/a:id'));
    expect(new Set(second('//a:entry/a:id')).size).toBe(4);
    expect(second('//a:entry/a:content')[1]).toBe(
      '<ul><li>New con: Slow</li><li>New con: Late</li></ul>',
    );
  });

  it.each(Object.entries(NEWS))('says the news in its title: %s', async (title, news) => {
    const { change, buildAt, read } = project(tiny(news.old));
    await buildAt(0);
    change(news.new);
    await buildAt(60, { isPreview: true });
    const ask = openFeed(read('changes.atom'));
    expect(ask('//a:entry/a:title')).toContain(title);
    if (news.items === undefined) return;
    const items = ask('//a:entry/a:content')[0]?.match(/(?<=<li>).*?(?=<\/li>)/g);
    expect(items).toEqual(news.items);
  });

  it('links to the page that an operator has now, and to the log where it has none', async () => {
    const { change, buildAt, read } = project(tiny());
    const changed = (name: string, id: number) =>
      operator(id, name).replace('cons: []', 'cons: [Slow]');
    await buildAt(0);
    change({
      'operators/birch.yaml': changed('Birch', 3),
      'operators/anchor.yaml': changed('Anchor', 7),
    });
    await buildAt(60, { isPreview: true });
    change({ 'operators/birch.yaml': null, 'operators/beech.yaml': changed('Birch', 3) });
    change({ 'operators/anchor.yaml': null, 'facts/anchor.yaml': null });
    await buildAt(120, { isPreview: true });
    const log = 'https://tiny.example/api/v1/changes';
    const page = 'https://tiny.example/operators/beech';
    expect(openFeed(read('changes.atom'))('//a:entry/a:link/@href')).toEqual([
      page,
      log,
      page,
      log,
    ]);
  });

  it('passes on whatever text there is as text', async () => {
    const hostile = `"<b>&amp; ]]> 'x'\\rü 🦊</b>"`;
    const { change, buildAt, read } = project(
      tiny({ 'operators/birch.yaml': operator(3, hostile) }),
    );
    await buildAt(0);
    change({
      'operators/birch.yaml': operator(3, hostile).replace('cons: []', `cons: [${hostile}]`),
    });
    await buildAt(60);
    const ask = openFeed(read('changes.atom'));
    expect(ask('//a:entry/a:title')[0]).toMatch(/^<b>&amp; \]\]> 'x'\rü 🦊<\/b>: New con: <b>/);
    expect(ask('//a:entry/a:content')[0]).toContain("&lt;b&gt;&amp;amp; ]]&gt; 'x'&#13;ü 🦊");
  });

  it('has the same entries in JSON Feed 1.1', async () => {
    const { change, buildAt, read } = project(
      tiny({ 'service.yaml': (TINY['service.yaml'] ?? '').replace('null', 'A sample.') }),
    );
    await buildAt(0);
    change({ ...birch('cons: []', 'cons: [<b>]'), ...FREE_OF_FEES });
    await buildAt(60, { isPreview: true });
    const ask = openFeed(read('changes.atom'));
    const feed = openJsonFeed(read('feed.json'));
    const of = (name: string) => feed.items.map((item) => item[name]);
    expect(feed.items).toHaveLength(2);
    expect(of('id')).toEqual(ask('//a:entry/a:id'));
    expect(of('url')).toEqual(ask('//a:entry/a:link/@href'));
    expect(of('title')).toEqual(ask('//a:entry/a:title'));
    expect(of('content_html')).toEqual(ask('//a:entry/a:content'));
    expect(of('date_published')).toEqual(ask('//a:entry/a:published'));
    expect(of('tags')).toEqual([['Birch'], ['Anchor']]);
    expect(feed).toMatchObject({
      title: 'Tiny Comparison: changes',
      home_page_url: 'https://tiny.example',
      feed_url: 'https://tiny.example/api/v1/feed.json',
      description: 'A sample.',
      authors: [{ name: 'Tiny Comparison', url: 'https://tiny.example' }],
      _license: { name: 'CC BY 4.0', attribution: 'Name the service.' },
    });
  });

  it('is found to be wrong by the schema when it is', () => {
    expect(() => openFeed('<feed xmlns="http://www.w3.org/2005/Atom"><id>x</id></feed>')).toThrow();
  });
});

describe('the feed of an operator', () => {
  const ANCHOR = 'operators/anchor/changes.atom';
  const BIRCH = 'operators/birch/changes.atom';
  const withCons = (count: number) => {
    const cons = Array.from({ length: count }, (_, index) => `Con ${index}`);
    return birch('cons: []', `cons: [${cons.join(', ')}]`);
  };

  it('is there before anything changed, for readers who subscribe', async () => {
    const { buildAt, read } = project(
      tiny({ 'operators/birch.yaml': `${operator(3, 'Birch')}former_slugs: [alder]\n` }),
    );
    await buildAt(0);
    const ask = openFeed(read(BIRCH));
    expect(ask('/a:feed/a:title')).toEqual(['Tiny Comparison: changes to Birch']);
    expect(ask('/a:feed/a:entry')).toEqual([]);
    expect(ask('/a:feed/a:link/@href').slice(0, 2)).toEqual([
      `https://tiny.example/api/v1/${BIRCH}`,
      'https://tiny.example/operators/birch',
    ]);
    expect(read('operators/alder/changes.atom')).toBe(read(BIRCH));
    const { data } = JSON.parse(read('index.json'));
    expect(data).toContainEqual({
      name: 'operator_changes_feed',
      rel: 'alternate',
      href: 'https://tiny.example/api/v1/operators/{operator}/changes.atom',
      is_template: true,
      media_types: ['application/atom+xml'],
      title: 'What changed about one operator, by slug, as a feed (Atom)',
      total: 2,
      integrity: null,
    });
  });

  it('keeps its id where the operator has another slug', async () => {
    const { change, buildAt, read } = project(tiny());
    await buildAt(0);
    const [id] = openFeed(read(BIRCH))('/a:feed/a:id');
    change({
      'operators/birch.yaml': null,
      'operators/beech.yaml': `${operator(3, 'Birch')}former_slugs: [birch]\n`,
    });
    await buildAt(60);
    const ask = openFeed(read(BIRCH));
    expect(read('operators/beech/changes.atom')).toBe(read(BIRCH));
    expect(ask('/a:feed/a:id')).toEqual([id]);
    expect(ask('//a:entry/a:title')).toEqual(['Birch: Address birch → beech']);
  });

  it('can be switched off, and vanishes then', async () => {
    const { change, buildAt, read } = project(tiny());
    await buildAt(0);
    change({ 'service.yaml': `${TINY['service.yaml']}operator_feeds: false\n` });
    await buildAt(60);
    expect(() => read(BIRCH)).toThrow('ENOENT');
    expect(read('index.json')).not.toContain('operator_changes_feed');
  });

  it.each(['with a cache', 'without'])('stays as it is when others change, %s', async (how) => {
    const { change, buildAt, read, out } = project(tiny());
    const options = {
      precompress: true,
      ...(how === 'without' ? {} : { cache: join(temporaryFolder(), 'cache') }),
    };
    await buildAt(0, options);
    change(FREE_OF_FEES);
    await buildAt(60, options);
    const before = traceFiles(out);
    const anchor = openFeed(read(ANCHOR))('//a:entry/a:title');
    expect(anchor).toEqual(['Anchor: Fee 1.5 USD (retracted)']);
    change(withCons(1));
    const built = await buildAt(120, options);
    expect(openFeed(read(BIRCH))('//a:entry/a:title')).toEqual(['Birch: New con: Con 0']);
    const changed = changedPaths(before, traceFiles(out));
    expect(changed.filter((path) => path.endsWith('.atom'))).toEqual([
      'api/v1/changes.atom',
      `api/v1/${BIRCH}`,
    ]);
    expect(built.ok && built.report.files).toBe(traceFiles(out).size);
  });

  it('keeps its entries when their changes leave /changes', async () => {
    const cached = project(tiny());
    const plain = project(tiny());
    const options = { cache: join(temporaryFolder(), 'cache') };
    const both = async (seconds: number, sources: Sources) => {
      for (const one of [cached, plain]) one.change(sources);
      const built = await cached.buildAt(seconds, options);
      await plain.buildAt(seconds);
      expect(built.ok && built.report.files).toBe(traceFiles(cached.out).size);
      expect(changedPaths(contentOf(cached), contentOf(plain))).toEqual([]);
    };
    await both(0, {});
    await both(60, FREE_OF_FEES);
    const feed = cached.read(ANCHOR);
    await both(120, withCons(600));
    await both(180, withCons(0));
    expect(cached.read('changes.json')).not.toContain('"Anchor"');
    expect(cached.read(ANCHOR)).toBe(feed);
    expect(openFeed(feed)('//a:entry')).toHaveLength(1);
  });
});

/** The published files, without what differs from folder to folder. */
const contentOf = ({ out }: Project) =>
  new Map([...traceFiles(out)].map(([path, trace]) => [path, { ...trace, inode: 0 }]));
