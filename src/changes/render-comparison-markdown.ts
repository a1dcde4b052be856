import { asCode, asPlainText, markdownTable } from '../represent/index.ts';
import type { Change } from '../resources/index.ts';
import { isConfirmation } from './change.ts';
import { type Comparison, summariseChanges } from './comparison.ts';
import { describeChange } from './describe-change.ts';
import type { RankingEffect, RankingMove } from './diff-rankings.ts';

/** A table with more rows is folded, to keep comments readable. */
const MOST_UNFOLDED = 20;
/** The rows of a table that are shown: a comment on GitHub has at most 65,536 characters. */
const MOST_ROWS = 100;

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
      asPlainText(change.operator ?? ''),
      asPlainText(what),
      old === null ? '' : asCode(old),
      now === null ? '' : asCode(now),
      [asPlainText(remark), evidenceOf(change)].filter((part) => part !== '').join(', '),
    ];
  });
  return table(['Operator', 'What', 'Before', 'After', 'Claim or reason'], rows, 'changes');
}

function rankingTable({ category, title, moves }: RankingEffect): string {
  const rows = moves.map(({ operator, old_rank, new_rank }) => [
    asPlainText(operator),
    String(old_rank ?? ''),
    String(new_rank ?? ''),
    nameMove({ old_rank, new_rank }),
  ]);
  return [
    `**Ranking: ${asPlainText(title)}** (${asPlainText(category)})`,
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
  const more = rows.length - MOST_ROWS;
  const text = [
    markdownTable(heads, rows.slice(0, MOST_ROWS)),
    ...(more > 0 ? [`${more} more; \`--format json\` lists them all.`] : []),
  ].join('\n\n');
  // Markdown inside HTML needs an empty line before it.
  return rows.length <= MOST_UNFOLDED
    ? text
    : `<details><summary>${rows.length} ${noun}</summary>\n\n${text}\n\n</details>`;
}

function evidenceOf({ evidence_url, observed_at }: Change): string {
  if (evidence_url === null) return '';
  // In angle brackets, only these characters of an address have a meaning.
  const address = evidence_url.replace(/[<>\\\s|]/g, encodeURIComponent);
  return `[observed ${asPlainText(observed_at ?? '')}](<${address}>)`;
}
