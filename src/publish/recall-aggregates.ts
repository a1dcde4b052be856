import type { BuildCache } from '../cache/index.ts';
import type { ActiveCategory, Dataset } from '../model/index.ts';
import { outputPath, placesIn } from '../represent/index.ts';
import {
  type Aggregates,
  aggregate,
  amendAggregates,
  bestPath,
  type ChangedOperator,
  type Coverage,
  rankingBasis,
} from '../resources/index.ts';
import { sourceNames } from '../validate/index.ts';
import type { KnownSources } from './known-sources.ts';

/** Where more operators have changed, what they were is as much to read as what all are. */
const MOST_AMENDED = 100;

/**
 * What all operators come to together, by what the last build has left of that and by what has changed
 * since.
 *
 * @param shared What answers are made of besides operators and categories.
 */
export function recallAggregates(
  dataset: Dataset,
  shared: string,
  cache: Pick<BuildCache<unknown>, 'recallShared' | 'recallCoverage' | 'sources' | 'files'>,
  known: Pick<KnownSources, 'hasSameSources' | 'lastBriefOf'>,
): Aggregates {
  const coverage = cache.recallShared() === shared ? cache.recallCoverage() : null;
  if (coverage === null || cache.sources.isOneGone()) return aggregate(dataset);
  const changed = findChanged(dataset, cache, known);
  if (changed === null) return aggregate(dataset);
  const lastPlacesIn = (category: ActiveCategory) => {
    const last = cache.files.passagesIn(outputPath(bestPath(category.slug), 'json'));
    return last?.basis === rankingBasis(category) ? placesIn(last.table) : null;
  };
  return amendAggregates(
    dataset,
    { coverage: coverage as Coverage, placesIn: lastPlacesIn },
    changed,
  );
}

/** The operators that have changed, as they were and as they are; null for many, or where that is unknown. */
function findChanged(
  { operators }: Dataset,
  { sources }: Pick<BuildCache<unknown>, 'sources'>,
  { hasSameSources, lastBriefOf }: Pick<KnownSources, 'hasSameSources' | 'lastBriefOf'>,
): readonly ChangedOperator[] | null {
  const changed: ChangedOperator[] = [];
  for (const { slug, brief: after } of operators.filter(({ slug }) => !hasSameSources(slug))) {
    const [own] = sourceNames(slug);
    const before = sources.lastValueOf(own) === null ? null : lastBriefOf(slug);
    if (before === undefined || changed.length === MOST_AMENDED) return null;
    changed.push({ before, after });
  }
  return changed;
}
