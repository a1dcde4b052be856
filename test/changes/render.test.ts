import markdownIt from 'markdown-it';
import { describe, expect, it } from 'vitest';
import {
  type Comparison,
  renderComparisonJson,
  renderComparisonMarkdown,
  renderComparisonText,
} from '../../src/changes/index.ts';
import type { Row } from '../../src/resources/index.ts';
import { changesBetween, changesOf } from '../doors/check-changes.ts';
import { FEE, operator, tiny } from '../doors/tiny-dataset.ts';

const claim = (id: number, value: number, more = '') => `- claim_id: fee_usd_${id}
  metric: fee_usd
  value: ${value}
  evidence_url: https://anchor.example/fees
  observed_at: 2026-10-01T00:00:00Z
${more}`;

async function sample(): Promise<Comparison> {
  const { comparison } = await changesBetween(
    tiny({ 'facts/birch.yaml': claim(5, 2) }),
    tiny({
      'operators/anchor.yaml': operator(7, 'Anchor').replace('name: Anchor', 'name: Anker'),
      'facts/anchor.yaml': `${claim(1, 1.5, '  superseded_by: fee_usd_2\n')}${claim(2, 3)}`,
      'operators/birch.yaml': operator(3, 'Birch').replace('cons: []', 'cons: [Slow]'),
      'facts/birch.yaml': claim(5, 2),
      'operators/cedar.yaml': operator(9, 'Cedar'),
    }),
  );
  return comparison;
}

/** A comparison of answers of a kind that differ in one field. */
function between(kind: string, old: Row, now: Row): Comparison {
  const side = { manifest: 'manifest.json', generatedAt: null, baseUrl: null };
  return { old: side, new: side, changes: changesOf(kind, old, now), rankings: [] };
}

describe('a comparison', () => {
  it('is told to people', async () => {
    expect(renderComparisonText(await sample())).toMatchInlineSnapshot(`
      "Birch (3, birch)
        + cons: Slow

      Anker (7, anchor)
        ~ name: Anchor → Anker
        ~ fee_usd: 1.5 → 3
            fee_usd_2 replaces fee_usd_1; https://anchor.example/fees, observed 2026-10-01T00:00:00Z

      Cedar (9, cedar)
        + operator: Cedar

      Ranking cheapest: Cheapest
        ~ Birch: 2 → 1
        ~ Anker: 1 → 2

      4 changes in 3 operators; 1 ranking affected.
      "
    `);
  });

  it('is told to pull requests', async () => {
    expect(renderComparisonMarkdown(await sample())).toMatchInlineSnapshot(`
      "### 4 changes in 3 operators; 1 ranking affected

      | Operator | What | Before | After | Claim or reason |
      | --- | --- | --- | --- | --- |
      | Birch | cons |  | <code>Slow</code> |  |
      | Anker | name | <code>Anchor</code> | <code>Anker</code> |  |
      | Anker | fee&#95;usd | <code>1.5</code> | <code>3</code> | fee&#95;usd&#95;2 replaces fee&#95;usd&#95;1, [observed 2026-10-01T00&#58;00&#58;00Z](<https://anchor.example/fees>) |
      | Cedar | operator |  | <code>Cedar</code> |  |

      **Ranking: Cheapest** (cheapest)

      | Operator | Before | After |  |
      | --- | --- | --- | --- |
      | Birch | 2 | 1 | up |
      | Anker | 1 | 2 | down |
      "
    `);
  });

  it('is told to tools', async () => {
    const comparison = await sample();
    const document = JSON.parse(renderComparisonJson(comparison));
    expect(document).toEqual({
      old: {
        manifest: comparison.old.manifest,
        generated_at: '2026-11-15T12:00:00Z',
        base_url: 'https://tiny.example/api/v1',
      },
      new: {
        manifest: comparison.new.manifest,
        generated_at: '2026-11-15T12:01:00Z',
        base_url: 'https://tiny.example/api/v1',
      },
      total: 4,
      changes: comparison.changes,
      rankings: comparison.rankings,
    });
  });

  it('says when there is nothing to tell', async () => {
    const { comparison } = await changesBetween(tiny(), tiny());
    expect(renderComparisonText(comparison)).toBe('No changes; no effect on rankings.\n');
    expect(renderComparisonMarkdown(comparison)).toBe('### No changes; no effect on rankings\n');
  });

  it('folds a long table in Markdown, and cuts one that no comment could hold', async () => {
    const cons = Array.from({ length: 130 }, (_, index) => `Con ${index}`).join(', ');
    const { comparison } = await changesBetween(
      tiny(),
      tiny({
        'operators/birch.yaml': operator(3, 'Birch').replace('cons: []', `cons: [${cons}]`),
      }),
    );
    const html = markdownIt({ html: true }).render(renderComparisonMarkdown(comparison));
    expect(html).toContain('<details><summary>130 changes</summary>');
    expect(html.match(/<tr>/g)).toHaveLength(101);
    expect(html).toContain('30 more');
  });

  it.each([
    [20, false, false],
    [21, true, false],
    [100, true, false],
    [101, true, true],
  ])('of %i changes is folded in Markdown: %s, and cut: %s', (count, isFolded, isCut) => {
    const cons = Array.from({ length: count }, (_, index) => `Con ${index}`);
    const markdown = renderComparisonMarkdown(between('operator', { cons: [] }, { cons }));
    expect(markdown.includes('<details>')).toBe(isFolded);
    expect(markdown.includes(' more; ')).toBe(isCut);
  });

  it.each([
    '| a | b | \\| c \\\\|',
    '`code` ``` *bold* _it_ ~~gone~~ # head',
    '<img src=x onerror=alert(1)> <!-- x --> &amp; &#60;',
    '@maintainer #12 GH-12 https://evil.example www.evil.example me@evil.example',
    '[text](javascript:alert(1)) ![i](x) [^1] $math$',
  ])('keeps published text as it is, and only as text, in Markdown: %s', async (text) => {
    const { comparison } = await changesBetween(
      tiny(),
      tiny({
        'operators/birch.yaml': operator(3, 'Birch').replace(
          'cons: []',
          `cons: [${JSON.stringify(`x ${text}`)}]`,
        ),
      }),
    );
    const markdown = renderComparisonMarkdown(comparison);
    expect(markdown).not.toMatch(/@|https?:|www\.|#\d+ |<img|<!--/);
    const html = markdownIt({ html: true, linkify: true }).render(markdown);
    const [, , row = ''] = html.split('<tr>');
    const cells = [...row.matchAll(/<td>(.*?)<\/td>/gs)].map(([, cell = '']) => cell);
    const shown = text
      .replaceAll('&', '&amp;')
      .replaceAll('<', '&lt;')
      .replaceAll('>', '&gt;')
      .replaceAll('"', '&quot;');
    expect(cells).toEqual(['Birch', 'cons', '', `<code>x ${shown}</code>`, '']);
  });

  it.each([
    'x @maintainer owner/x#12',
    'GH-12 or gh-12',
    'x 0123456 owner@0123456789abcdef0123456789abcdef01234567',
    'me@evil.example x',
  ])('has no links to mentions, issues and commits in Markdown: %s', async (name) => {
    const { comparison } = await changesBetween(
      tiny(),
      tiny({ 'operators/birch.yaml': operator(3, JSON.stringify(name)) }),
    );
    const html = markdownIt({ html: true, linkify: true }).render(
      renderComparisonMarkdown(comparison),
    );
    const [, cell = ''] = /<td>(.*?)<\/td>/s.exec(html) ?? [];
    expect(cell.replaceAll('<!-- -->', '')).toBe(name);
    expect(cell).not.toMatch(/[@#]\w|gh-\d|\b[\da-f]{7,}\b/i);
  });

  it.each([
    ['a'.repeat(120), `${'a'.repeat(120)}`],
    ['a'.repeat(121), `${'a'.repeat(119)}…`],
    ['😀'.repeat(120), `${'😀'.repeat(120)}`],
    ['😀'.repeat(121), `${'😀'.repeat(119)}…`],
  ])('shows in Markdown where a text is cut: %s', (text, shown) => {
    const comparison = between('index', { notice: null }, { notice: text });
    const html = markdownIt({ html: true }).render(renderComparisonMarkdown(comparison));
    expect(html).toContain(`<code>${shown}</code>`);
  });

  it.each([
    [{ license_jurisdiction: null }, 'license_jurisdiction null'],
    [{ kyc_level: ['none', 'required'], a: null }, 'kyc_level [none; required], a null'],
  ])('names every condition of a ranking: %o', (where, shown) => {
    const comparison = between('categories', { where: {} }, { where });
    expect(renderComparisonText(comparison)).toContain(`: where: anybody → ${shown}\n`);
  });

  it('names of a new entry what it states, and nothing that it leaves open', async () => {
    const birch = operator(3, 'Birch').replace('fees: []', `fees: [${FEE}]`);
    const { comparison } = await changesBetween(tiny(), tiny({ 'operators/birch.yaml': birch }));
    expect(renderComparisonText(comparison)).toContain(
      '+ fees, betting: type betting, model flat, amount 5, currency USD\n',
    );
  });

  it('says why a ranking was removed', async () => {
    const sources = tiny();
    const gone = `active: []
removed:
  - slug: cheapest
    removed_at: 2026-11-01T00:00:00Z
    reason: Nobody asked
    see: null
`;
    const { comparison } = await changesBetween(sources, { ...sources, 'categories.yaml': gone });
    expect(renderComparisonText(comparison)).toContain(
      '- category cheapest: Cheapest\n      Nobody asked\n',
    );
    expect(renderComparisonMarkdown(comparison)).toContain(
      '| category cheapest | <code>Cheapest</code> |  | Nobody asked |\n',
    );
  });

  it('shows what steers a terminal instead of sending it', async () => {
    const comparison = await sample();
    const [change] = comparison.changes;
    if (change === undefined) throw new Error('Nothing changed');
    const forged = { ...comparison, changes: [{ ...change, new: '\u001b[2Jx\ny\u202e' }] };
    expect(renderComparisonText(forged)).toContain('+ cons: <U+001B>[2Jx\\ny<U+202E>\n');
  });
});
