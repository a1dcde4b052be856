import type { BuildCache } from '../cache/index.ts';
import type { ActiveCategory, Dataset } from '../model/index.ts';
import type { Plan } from '../pipeline.ts';
import {
  type Aggregates,
  aggregate,
  amendAggregates,
  type ChangedOperator,
  type Contender,
  type Coverage,
  rankingBasis,
} from '../resources/index.ts';
import { sourceNames } from '../validate/index.ts';
import type { KnownSources } from './known-sources.ts';

/** What all operators come to together, from one build to the next. */
export interface RememberedAggregates {
  /**
   * Tells it by what the last build has left, and by what has changed since.
   *
   * @param shared What answers are made of besides operators and categories.
   */
  readonly recall: (dataset: Dataset, shared: string) => Aggregates;
  /** What the next build is to know, as texts. */
  readonly leave: (planned: Pick<Plan, 'aggregates' | 'dataset'>) => readonly string[];
}

/** The first text. After it comes one for each ranking, most of which are left as they were. */
interface Contents {
  readonly coverage: Coverage;
  readonly bases: readonly string[];
}

/** Takes what the last build has left, and leaves the same for the next. */
export function rememberedAggregates(
  cache: Pick<BuildCache<unknown>, 'recallAggregates' | 'sources'>,
  known: Pick<KnownSources, 'hasSameSources' | 'recall'>,
): RememberedAggregates {
  /** What rankings were, where they are that still. */
  const texts = new Map<readonly Contender[], string>();
  return {
    recall(dataset, shared) {
      const [header, ...rankings] = cache.recallAggregates(shared);
      if (header === undefined || cache.sources.isOneGone()) return aggregate(dataset);
      const changed = findChanged(dataset, known);
      if (changed === null) return aggregate(dataset);
      const { coverage, bases }: Contents = JSON.parse(header);
      const contendersIn = (category: ActiveCategory) => {
        const text = rankings[bases.indexOf(rankingBasis(category))];
        if (text === undefined) return null;
        const contenders: readonly Contender[] = JSON.parse(text);
        texts.set(contenders, text);
        return contenders;
      };
      return amendAggregates(dataset, { coverage, contendersIn }, changed);
    },
    leave({ aggregates: { coverage, contendersIn }, dataset: { activeCategories } }) {
      const contents: Contents = { coverage, bases: activeCategories.map(rankingBasis) };
      const rankings = activeCategories.map((category) => {
        const contenders = contendersIn(category);
        return texts.get(contenders) ?? JSON.stringify(contenders);
      });
      return [JSON.stringify(contents), ...rankings];
    },
  };
}

/**
 * The operators that have changed, as they were and as they are; null where that is not known, or is
 * more to look at than all operators.
 */
function findChanged(
  { operators }: Dataset,
  { hasSameSources, recall }: Pick<KnownSources, 'hasSameSources' | 'recall'>,
): readonly ChangedOperator[] | null {
  const changed: ChangedOperator[] = [];
  for (const operator of operators) {
    const { slug } = operator;
    if (hasSameSources(slug)) continue;
    const [own] = sourceNames(slug);
    const before = recall.lastBriefOf(slug) ?? null;
    if (before === null && recall.lastValueOf(own) !== null) return null;
    changed.push({ before, after: operator.brief });
    if (changed.length > operators.length / 2) return null;
  }
  return changed;
}
