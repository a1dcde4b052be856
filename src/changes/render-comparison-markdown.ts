import type { Change } from '../resources/index.ts';
import { type Comparison, summariseChanges } from './comparison.ts';
import { describeChange } from './describe-change.ts';
import type { RankingEffect, RankingMove } from './diff-rankings.ts';

/** A table with more rows is folded, so that a comment can be read past it. */
const MOST_UNFOLDED = 20;
/** A comment on GitHub has at most 65,536 characters; of each table, so many rows are shown. */
const MOST_ROWS = 100;
const LONGEST_CELL = 120;

/** For pull requests: GitHub Flavored Markdown, in which published text is text and nothing else. */
export function renderComparisonMarkdown(comparison: Comparison): string {
  const { changes, rankings } = comparison;
  const blocks = [
    `### ${summariseChanges(comparison)}`,
    ...(changes.length === 0 ? [] : [changesTable(changes)]),
    ...rankings.map(rankingTable),
  ];
  return `${blocks.join('\n\n')}\n`;
}

function changesTable(changes: readonly Change[]): string {
  const rows = changes.map((change) => {
    const { what, old, new: now, remark } = describeChange(change);
    return [
      plain(change.operator ?? ''),
      plain(what),
      old === null ? '' : code(old),
      now === null ? '' : code(now),
      [plain(remark), evidenceOf(change)].filter((part) => part !== '').join(', '),
    ];
  });
  return table(['Operator', 'What', 'Before', 'After', 'Claim or reason'], rows, 'changes');
}

function rankingTable({ category, title, moves }: RankingEffect): string {
  const rows = moves.map(({ operator, old_rank, new_rank }) => [
    plain(operator),
    String(old_rank ?? ''),
    String(new_rank ?? ''),
    nameMove({ old_rank, new_rank }),
  ]);
  return [
    `**Ranking: ${plain(title)}** (${plain(category)})`,
    table(['Operator', 'Before', 'After', ''], rows, 'moves'),
  ].join('\n\n');
}

function nameMove({ old_rank, new_rank }: Pick<RankingMove, 'old_rank' | 'new_rank'>): string {
  if (old_rank === null) return 'enters';
  if (new_rank === null) return 'leaves';
  return new_rank < old_rank ? 'up' : 'down';
}

function table(
  heads: readonly string[],
  rows: readonly (readonly string[])[],
  noun: string,
): string {
  const line = (cells: readonly string[]) => `| ${cells.join(' | ')} |`;
  const more = rows.length - MOST_ROWS;
  const text = [
    line(heads),
    line(heads.map(() => '---')),
    ...rows.slice(0, MOST_ROWS).map(line),
    ...(more > 0 ? ['', `${more} more; \`--format json\` lists them all.`] : []),
  ].join('\n');
  // Markdown inside of HTML starts after an empty line.
  return rows.length <= MOST_UNFOLDED
    ? text
    : `<details><summary>${rows.length} ${noun}</summary>\n\n${text}\n\n</details>`;
}

function evidenceOf({ evidence_url, observed_at }: Change): string {
  if (evidence_url === null) return '';
  // In angle brackets, no character of an address but these three means anything.
  const address = evidence_url.replace(/[<>\\\s|]/g, encodeURIComponent);
  return `[observed ${plain(observed_at ?? '')}](<${address}>)`;
}

/** A value, set apart from the words around it. Nothing in it is a link on GitHub. */
function code(text: string): string {
  return `<code>${withoutMarkup(text)}</code>`;
}

/**
 * What GitHub looks for in text that is rendered, where a character reference is the character:
 * mentions, issues and commits, of which seven digits are enough.
 */
const REFERENCES = /&#(?:35|64);|\bgh-(?=\d)|(?<!#)[\da-f]{6}(?=[\da-f])/gi;

/** Text and nothing else: a comment, which is nowhere to be seen, parts what GitHub would link. */
function plain(text: string): string {
  return withoutMarkup(text).replace(REFERENCES, '$&<!-- -->');
}

/**
 * Text with every character that could mean something to Markdown or HTML, or begin an address, as a
 * character reference, which never is markup (CommonMark §2.5).
 */
function withoutMarkup(text: string): string {
  // One more than what the longest cell can take, so that it shows when something is cut.
  const characters = [...text.slice(0, 2 * LONGEST_CELL + 1)];
  const shown =
    characters.length > LONGEST_CELL
      ? `${characters.slice(0, LONGEST_CELL - 1).join('')}…`
      : characters.join('');
  return shown
    .replace(/[\r\n\t]+/g, ' ')
    .replace(
      /(?<=www)\.|[^\p{L}\p{N}\p{M} ,;().→…-]/giu,
      (character) => `&#${character.codePointAt(0)};`,
    );
}
