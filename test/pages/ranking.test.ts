import { describe, expect, it } from 'vitest';
import { describeInChromium } from '../doors/chromium.ts';
import { rowsOf, textOf } from '../doors/page-text.ts';
import { publicationOf } from '../doors/publication.ts';
import { sharedInFile } from '../doors/shared.ts';
import { accessibilityProblems, openSite } from '../doors/site.ts';
import { operator, type Sources, TINY, tiny, WITH_PAGES } from '../doors/tiny-dataset.ts';

/** A build that no test changes. */
const published = sharedInFile(publicationOf);

const MINUTES = `- key: minutes
  name: Minutes
  description: How long.
  type: integer
  unit: min
  better: lower
`;

function category(slug: string, rule: string): string {
  return `  - { slug: ${slug}, alias: ${slug}-alias, title: Title of ${slug}, description: By ${slug}., ${rule} }\n`;
}

const CATEGORIES = `active:
${category('cheapest', 'where: {}, cite: fee_usd, rank_by: [{ by: fee_usd, order: ascending }, { by: minutes, order: ascending }]')}${category('vpn', 'where: { accepts_vpn: true, kyc_level: [none, threshold] }, cite: accepts_vpn, rank_by: [{ by: fee_usd, order: ascending }]')}${category('newest', 'where: {}, cite: name, rank_by: [{ by: updated_at, order: descending }]')}${category('streaming', 'where: { streams: true }, cite: streams, rank_by: [{ by: streams, order: descending }]')}removed: []
`;

function facts(fee: number, minutes: number | null): string {
  const claim = (metric: string, value: number) =>
    `- { claim_id: ${metric}_${fee}${minutes ?? ''}, metric: ${metric}, value: ${value}, evidence_url: "https://seen.example/${metric}", archive_url: "https://archive.example/", observed_at: 2026-10-0${Math.max(1, fee)}T00:00:00Z }\n`;
  return claim('fee_usd', fee) + (minutes === null ? '' : claim('minutes', minutes));
}

const CONTENDERS: Sources = tiny({
  ...WITH_PAGES,
  'metrics.yaml': `${TINY['metrics.yaml']}${MINUTES}`,
  'categories.yaml': CATEGORIES,
  'facts/anchor.yaml': facts(2, 50),
  'facts/birch.yaml': facts(2, null),
  'operators/cedar.yaml': operator(9, 'Cedar').replace('kyc_level: none', 'kyc_level: required'),
  'facts/cedar.yaml': facts(1, 60),
  'operators/dune.yaml': operator(10, 'Dune').replace('vpn: true', 'vpn: false'),
  'facts/dune.yaml': facts(3, 1),
  'operators/elder.yaml': operator(11, 'Elder'),
  'operators/fir.yaml': `${operator(12, 'Fir')}status: closed\nended_at: 2026-11-01\n`,
  'operators/gorse.yaml': operator(13, 'Gorse'),
  'facts/gorse.yaml': facts(0, 60).replaceAll('_060', '_9').replace('value: 0', 'value: 1'),
});

describe('the page of a ranking', () => {
  it('lists operators by rank with what decides, its evidence and its date', async () => {
    const { read } = await published(CONTENDERS);
    const page = read('pages/best/cheapest.html');
    expect(rowsOf(page)).toEqual([
      ['Rank', 'Operator', 'Fee (USD)', 'Minutes', 'Evidence', 'Seen on'],
      ['1', 'Cedar', '1 USD', '60 min', 'seen.example ( archived )', '2026-10-01'],
      ['1', 'Gorse', '1 USD', '60 min', 'seen.example ( archived )', '2026-10-01'],
      ['3', 'Anchor', '2 USD', '50 min', 'seen.example ( archived )', '2026-10-02'],
      ['4', 'Birch', '2 USD', 'Unknown', 'seen.example ( archived )', '2026-10-02'],
      ['5', 'Dune', '3 USD', '1 min', 'seen.example ( archived )', '2026-10-03'],
    ]);
    expect(page).toContain('<a href="/operators/anchor#fee_usd_250">');
    expect(page).toContain('<a href="https://seen.example/fee_usd" rel="external nofollow">');
  });

  it.each([
    ['ties', 'cheapest', 'Rank 1 is shared by Cedar and Gorse.'],
    ['the rule', 'cheapest', 'ranked by Fee (USD) (lowest first), then by Minutes (lowest first)'],
    ['ended operators', 'cheapest', 'Closed or merged: Fir .'],
    ['unknown values', 'cheapest', 'Fee (USD) not known: Elder .'],
    ['conditions', 'vpn', 'Accepts VPN is not yes: Dune .'],
    ['conditions with a choice', 'vpn', 'verification is not none or threshold: Cedar .'],
    ['how to cite it', 'vpn', 'Tiny Comparison: Title of vpn, observed until 2026-10-02. https://'],
    ['that nobody is in it', 'streaming', 'No operator is in this ranking.'],
    ['that nobody was left out but one', 'newest', '1 operator left out'],
  ])('says %s', async (_, slug, words) => {
    const { read } = await published(CONTENDERS);
    expect(textOf(read(`pages/best/${slug}.html`)).replaceAll(' .', ' .')).toMatch(
      new RegExp(words.replace(/[.*+?^${}()|[\]\\]/g, '\\$&').replaceAll(' \\.', ' ?\\.')),
    );
  });

  it('has a chart where a number decides, also as a picture', async () => {
    const { read } = await published(CONTENDERS);
    const page = read('pages/best/cheapest.html');
    expect(page).toContain(
      'aria-label="Bar chart of Fee (USD) for 5 operators: first Cedar with 1 USD, last Dune with 3 USD."',
    );
    expect(read('pages/best/cheapest.svg')).toContain('>1. Cedar<');
    expect(read('pages/best/newest.html')).not.toContain('<figure');
    expect(() => read('pages/best/newest.svg')).toThrow();
  });

  it('is the same at the alias, and known by the slug', async () => {
    const { read } = await published(CONTENDERS);
    const page = read('pages/best/cheapest-alias.html');
    expect(page).toBe(read('pages/best/cheapest.html'));
    expect(page).toContain('<link rel="canonical" href="https://tiny.example/best/cheapest"/>');
    expect(page).toContain('href="/api/v1/best/cheapest.csv"');
  });

  it('describes the list to search engines', async () => {
    const { read } = await published(CONTENDERS);
    const [, text = ''] = /ld\+json">(.*?)<\/script>/s.exec(read('pages/best/cheapest.html')) ?? [];
    expect(JSON.parse(text)).toMatchObject({
      '@type': 'ItemList',
      numberOfItems: 5,
      itemListElement: [
        { position: 1, name: 'Cedar', url: 'https://tiny.example/operators/cedar' },
        { position: 2 },
        { position: 3 },
        { position: 4 },
        { position: 5 },
      ],
    });
  });

  it('shows how ranks moved, and who is new', async () => {
    const { buildAt, change, read } = await publicationOf(CONTENDERS);
    change({
      'facts/dune.yaml': `${facts(3, 1).replaceAll(/ \}$/gm, ', retracted: { at: 2026-11-01, reason: Wrong } }')}- { claim_id: fee_usd_99, metric: fee_usd, value: 0.5, evidence_url: "https://seen.example/", observed_at: 2026-10-09T00:00:00Z }\n`,
      'facts/elder.yaml': `- { claim_id: fee_usd_98, metric: fee_usd, value: 2000, evidence_url: "https://seen.example/", observed_at: 2026-10-09T00:00:00Z }\n`,
    });
    expect(await buildAt(60)).toMatchObject({ ok: true });
    const rows = rowsOf(read('pages/best/cheapest.html'));
    expect(rows.map((row) => [row[1], row[2], row.at(-1)])).toEqual([
      ['Operator', 'Fee (USD)', 'Moved'],
      ['Dune', '0.5 USD', '▲ 4 up 4, from rank 5'],
      ['Cedar', '1 USD', '▼ 1 down 1, from rank 1'],
      ['Gorse', '1 USD', '▼ 1 down 1, from rank 1'],
      ['Anchor', '2 USD', '▼ 1 down 1, from rank 3'],
      ['Birch', '2 USD', '▼ 1 down 1, from rank 4'],
      ['Elder', '2,000 USD', 'new'],
    ]);
  });

  it('stays readable with many operators', async () => {
    const many: Record<string, string> = {};
    for (let id = 100; id < 350; id += 1) {
      many[`operators/o-${id}.yaml`] = operator(id, `Operator ${id}`);
      many[`facts/o-${id}.yaml`] =
        `- { claim_id: fee_usd_${id}, metric: fee_usd, value: ${id}, evidence_url: "https://seen.example/", observed_at: 2026-10-09T00:00:00Z }\n`;
    }
    const { read } = await published(tiny({ ...WITH_PAGES, ...many }));
    const page = read('pages/best/cheapest.html');
    expect(rowsOf(page)).toHaveLength(1 + 200);
    expect(textOf(page)).toContain('51 more are in the CSV');
    expect(textOf(page)).toContain('and 221 more');
    expect(rowsOf(read('pages/metrics/fee_usd.html'))).toHaveLength(1 + 200);
  });
});

describeInChromium('the page of a ranking', (openPage) => {
  it.each(['light', 'dark'] as const)('has nothing for axe in %s', async (colorScheme) => {
    const { url, page, complaints } = await openSite(openPage, CONTENDERS, 'best/cheapest', {
      colorScheme,
    });
    expect(await accessibilityProblems(page)).toEqual([]);
    await page.goto(`${url}best/streaming`);
    expect(await accessibilityProblems(page)).toEqual([]);
    expect(complaints).toEqual([]);
  });

  it('fits a narrow screen', async () => {
    const { page } = await openSite(openPage, CONTENDERS, 'best/cheapest', {
      viewport: { width: 320, height: 640 },
    });
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(320);
  });
});
