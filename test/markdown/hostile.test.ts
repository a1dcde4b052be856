import { join } from 'node:path';
import fastGlob from 'fast-glob';
import markdownIt from 'markdown-it';
import { expect, it } from 'vitest';
import { oneLine } from '../../src/represent/index.ts';
import { project } from '../doors/check-build.ts';
import { HOSTILE } from '../doors/hostile-dataset.ts';
import { sharedInFile } from '../doors/shared.ts';
import { type Sources, TINY, tiny } from '../doors/tiny-dataset.ts';

/** As a reader that allows HTML and makes links of addresses in text. */
const reader = markdownIt({ html: true, linkify: true });
// Few readers take every word with a dot for an address.
reader.linkify.set({ fuzzyLink: false });

/** Texts that are markup wherever they are not escaped; the model refuses those with a sign at the start. */
const MARKUP = [
  '[x](https://evil.example)',
  '![x](https://evil.example/x.png)',
  '[x]: https://evil.example',
  '<https://evil.example>',
  '<b>x</b>',
  '<img src=x>',
  '<!-- x -->',
  '&lt;b&gt; &#60;b> &copy;',
  '`x`',
  '``` js',
  '~~~ js',
  '| a | b |',
  'a \\| b',
  'ends with \\',
  '*a* _b_ **c** ~~d~~',
  '* x',
  '1. x',
  '2) x',
  '> x',
  '# x',
  '***',
  'https://evil.example',
  'www.evil.example',
  'me@evil.example',
];

/** A dataset that has one text wherever a text can be. */
function filledWith(text: string): Sources {
  const given = JSON.stringify(text);
  return tiny({
    'service.yaml': (TINY['service.yaml'] ?? '')
      .replace('name: Tiny Comparison', `name: ${given}`)
      .replace('name: CC BY 4.0', `name: ${given}`)
      .replace('attribution: Name the service.', `attribution: ${given}`)
      .replace('notice: null', `notice: ${given}`),
    'metrics.yaml': `- { key: words, name: ${given}, description: ${given}, type: string, unit: ${given}, better: none }
`,
    'categories.yaml': `active:
  - slug: cheapest
    title: ${given}
    description: ${given}
    where: {}
    cite: words
    rank_by: [{ by: words, order: ascending }]
`,
    'operators/anchor.yaml': `id: 7
name: ${given}
license_jurisdiction: ${given}
kyc_level: none
accepts_vpn: true
has_mobile_app: false
website: "https://anchor.example/?a=%7C&copy;_*x*'()"
updated_at: 2026-10-02T09:30:00Z
status: active
payment_options: [{ asset: ${given}, network: ${given}, deposit: true, withdrawal: true, note: ${given} }]
fees: [{ type: betting, model: flat, amount: 1, currency: ${given}, asset: ${given}, network: ${given}, note: ${given} }]
limits: [{ type: stake_max, amount: 1, currency: ${given}, period: day, tier: ${given}, note: ${given} }]
pros: [${given}]
cons: [${given}]
sources: [{ title: ${given}, url: "https://anchor.example/(a)_b_", accessed_at: 2026-10-01 }]
`,
    'facts/anchor.yaml': `- { claim_id: words_1, metric: words, value: ${given}, evidence_url: "https://anchor.example/?a&b;c_d_*e*", observed_at: 2026-10-01 }
- { claim_id: words_2, metric: words, value: ${given}, evidence_url: https://anchor.example/, observed_at: 2026-09-01, retracted: { at: 2026-10-02, reason: ${given} } }
`,
    'operators/birch.yaml': `id: 3
name: Birch
kyc_level: none
accepts_vpn: true
has_mobile_app: false
updated_at: 2026-10-02T09:30:00Z
status: closed
ended_at: 2026-10-02
ended_reason: ${given}
payment_options: []
fees: []
limits: []
pros: []
cons: []
sources: []
`,
  });
}

type Token = ReturnType<typeof reader.parse>[number];

const BLOCKS =
  /^(?:inline|(?:heading|paragraph|bullet_list|list_item|table|thead|tbody|tr|th|td)_(?:open|close))$/;
const INLINE = /^(?:text|text_special|code_inline|(?:strong|link)_(?:open|close))$/;

/** The tokens of a page that no page of ours has. */
function foreignTokens(tokens: readonly Token[]): readonly string[] {
  return tokens.flatMap((token) => [
    ...(BLOCKS.test(token.type) && token.level < 8 ? [] : [`${token.type}: ${token.content}`]),
    ...(token.children ?? [])
      .filter(
        ({ type, markup }) => !INLINE.test(type) || (type === 'link_open' && markup !== 'autolink'),
      )
      .map(({ type, content, attrs }) => `${type}: ${content}${attrs?.join() ?? ''}`),
  ]);
}

/** What each token is, without its text. */
function shapeOf(page: string): readonly string[] {
  return reader
    .parse(page, {})
    .flatMap(({ type, level, children }) => [
      `${type} ${level}`,
      ...(children ?? []).filter(({ type }) => !type.startsWith('text')).map(({ type }) => type),
    ]);
}

/** Cells that a renderer would drop, as it drops those beyond the head of a table. */
function rowsWithOtherCells(page: string): readonly string[] {
  const tables = page.split('\n\n').filter((block) => block.startsWith('| '));
  return tables.flatMap((block) => {
    const lines = block.split('\n');
    const cellsOf = (line: string) => line.replaceAll(/\\./g, '').split('|').length;
    return lines.filter((line) => cellsOf(line) !== cellsOf(lines[0] ?? ''));
  });
}

async function pagesOf(sources: Sources): Promise<ReadonlyMap<string, string>> {
  const { out, read, buildAt } = project(sources);
  expect(await buildAt(0)).toMatchObject({ ok: true });
  const paths = fastGlob.globSync('**/*.md', { cwd: join(out, 'api/v1') }).sort();
  return new Map(paths.map((path) => [path, read(path)]));
}

const plainPages = sharedInFile(() => pagesOf(filledWith('plain')));

it.each(MARKUP)('the text %j is text on every page, wherever it is', async (text) => {
  const pages = await pagesOf(filledWith(text));
  const plain = await plainPages();
  expect(pages.size).toBe(5);
  for (const [path, page] of pages) {
    const tokens = reader.parse(page, {});
    expect({ path, foreign: foreignTokens(tokens) }).toEqual({ path, foreign: [] });
    expect(rowsWithOtherCells(page)).toEqual([]);
    expect(shapeOf(page)).toEqual(shapeOf(plain.get(path) ?? ''));
    expect(reader.render(page)).not.toMatch(/(?:href|src)="[^"]*evil/);
  }
  const [heading] = reader
    .parse(pages.get('operators/anchor.md') ?? '', {})
    .flatMap(({ children }) => (children === null ? [] : [children.map(({ content }) => content)]));
  expect(heading?.join('')).toBe(oneLine(text));
});

it('a hostile dataset has pages of the same kinds of blocks', async () => {
  for (const [path, page] of await pagesOf(HOSTILE)) {
    expect({ path, foreign: foreignTokens(reader.parse(page, {})) }).toEqual({ path, foreign: [] });
    expect(rowsWithOtherCells(page)).toEqual([]);
  }
});

it('an address leads where it says', async () => {
  const page = (await pagesOf(filledWith('plain'))).get('operators/anchor.md') ?? '';
  const hrefs = [...reader.render(page).matchAll(/href="([^"]*)"/g)].map(([, href]) => href);
  expect(hrefs).toEqual(
    expect.arrayContaining([
      "https://anchor.example/?a=%7C&amp;copy%3B_*x*'()",
      'https://anchor.example/(a)_b_',
      'https://anchor.example/?a&amp;b%3Bc_d_*e*',
    ]),
  );
});
