import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { RelaxNGValidator, XmlDocument, type XmlElement } from 'libxml2-wasm';
import { describe, expect, it } from 'vitest';
import { project } from '../doors/check-build.ts';
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

  it('is found to be wrong by the schema when it is', () => {
    expect(() => openFeed('<feed xmlns="http://www.w3.org/2005/Atom"><id>x</id></feed>')).toThrow();
  });
});
