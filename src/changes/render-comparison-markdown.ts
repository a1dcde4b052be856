import type { Change } from '../resources/index.ts';
import { isConfirmation } from './change.ts';
import { type Comparison, summariseChanges } from './comparison.ts';
import { describeChange } from './describe-change.ts';
import type { RankingEffect, RankingMove } from './diff-rankings.ts';

/** A table with more rows is folded, to keep comments readable. */
const MOST_UNFOLDED = 20;
/** The rows of a table that are shown: a comment on GitHub has at most 65,536 characters. */
const MOST_ROWS = 100;
const LONGEST_CELL = 120;

/** For pull requests: GitHub Flavored Markdown, in which published text is never markup. */
export function renderComparisonMarkdown(comparison: Comparison): string {
  const { rankings } = comparison;
  const changes = comparison.changes.filter((one) => !isConfirmation(one));
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
  // Markdown inside HTML needs an empty line before it.
  return rows.length <= MOST_UNFOLDED
    ? text
    : `<details><summary>${rows.length} ${noun}</summary>\n\n${text}\n\n</details>`;
}

function evidenceOf({ evidence_url, observed_at }: Change): string {
  if (evidence_url === null) return '';
  // In angle brackets, only these characters of an address have a meaning.
  const address = evidence_url.replace(/[<>\\\s|]/g, encodeURIComponent);
  return `[observed ${plain(observed_at ?? '')}](<${address}>)`;
}

/** A value in code style, in which GitHub makes no links. */
function code(text: string): string {
  return `<code>${withoutMarkup(text)}</code>`;
}

/**
 * Text in which GitHub finds mentions, issues, and commits of seven digits or more. GitHub looks at
 * the rendered text, so character references do not prevent this.
 */
const REFERENCES = /&#(?:35|64);|\bgh-(?=\d)|(?<!#)[\da-f]{6}(?=[\da-f])/gi;

/** Text without links: an invisible comment divides each reference that GitHub would link. */
function plain(text: string): string {
  return withoutMarkup(text).replace(REFERENCES, '$&<!-- -->');
}

/**
 * Text in which every character that could be markup, or begin an address, is a character reference,
 * which is never markup (CommonMark §2.5).
 */
function withoutMarkup(text: string): string {
  // One more than the longest cell, to see whether something is cut.
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
