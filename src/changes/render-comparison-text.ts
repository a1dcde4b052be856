import { PLAIN, type Style, showControls } from '../diagnostics/index.ts';
import type { Change } from '../resources/index.ts';
import { type Comparison, summariseChanges } from './comparison.ts';
import { describeChange, showValues } from './describe-change.ts';
import type { RankingMove } from './diff-rankings.ts';

/** For people: what changed by operator, then who moved in which ranking, then a summary. */
export function renderComparisonText(comparison: Comparison, style: Style = PLAIN): string {
  const { changes, rankings } = comparison;
  const blocks = [
    ...groupBySubject(changes).map(([subject, some]) =>
      [style.place(harmless(subject)), ...some.flatMap((one) => showChange(one, style))].join('\n'),
    ),
    ...rankings.map(({ category, title, moves }) =>
      [
        style.place(harmless(`Ranking ${category}: ${title}`)),
        ...moves.map((move) => showMove(move, style)),
      ].join('\n'),
    ),
    `${summariseChanges(comparison)}.`,
  ];
  return `${blocks.join('\n\n')}\n`;
}

/** Changes by what they are about, in their order. */
function groupBySubject(
  changes: readonly Change[],
): readonly (readonly [string, readonly Change[]])[] {
  const groups = new Map<string, Change[]>();
  for (const change of changes) {
    const subject = subjectOf(change);
    const group = groups.get(subject);
    if (group === undefined) groups.set(subject, [change]);
    else group.push(change);
  }
  return [...groups];
}

function subjectOf({ kind, operator, operator_id, operator_slug, category }: Change): string {
  if (operator_id !== null) return `${operator} (${operator_id}, ${operator_slug})`;
  if (kind === 'service_changed') return 'Service';
  return category === null ? 'Metrics' : 'Categories';
}

function showChange(change: Change, style: Style): readonly string[] {
  const description = describeChange(change);
  const { sign, what, remark } = description;
  const line = harmless(`  ${sign} ${what}: ${showValues(description)}`);
  const { evidence_url, observed_at } = change;
  const evidence = evidence_url === null ? '' : `${evidence_url}, observed ${observed_at}`;
  const note = [remark, evidence].filter((part) => part !== '').join('; ');
  return [
    sign === '-' ? style.error(line) : line,
    ...(note === '' ? [] : [style.faint(harmless(`      ${note}`))]),
  ];
}

function showMove({ operator, old_rank, new_rank }: RankingMove, style: Style): string {
  if (old_rank === null) return harmless(`  + ${operator}: enters at ${new_rank}`);
  if (new_rank === null) return style.error(harmless(`  - ${operator}: leaves, was ${old_rank}`));
  return harmless(`  ~ ${operator}: ${old_rank} → ${new_rank}`);
}

/** Published text may come from anywhere, and hold what steers a terminal. */
function harmless(text: string): string {
  return showControls(text.replaceAll('\n', '\\n').replaceAll('\t', '\\t'));
}
