import { describe, expect, it } from 'vitest';
import { type Finding, renderText } from '../../src/diagnostics/index.ts';
import { holdAgainst } from '../doors/check-sources.ts';
import { keptPublication } from '../doors/publication.ts';
import { publishedClaim } from '../doors/published-claim.ts';
import { corrected, operator, type Sources, TINY, tiny } from '../doors/tiny-dataset.ts';

const FACTS = TINY['facts/anchor.yaml'] ?? '';
const METRICS = TINY['metrics.yaml'] ?? '';
const CATEGORIES = TINY['categories.yaml'] ?? '';
/** The categories without the active one, and with what is removed besides. */
const removing = (...slugs: readonly string[]) => ({
  'categories.yaml': [
    'active: []',
    CATEGORIES.slice(CATEGORIES.indexOf('removed:')).replace('see: cheapest\n', 'see: null'),
    ...slugs.map((slug) => `  - { slug: ${slug}, removed_at: 2026-10-01T00:00:00Z, reason: Dear }`),
    '',
  ].join('\n'),
});

/** An active category, in one line. */
const ANOTHER = `{ slug: by-name, alias: lowest-withdrawal-fee, title: By fee, description: D, where: {}, cite: fee_usd, rank_by: [{ by: fee_usd, order: descending }] }\n`;

/** What a finding is about. */
function subjectOf(finding: Finding): unknown {
  switch (finding.code) {
    case 'registry/claim-vanished':
      return `${finding.claimId} and ${finding.others}`;
    case 'registry/claim-changed':
      return finding.what;
    case 'registry/metric-vanished':
      return `${finding.metric} with ${finding.claims}`;
    case 'registry/operator-vanished':
      return finding.id;
    case 'registry/operator-id':
      return finding.published;
    case 'registry/ranking-changed':
    case 'registry/ranking-vanished':
      return finding.name;
    default:
      return null;
  }
}

describe('one mistake about many claims is said once', () => {
  const RETRACTED = '  retracted: { at: 2026-10-02T00:00:00Z, reason: Misread }\n';
  const factsOf = (...numbers: readonly number[]) =>
    numbers.map((number) => FACTS.replace('usd_1', `usd_${number}`) + RETRACTED).join('');
  const claimsOf = (operatorId: number, operatorSlug: string, ...numbers: readonly number[]) =>
    numbers.map((number) =>
      publishedClaim({ claimId: `fee_usd_${number}`, operatorId, operatorSlug }),
    );
  const claims = [...claimsOf(7, 'anchor', 1, 2, 3), ...claimsOf(3, 'birch', 4, 5)];
  const facts = { 'facts/anchor.yaml': factsOf(1, 2, 3), 'facts/birch.yaml': factsOf(4, 5) };

  it.each<[string, Sources, readonly unknown[]]>([
    [
      'the key of a metric is another one',
      Object.fromEntries(
        Object.entries({ ...TINY, ...facts }).map(([name, text]) => [
          name,
          text.replaceAll('fee_usd', 'fee_in_usd'),
        ]),
      ),
      [['registry/metric-vanished', 'data/metrics.yaml', 'fee_usd with 5']],
    ],
    [
      'a metric is gone with its claims, and with one of its operators',
      {
        'metrics.yaml': METRICS.slice(METRICS.indexOf('- key: streams')),
        'categories.yaml': CATEGORIES.replaceAll('fee_usd', 'streams'),
        'operators/birch.yaml': null,
        'facts/birch.yaml': null,
        'facts/anchor.yaml': null,
      },
      [
        ['registry/metric-vanished', 'data/metrics.yaml', 'fee_usd with 5'],
        ['registry/operator-vanished', 'data/operators/birch.yaml', 3],
      ],
    ],
    [
      'none of an operator is left',
      { 'facts/birch.yaml': null },
      [['registry/claim-vanished', 'data/facts/birch.yaml', 'fee_usd_4 and 1']],
    ],
    [
      'one of an operator is left, which is as many mistakes as are gone',
      { 'facts/anchor.yaml': factsOf(2) },
      [
        ['registry/claim-vanished', 'data/facts/anchor.yaml', 'fee_usd_1 and 0'],
        ['registry/claim-vanished', 'data/facts/anchor.yaml', 'fee_usd_3 and 0'],
      ],
    ],
    [
      'one of an operator is about another now, which leaves the others as many mistakes',
      { 'facts/anchor.yaml': null, 'facts/birch.yaml': factsOf(2, 4, 5) },
      [
        ['registry/claim-vanished', 'data/facts/anchor.yaml', 'fee_usd_1 and 0'],
        ['registry/claim-vanished', 'data/facts/anchor.yaml', 'fee_usd_3 and 0'],
        ['registry/claim-changed', 'data/facts/birch.yaml', 'operator'],
      ],
    ],
    [
      'an operator has another id and another slug, and its claims are as they were',
      {
        'operators/anchor.yaml': null,
        'operators/anchors.yaml': operator(8, 'Anchors'),
        'facts/anchor.yaml': null,
        'facts/anchors.yaml': factsOf(1, 2, 3),
      },
      [['registry/operator-vanished', 'data/operators/anchor.yaml', 7]],
    ],
    [
      'two operators have each other’s id',
      {
        'operators/anchor.yaml': operator(3, 'Anchor'),
        'operators/birch.yaml': operator(7, 'Birch'),
      },
      [
        ['registry/operator-id', 'data/operators/anchor.yaml', 7],
        ['registry/operator-id', 'data/operators/birch.yaml', 3],
      ],
    ],
    [
      'two operators have each other’s id, and claims of one are gone besides',
      {
        'operators/anchor.yaml': operator(3, 'Anchor'),
        'operators/birch.yaml': operator(7, 'Birch'),
        'facts/anchor.yaml': factsOf(2),
      },
      [
        ['registry/claim-vanished', 'data/facts/anchor.yaml', 'fee_usd_1 and 0'],
        ['registry/claim-vanished', 'data/facts/anchor.yaml', 'fee_usd_3 and 0'],
        ['registry/operator-id', 'data/operators/anchor.yaml', 7],
        ['registry/operator-id', 'data/operators/birch.yaml', 3],
      ],
    ],
    [
      'an operator has the id of one that is gone',
      {
        'operators/anchor.yaml': operator(3, 'Anchor'),
        'operators/birch.yaml': null,
        'facts/birch.yaml': null,
        'facts/anchor.yaml': factsOf(1, 2, 3, 4, 5),
      },
      [['registry/operator-id', 'data/operators/anchor.yaml', 7]],
    ],
  ])('where %s', (_, sources, expected) => {
    const operators = [
      { id: 3, slug: 'birch', formerSlugs: [] },
      { id: 7, slug: 'anchor', formerSlugs: [] },
    ];
    const found = holdAgainst({ operators, claims }, tiny({ ...facts, ...sources }));
    expect(
      found.map(({ finding, place }) => [finding.code, place.file.path, subjectOf(finding)]),
    ).toEqual(expected);
  });
});

describe('the address of an operator that was published', () => {
  const renamed = (former: string): Sources => ({
    'operators/birch.yaml': null,
    'operators/beech.yaml': operator(3, 'Beech', former),
  });
  it.each<[string, Sources, readonly string[], readonly unknown[]]>([
    ['stays as a former slug', renamed('former_slugs: [birch]\n'), [], []],
    ['does not vanish', renamed(''), [], [['birch', 'data/operators/beech.yaml']]],
    ['stays when it was a former slug', {}, ['bark'], [['bark', 'data/operators/birch.yaml']]],
    [
      'stays beside a newer one',
      renamed('former_slugs: [bark]\n'),
      ['bark'],
      [['birch', 'data/operators/beech.yaml']],
    ],
  ])('%s', (_, sources, formerSlugs, expected) => {
    const operators = [{ id: 3, slug: 'birch', formerSlugs }];
    const found = holdAgainst({ operators }, tiny(sources));
    expect(
      found.map(({ finding, place }) => [
        finding.code === 'registry/slug-vanished' && finding.slug,
        place.file.path,
      ]),
    ).toEqual(expected);
  });
});

describe('build --previous', () => {
  it.each([
    {
      what: 'a claim has vanished',
      sources: { 'facts/anchor.yaml': FACTS.replace('fee_usd_1', 'fee_usd_2') },
      found: [['registry/claim-vanished', 'facts/anchor.yaml', 'fee_usd_1 and 0']],
    },
    {
      what: 'a claim is about another operator',
      sources: { 'facts/anchor.yaml': null, 'facts/birch.yaml': FACTS },
      found: [['registry/claim-changed', 'facts/birch.yaml', 'operator']],
    },
    {
      what: 'an operator has vanished, and its claims with it',
      sources: { 'operators/anchor.yaml': null, 'facts/anchor.yaml': null },
      found: [['registry/operator-vanished', 'operators/anchor.yaml', 7]],
    },
    {
      what: 'an operator has vanished, and its claims are about another one',
      sources: {
        'operators/anchor.yaml': null,
        'facts/anchor.yaml': null,
        'facts/birch.yaml': FACTS,
      },
      found: [
        ['registry/claim-changed', 'facts/birch.yaml', 'operator'],
        ['registry/operator-vanished', 'operators/anchor.yaml', 7],
      ],
    },
    {
      what: 'an operator with claims has another id',
      sources: { 'operators/anchor.yaml': operator(8, 'Anchor') },
      found: [['registry/operator-id', 'operators/anchor.yaml', 7]],
    },
    {
      what: 'a claim of an operator with another slug has vanished',
      sources: {
        'operators/anchor.yaml': null,
        'operators/anchor-and-sons.yaml': operator(7, 'Anchor & Sons', 'former_slugs: [anchor]\n'),
        'facts/anchor.yaml': null,
      },
      found: [['registry/claim-vanished', 'facts/anchor-and-sons.yaml', 'fee_usd_1 and 0']],
    },
    {
      what: 'an operator has another id',
      sources: { 'operators/birch.yaml': operator(4, 'Birch') },
      found: [['registry/operator-id', 'operators/birch.yaml', 3]],
    },
    {
      what: 'an operator has another id and another slug',
      sources: {
        'operators/birch.yaml': null,
        'operators/birches.yaml': operator(4, 'Birches'),
      },
      found: [['registry/operator-vanished', 'operators/birch.yaml', 3]],
    },
    {
      what: 'a ranking has vanished',
      sources: removing(),
      found: [
        ['registry/ranking-vanished', 'categories.yaml', 'cheapest'],
        ['registry/ranking-vanished', 'categories.yaml', 'lowest-withdrawal-fee'],
      ],
    },
    {
      what: 'a ranking was removed, but its alias has vanished',
      sources: removing('cheapest'),
      found: [['registry/ranking-vanished', 'categories.yaml', 'lowest-withdrawal-fee']],
    },
    {
      what: 'a ranking has another alias',
      sources: { 'categories.yaml': CATEGORIES.replace('lowest-withdrawal-fee', 'by-fee') },
      found: [['registry/ranking-vanished', 'categories.yaml', 'lowest-withdrawal-fee']],
    },
    {
      what: 'a ranking that was removed is not even that any more',
      sources: { 'categories.yaml': CATEGORIES.replace('slug: fastest', 'slug: slowest') },
      found: [['registry/ranking-vanished', 'categories.yaml', 'fastest']],
    },
    {
      what: 'a ranking that was removed is one again',
      sources: {
        'categories.yaml': CATEGORIES.replace('slug: fastest', 'slug: cheapest')
          .replace('slug: cheapest', 'slug: fastest')
          .replace('see: cheapest', 'see: fastest'),
      },
      found: [['registry/ranking-changed', 'categories.yaml', 'fastest']],
    },
    {
      what: 'another ranking has the alias of one',
      sources: {
        'categories.yaml': CATEGORIES.replace('lowest-withdrawal-fee', 'by-fee').replace(
          'removed:',
          `  - ${ANOTHER}removed:`,
        ),
      },
      found: [['registry/ranking-changed', 'categories.yaml', 'lowest-withdrawal-fee']],
    },
  ])('refuses when $what, and publishes nothing', async ({ sources, found }) => {
    const { manifest, change, buildAt, data, read } = await keptPublication();
    const before = read('manifest.json');
    change(sources);
    const result = await buildAt(60, { previous: manifest });
    const named = result.diagnostics.map(({ finding, place }) => [
      finding.code,
      place.file.path.slice(data.length + 1),
      subjectOf(finding),
    ]);
    expect(named).toEqual(found);
    expect(result.ok).toBe(false);
    expect(read('manifest.json')).toBe(before);
  });

  it.each([
    [
      'with its claims',
      { 'facts/anchor.yaml': null },
      /anchor\.yaml back, and its claims into facts/,
    ],
    [
      'whose claims have moved',
      { 'facts/anchor.yaml': null, 'facts/birch.yaml': FACTS },
      /back; its/,
    ],
  ])('says what to put back of an operator %s', async (_, facts, words) => {
    const { manifest, change, buildAt } = await keptPublication();
    change({ 'operators/anchor.yaml': null, ...facts });
    const { diagnostics } = await buildAt(60, { previous: manifest });
    expect(renderText(diagnostics)).toMatch(words);
  });

  it.each([
    ['more claims', { 'facts/birch.yaml': FACTS.replace('fee_usd_1', 'fee_usd_2') }],
    [
      'another value under the same id, with the correction',
      { 'facts/anchor.yaml': corrected(FACTS.replace('1.5', '2'), 'value', '1.5') },
    ],
    [
      'a retracted claim',
      {
        'facts/anchor.yaml': `${FACTS}  retracted: { at: 2026-10-02T00:00:00Z, reason: Misread }\n`,
      },
    ],
    ['a ranking that was removed with its alias', removing('cheapest', 'lowest-withdrawal-fee')],
    [
      'a slug and an alias of a ranking that change places',
      {
        'categories.yaml': CATEGORIES.replace('slug: cheapest', 'slug: lowest-withdrawal-fee')
          .replace('alias: lowest-withdrawal-fee', 'alias: cheapest')
          .replace('see: cheapest', 'see: null'),
      },
    ],
    [
      'another slug and name of an operator',
      {
        'operators/anchor.yaml': null,
        'operators/anchor-and-sons.yaml': operator(7, 'Anchor & Sons', 'former_slugs: [anchor]\n'),
        'facts/anchor.yaml': null,
        'facts/anchor-and-sons.yaml': FACTS,
      },
    ],
  ])('takes %s', async (_, sources) => {
    const { manifest, change, buildAt } = await keptPublication();
    change(sources);
    expect(await buildAt(60, { previous: manifest })).toMatchObject({ ok: true });
  });
});
