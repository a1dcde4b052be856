import type { ActiveCategory, Brief, Dataset } from '../model/index.ts';
import { amendCoverage, type Coverage, countCoverage } from './coverage.ts';
import {
  type Contender,
  contenderIn,
  contendersAmong,
  inOrder,
  type Ranked,
  rankContenders,
} from './ranking.ts';

/** What all operators come to together. */
export interface Aggregates {
  readonly coverage: Coverage;
  /** Who has a place in the ranking of a category, in the order of these. */
  readonly contendersIn: (category: ActiveCategory) => readonly Contender[];
  readonly rank: (category: ActiveCategory) => readonly Ranked[];
}

/** What the operators of a dataset come to together. */
export function aggregate(dataset: Dataset): Aggregates {
  return withRanks(countCoverage(briefsOf(dataset)), (category) =>
    contendersAmong(dataset, category),
  );
}

/** What is known of a dataset as it was. */
export interface EarlierAggregates {
  readonly coverage: Coverage;
  /** null where that is not known */
  readonly contendersIn: (category: ActiveCategory) => readonly Contender[] | null;
}

/** An operator that is not what it was. */
export interface ChangedOperator {
  /** null for one that is new */
  readonly before: Brief | null;
  readonly after: Brief;
}

/**
 * What the operators of a dataset come to together, of which few have changed: the others are looked
 * at only where what was the first or the last of something is gone.
 *
 * @param earlier Of the same service, with operators of which none is gone.
 */
export function amendAggregates(
  dataset: Dataset,
  earlier: EarlierAggregates,
  changed: readonly ChangedOperator[],
): Aggregates {
  const before = changed.flatMap(({ before }) => before ?? []);
  const after = changed.map(({ after }) => after);
  const coverage =
    amendCoverage(earlier.coverage, countCoverage(before), countCoverage(after)) ??
    countCoverage(briefsOf(dataset));
  const ids = new Set([...before, ...after].map(({ summary }) => summary.id));
  return withRanks(coverage, (category) => {
    const contenders = earlier.contendersIn(category);
    if (contenders === null) return contendersAmong(dataset, category);
    const toContender = contenderIn(category, dataset.service);
    const [gone, come] = [before, after].map((briefs) =>
      briefs.flatMap((brief) => toContender(brief) ?? []),
    );
    if (JSON.stringify(gone) === JSON.stringify(come)) return contenders;
    return inOrder([...contenders.filter(({ id }) => !ids.has(id)), ...(come ?? [])], category);
  });
}

function withRanks(coverage: Coverage, findContenders: Aggregates['contendersIn']): Aggregates {
  const found = new Map<ActiveCategory, readonly Contender[]>();
  const contendersIn = (category: ActiveCategory) => {
    const contenders = found.get(category) ?? findContenders(category);
    found.set(category, contenders);
    return contenders;
  };
  return {
    coverage,
    contendersIn,
    rank: (category) => rankContenders(contendersIn(category), category),
  };
}

function* briefsOf({ operators }: Dataset): Generator<Brief> {
  for (const { brief } of operators) yield brief;
}
