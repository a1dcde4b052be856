import type { Change } from '../resources/index.ts';
import type { RankingEffect } from './diff-rankings.ts';

/** Two publications and all that is different between them. */
export interface Comparison {
  readonly old: Side;
  readonly new: Side;
  readonly changes: readonly Change[];
  readonly rankings: readonly RankingEffect[];
}

export interface Side {
  /** Its manifest: a file or a URL. */
  readonly manifest: string;
  /** As the manifest says it; null where it does not. */
  readonly generatedAt: string | null;
  readonly baseUrl: string | null;
}

/** "3 changes in 1 operator, 2 metrics; 1 ranking affected", "No changes; no effect on rankings". */
export function summariseChanges({ changes, rankings }: Comparison): string {
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
  return `${total}${where}; ${effect}`;
}

function isAboutMetric({ kind }: Change): boolean {
  return kind.startsWith('metric_');
}

function countOf(number: number, one: string, many: string): string {
  return number === 0 ? '' : `${number} ${number === 1 ? one : many}`;
}
