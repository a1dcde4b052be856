import { PLAIN, type Style, showControls } from '../diagnostics/index.ts';
import type { Change } from '../resources/index.ts';
import { isConfirmation } from './change.ts';
import { describeChange, showValues } from './describe-change.ts';
import type { RankingEffect, RankingMove } from './diff-rankings.ts';

/** Two publications and all differences between them. */
export interface Comparison {
  readonly old: Side;
  readonly new: Side;
  readonly changes: readonly Change[];
  readonly rankings: readonly RankingEffect[];
}

export interface Side {
  /** Its manifest: a file or a URL. */
  readonly manifest: string;
  /** Null where the manifest has none. */
  readonly generatedAt: string | null;
  readonly baseUrl: string | null;
}

/** "3 changes in 1 operator, 2 metrics; 1 ranking affected", "No changes; no effect on rankings". */
export function summariseChanges({ changes: all, rankings }: Comparison): string {
  const changes = all.filter((one) => !isConfirmation(one));
  const confirmed = countOf(all.length - changes.length, 'claim', 'claims');
  const distinct = (values: readonly (string | number | null)[]) =>
    new Set(values.filter((value) => value !== null)).size;
  const about = [
    countOf(distinct(changes.map(({ operator_id }) => operator_id)), 'operator', 'operators'),
    countOf(
      distinct(changes.filter(isAboutMetric).map(({ metric }) => metric)),
      'metric',
      'metrics',
    ),
    countOf(distinct(changes.map(({ category }) => category)), 'category', 'categories'),
    changes.some(({ kind }) => kind === 'service_changed') ? 'the service' : '',
  ].filter((part) => part !== '');
  const total = changes.length === 0 ? 'No changes' : countOf(changes.length, 'change', 'changes');
  const where = about.length === 0 ? '' : ` in ${about.join(', ')}`;
  const effect =
    rankings.length === 0
      ? 'no effect on rankings'
      : `${countOf(rankings.length, 'ranking', 'rankings')} affected`;
  return `${total}${where}; ${confirmed === '' ? '' : `${confirmed} confirmed; `}${effect}`;
}

function isAboutMetric({ kind }: Change): boolean {
  return kind.startsWith('metric_');
}

function countOf(number: number, one: string, many: string): string {
  return number === 0 ? '' : `${number} ${number === 1 ? one : many}`;
}

/** For tools: one JSON document. Keys are added, never renamed. */
export function renderComparisonJson({ old, new: now, changes, rankings }: Comparison): string {
  const document = {
    old: toRecord(old),
    new: toRecord(now),
    total: changes.length,
    changes,
    rankings,
  };
  return `${JSON.stringify(document, null, 2)}\n`;
}

function toRecord({ manifest, generatedAt, baseUrl }: Side) {
  return { manifest, generated_at: generatedAt, base_url: baseUrl };
}

/** For people: the changes by operator, then the moves in each ranking, then a summary. */
export function renderComparisonText(comparison: Comparison, style: Style = PLAIN): string {
  const { changes, rankings } = comparison;
  const blocks = [
    ...groupBySubject(changes.filter((one) => !isConfirmation(one))).map(([subject, some]) =>
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

/** Changes by their subject, in their order. */
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

/** Published text may come from anywhere, and contain control sequences for a terminal. */
function harmless(text: string): string {
  return showControls(text.replaceAll('\n', '\\n').replaceAll('\t', '\\t'));
}
