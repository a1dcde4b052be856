import type { ActiveCategory, RemovedCategory } from './category.ts';
import type { Metric } from './metric.ts';
import type { Operator } from './operator.ts';
import type { Service } from './service.ts';

/** The content of valid sources. */
export interface Dataset {
  readonly service: Service;
  readonly metrics: ReadonlyMap<string, Metric>;
  readonly activeCategories: readonly ActiveCategory[];
  readonly removedCategories: readonly RemovedCategory[];
  /** By id, ascending. */
  readonly operators: readonly Operator[];
}
/** Everything with a permanent URL that was published. It can grow, but never shrink. */
export interface Registry {
  readonly operators: readonly RegisteredOperator[];
  readonly claims: readonly RegisteredClaim[];
  readonly metrics: readonly RegisteredMetric[];
  readonly rankings: readonly RegisteredRanking[];
}

export interface RegisteredOperator {
  readonly id: number;
  /** The slug it was last published with. */
  readonly slug: string;
  /** The slugs whose addresses answered as well. */
  readonly formerSlugs: readonly string[];
}

export interface RegisteredClaim {
  readonly claimId: string;
  readonly operatorId: number;
  readonly operatorSlug: string;
  readonly metric: string;
  /** What it stated, as far as that publication listed it. */
  readonly value: RegisteredValue;
  readonly evidenceUrl: RegisteredValue;
  readonly firstObservedAt: RegisteredValue;
  readonly corrections: readonly RegisteredCorrection[];
}

/** A published value; undefined where there is none of these types. */
export type RegisteredValue = string | number | boolean | null | undefined;

/** What identifies a published correction of a claim. */
export interface RegisteredCorrection {
  readonly at: RegisteredValue;
  readonly field: RegisteredValue;
  readonly was: RegisteredValue;
}

export interface RegisteredMetric {
  readonly key: string;
  readonly type: RegisteredValue;
  readonly unit: RegisteredValue;
  readonly better: RegisteredValue;
}

/** A name below `/best`: the slug or the alias of a ranking, or the slug of a removed one. */
export interface RegisteredRanking {
  readonly name: string;
  /** Whether it already returned 410. */
  readonly isRemoved: boolean;
  /** The slug of the same ranking, if this is an alias; null otherwise. */
  readonly aliasOf: string | null;
}
