import { describe, expect, it } from 'vitest';
import { type LinkMemory, type Outcome, remember } from '../../src/links/index.ts';
import { isAnythingDue, renderReviewMarkdown, review } from '../../src/review/index.ts';
import { checkSources, NOW } from '../doors/check-sources.ts';
import { operator, type Sources, TINY, tiny } from '../doors/tiny-dataset.ts';

const OLD = '2026-06-01T00:00:00Z';
const NEW = '2026-11-01T00:00:00Z';

function claimOf(metric: string, number: number, more: Record<string, unknown> = {}): string {
  const fields = {
    claim_id: `${metric}_${number}`,
    metric,
    value: metric === 'streams' ? true : 1.5,
    evidence_url: 'https://anchor.example/fees',
    observed_at: OLD,
    ...more,
  };
  return `- ${JSON.stringify(fields)}\n`;
}

/** The review of the tiny dataset with some files changed. */
function reviewOf(changes: Sources, memory: LinkMemory = new Map(), data = 'data') {
  const { dataset, diagnostics } = checkSources(tiny(changes));
  expect(diagnostics).toEqual([]);
  if (dataset === null) throw new Error('The fixture is not valid');
  return review(dataset, { olderThanDays: 90, now: NOW, memory, data });
}

const metrics = (more: string) => ({
  'metrics.yaml': (TINY['metrics.yaml'] ?? '').replace('better: lower', `better: lower\n  ${more}`),
});

describe('what is old', () => {
  it('is grouped by page, without fragments, the oldest first, with one command for each page', () => {
    const { pages } = reviewOf({
      'facts/anchor.yaml':
        claimOf('fee_usd', 1, { evidence_url: 'https://register.example/list?a=1&b=2#fees' }) +
        claimOf('streams', 1, {
          evidence_url: 'https://anchor.example/tv',
          observed_at: '2026-05-01',
        }),
      'facts/birch.yaml': claimOf('fee_usd', 2, {
        evidence_url: 'https://register.example/list?a=1&b=2',
        observed_at: '2026-07-01',
      }),
    });
    expect(pages).toMatchObject([
      {
        url: 'https://anchor.example/tv',
        last_seen: '2026-05-01T00:00:00Z',
        confirm: 'operator-api confirm anchor --source https://anchor.example/tv',
      },
      {
        url: 'https://register.example/list?a=1&b=2',
        last_seen: OLD,
        claims: [
          { claim_id: 'fee_usd_2', operator: 'birch', observed_at: '2026-07-01T00:00:00Z' },
          { claim_id: 'fee_usd_1', operator: 'anchor', value: 1.5, unit: 'USD' },
        ],
        confirm: 'operator-api confirm fee_usd_2 fee_usd_1',
      },
    ]);
  });

  it('is confirmed by address where all claims are about the whole page', () => {
    const evidence_url = 'https://register.example/list?a=1&b=2';
    const [page] = reviewOf({
      'facts/anchor.yaml':
        claimOf('fee_usd', 1, { evidence_url }) + claimOf('streams', 1, { evidence_url }),
      'facts/birch.yaml': claimOf('fee_usd', 2, { evidence_url }),
    }).pages;
    expect(page?.confirm).toBe(`operator-api confirm birch anchor --source '${evidence_url}'`);
  });

  it('goes by the newest observation', () => {
    const seen = (times: readonly string[]) =>
      reviewOf({ 'facts/anchor.yaml': claimOf('fee_usd', 1, { observed_at: times }) }).pages.length;
    expect(seen([OLD, NEW])).toBe(0);
    expect(seen(['2026-01-01', OLD])).toBe(1);
  });

  it.each([
    ['2026-08-17T12:00:00Z', 0],
    ['2026-08-17T11:59:59Z', 1],
  ])('is what was seen more than 90 days ago: %s', (observed_at, count) => {
    const { pages } = reviewOf({ 'facts/anchor.yaml': claimOf('fee_usd', 1, { observed_at }) });
    expect(pages).toHaveLength(count);
  });

  it('has sources of operators in it, which no command confirms', () => {
    const source = (accessed: string) =>
      `sources: [{ title: Terms, url: https://birch.example/terms, accessed_at: ${accessed} }]`;
    const withSource = (accessed: string) => ({
      'facts/anchor.yaml': null,
      'operators/birch.yaml': operator(3, 'Birch').replace('sources: []', source(accessed)),
    });
    expect(reviewOf(withSource(OLD)).pages).toEqual([
      {
        url: 'https://birch.example/terms',
        last_seen: OLD,
        claims: [],
        sources: [{ operator: 'birch', title: 'Terms', accessed_at: OLD }],
        confirm: null,
      },
    ]);
    expect(reviewOf(withSource(NEW)).pages).toEqual([]);
  });

  it('leaves out claims that are not current, and operators that have closed', () => {
    const closed = `status: closed\nended_at: 2026-08-01\n`;
    const { pages, links } = reviewOf({
      'facts/anchor.yaml':
        claimOf('fee_usd', 1, { retracted: { at: NEW, reason: 'Wrong' } }) +
        claimOf('streams', 1, { superseded_by: 'streams_2' }) +
        claimOf('streams', 2, { observed_at: NEW }),
      'facts/birch.yaml': claimOf('fee_usd', 2, { evidence_url: 'https://birch.example/' }),
      'operators/birch.yaml': operator(3, 'Birch', closed),
    });
    expect({ pages, addresses: links.addresses }).toEqual({ pages: [], addresses: 1 });
  });

  it('names another data folder in its commands', () => {
    const [page] = reviewOf(
      { 'facts/anchor.yaml': claimOf('fee_usd', 1) },
      new Map(),
      "my da'ta",
    ).pages;
    expect(page?.confirm).toBe(
      "operator-api confirm anchor --source https://anchor.example/fees --data 'my da'\\''ta'",
    );
  });
});

describe('what is near a bound', () => {
  it.each([
    ['min: 0\n  max: 100', 94.9, []],
    ['min: 0\n  max: 100', 95, ['max']],
    ['min: 0\n  max: 100', 0, []],
    ['min: 10\n  max: 110', 15, ['min']],
    ['min: 10\n  max: 110', 15.1, []],
    ['max: 100', 100, []],
    ['min: 10', 10, []],
  ])('with %j: %d', (bounds, value, near) => {
    const { near_bounds } = reviewOf({
      ...metrics(bounds),
      'facts/anchor.yaml': claimOf('fee_usd', 1, { value }),
    });
    expect(near_bounds.map(({ bound }) => bound)).toEqual(near);
  });
});

describe('what is not there', () => {
  it('are fields that are null', () => {
    const { unknown } = reviewOf({
      'operators/anchor.yaml': operator(7, 'Anchor')
        .replace('kyc_level: none', 'kyc_level: null')
        .replace('accepts_vpn: true', 'accepts_vpn: null')
        .replace('license_jurisdiction: null', 'license_jurisdiction: Malta'),
      'categories.yaml': 'active: []\nremoved: []\n',
    });
    expect(unknown).toEqual([
      { operator: 'birch', fields: ['license_jurisdiction'] },
      { operator: 'anchor', fields: ['kyc_level', 'accepts_vpn'] },
    ]);
  });

  it('are metrics without a current claim, unless they are retired', () => {
    const all = { pairs: 4, without: 3 };
    expect(reviewOf({}).missing).toEqual({
      ...all,
      operators: [
        { operator: 'birch', metrics: ['fee_usd', 'streams'] },
        { operator: 'anchor', metrics: ['streams'] },
      ],
    });
    const retired = (TINY['metrics.yaml'] ?? '').replace(
      'better: none',
      'better: none\n  retired_at: 2026-09-01',
    );
    expect(reviewOf({ 'metrics.yaml': retired }).missing).toEqual({
      pairs: 2,
      without: 1,
      operators: [{ operator: 'birch', metrics: ['fee_usd'] }],
    });
  });
});

describe('links', () => {
  const remembered = (
    url: string,
    outcome: Partial<Outcome>,
    ...days: readonly number[]
  ): LinkMemory => {
    const whole: Outcome = { state: 'found', reason: '', location: null, ...outcome };
    const record = days.reduce<ReturnType<typeof remember> | undefined>(
      (known, day) => remember(known, whole, Date.UTC(2026, 10, day)),
      undefined,
    );
    return new Map(record === undefined ? [] : [[url, record]]);
  };
  const PAGE = 'https://anchor.example/fees';

  it('are all addresses of current claims, archives, websites and sources, each once', () => {
    const { links } = reviewOf(
      {
        'facts/anchor.yaml': claimOf('fee_usd', 1, {
          evidence_url: `${PAGE}#usd`,
          archive_url: 'https://archive.example/1',
          observed_at: NEW,
        }),
        'operators/anchor.yaml': operator(
          7,
          'Anchor',
          'website: https://anchor.example/\n',
        ).replace('sources: []', `sources: [{ title: Fees, url: "${PAGE}", accessed_at: ${NEW} }]`),
      },
      remembered(PAGE, { state: 'dead', reason: 'it answers 404' }, 1),
    );
    expect(links).toMatchObject({ addresses: 3, never_checked: 2 });
    expect(links.checked).toMatchObject([
      {
        url: PAGE,
        state: 'dead',
        dead_since: '2026-11-01T00:00:00Z',
        used_by: [
          { operator: 'anchor', claim_id: null, field: 'sources' },
          { operator: 'anchor', claim_id: 'fee_usd_1', field: 'evidence_url' },
        ],
      },
    ]);
  });

  it.each<[Partial<Outcome>, readonly number[], boolean]>([
    [{}, [1], false],
    [{ state: 'redirected', location: 'https://a.example/' }, [1], false],
    [{ state: 'refused' }, [1], false],
    [{ state: 'failing' }, [1], false],
    [{ state: 'failing' }, [1, 2], true],
    [{ state: 'dead' }, [1], true],
    [{ state: 'moved', location: 'https://a.example/' }, [1], true],
  ])('with %j on the days %j: is something due?', (outcome, days, isDue) => {
    expect(isAnythingDue(reviewOf({}, remembered(PAGE, outcome, ...days)))).toBe(isDue);
  });
});

describe('an issue', () => {
  const many = Array.from({ length: 2000 }, (_, n) => n);

  it('has at most 60,000 characters: whole pages, and how many more there are', () => {
    const { dataset } = checkSources(tiny());
    const [anchor] = dataset?.operators.filter(({ slug }) => slug === 'anchor') ?? [];
    const [claim] = anchor?.claims ?? [];
    if (dataset == null || anchor === undefined || claim === undefined) throw new Error('No claim');
    const claims = many.map((n) => ({ ...claim, evidence_url: `https://anchor.example/${n}` }));
    const operators = many.map((n) => ({
      ...anchor,
      slug: `anchor-${n}` as typeof anchor.slug,
      claims: n === 0 ? claims : [],
    }));
    const found = review(
      { ...dataset, operators },
      { olderThanDays: 1, now: NOW, memory: new Map(), data: 'data' },
    );
    const issue = renderReviewMarkdown(found);
    expect(issue.length).toBeLessThanOrEqual(60_000);
    expect(issue.length).toBeGreaterThan(55_000);
    const shown = issue.match(/^- \[ \] <https/gm)?.length ?? 0;
    const commands = issue.match(/`operator-api confirm/g)?.length;
    expect({ shown, commands }).toEqual({ shown, commands: shown });
    const groupThousands = (number: number) => String(number).replace(/(\d)(\d{3})$/, '$1,$2');
    expect(issue).toContain(
      `\n${groupThousands(2000 - shown)} more pages: \`operator-api review\` lists all.\n`,
    );
    expect(issue).toMatch(/^[\d,]+ more operators: `operator-api review` lists all\.$/m);
  });

  it('has nothing from the data or from a host that GitHub would take for markup', () => {
    const issue = renderReviewMarkdown(
      reviewOf(
        {
          'facts/anchor.yaml': claimOf('fee_usd', 1),
          'operators/birch.yaml': operator(3, 'Birch').replace(
            'sources: []',
            `sources: [{ title: "To @all <b> #1", url: https://birch.example/a, accessed_at: ${OLD} }]`,
          ),
        },
        new Map([
          [
            'https://birch.example/a',
            remember(undefined, { state: 'failing', reason: '<b> @host', location: null }, NOW),
          ],
        ]),
      ),
    );
    expect(issue).toContain('To &#64;<!-- -->all &#60;b&#62; &#35;<!-- -->1');
    expect(issue).toContain('failed, which may pass: &#60;b&#62; &#64;<!-- -->host\n');
  });
});
