import type { ActiveCategory, Brief, Dataset, ListedOperator } from '../model/index.ts';
import { amendCoverage, type Coverage, countCoverage } from './coverage.ts';
import { type Place, type Ranked, rankingKeys, rankOperators } from './ranking.ts';

/** What all operators come to together. */
export interface Aggregates {
  readonly coverage: Coverage;
  readonly rank: (category: ActiveCategory) => readonly Ranked[];
}

/** What the operators of a dataset come to together. */
export function aggregate(dataset: Dataset): Aggregates {
  return {
    coverage: countCoverage(briefsOf(dataset)),
    rank: (category) => rankOperators(category, dataset),
  };
}

/** What is known of a dataset as it was. */
export interface EarlierAggregates {
  readonly coverage: Coverage;
  /** Who had which rank, in the order of the ranking; null where that is not known. */
  readonly placesIn: (category: ActiveCategory) => readonly Place[] | null;
}

/** An operator that is not what it was. */
export interface ChangedOperator {
  /** null for one that is new */
  readonly before: Brief | null;
  readonly after: Brief;
}

/**
 * What the operators of a dataset come to together, of which few have changed: the others are looked
 * at only where the changed ones make a difference that cannot be told without them.
 *
 * @param earlier Of the same service, with operators of which none is gone.
 */
export function amendAggregates(
  dataset: Dataset,
  earlier: EarlierAggregates,
  changed: readonly ChangedOperator[],
): Aggregates {
  const gone = countCoverage(changed.flatMap(({ before }) => before ?? []));
  const come = countCoverage(changed.map(({ after }) => after));
  let operators: ReadonlyMap<number, ListedOperator> | null = null;
  const operatorOf = (id: number): ListedOperator => {
    operators ??= new Map(dataset.operators.map((operator) => [operator.id, operator]));
    const operator = operators.get(id);
    if (operator === undefined) throw new Error(`Broken invariant: operator ${id} is gone`);
    return operator;
  };
  const recallRanking = (category: ActiveCategory): readonly Ranked[] | null => {
    if (!areRankedAsBefore(changed, category, dataset)) return null;
    const places = earlier.placesIn(category);
    return places?.map(({ id, rank }) => ({ id, rank, operator: operatorOf(id) })) ?? null;
  };
  return {
    coverage: amendCoverage(earlier.coverage, gone, come) ?? countCoverage(briefsOf(dataset)),
    rank: (category) => recallRanking(category) ?? rankOperators(category, dataset),
  };
}

/** Whether no ranking of others can tell that operators have changed. */
function areRankedAsBefore(
  changed: readonly ChangedOperator[],
  category: ActiveCategory,
  { service }: Dataset,
): boolean {
  const keysOf = rankingKeys(category, service);
  // Equals stand in the order of their ids.
  const standing = (brief: Brief | null) => {
    const keys = brief && keysOf(brief);
    return JSON.stringify(keys && [brief.summary.id, keys]);
  };
  return changed.every(({ before, after }) => standing(before) === standing(after));
}

function* briefsOf({ operators }: Dataset): Generator<Brief> {
  for (const { brief } of operators) yield brief;
}
