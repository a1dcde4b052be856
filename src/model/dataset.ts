import type { ActiveCategory, RemovedCategory } from './category.ts';
import type { Metric } from './metric.ts';
import type { Operator } from './operator.ts';
import type { Service } from './service.ts';

/** Everything the sources say, after every rule held. */
export interface Dataset {
  readonly service: Service;
  readonly metrics: ReadonlyMap<string, Metric>;
  readonly activeCategories: readonly ActiveCategory[];
  readonly removedCategories: readonly RemovedCategory[];
  /** By id, ascending. */
  readonly operators: readonly Operator[];
}
/** What was published at addresses that stay for good: it may be added to, and nothing may vanish. */
export interface Registry {
  readonly operators: readonly RegisteredOperator[];
  readonly claims: readonly RegisteredClaim[];
  readonly rankings: readonly RegisteredRanking[];
}

export interface RegisteredOperator {
  readonly id: number;
  /** The slug it was last published with. */
  readonly slug: string;
}

export interface RegisteredClaim {
  readonly claimId: string;
  readonly operatorId: number;
  readonly operatorSlug: string;
  readonly metric: string;
}

/** A name below `/best`: that of a ranking, its alias, or that of one that was removed. */
export interface RegisteredRanking {
  readonly name: string;
  /** Whether it answered 410 already. */
  readonly isRemoved: boolean;
  /** Where it is an alias, the slug that led to the same ranking; null elsewhere. */
  readonly aliasOf: string | null;
}
