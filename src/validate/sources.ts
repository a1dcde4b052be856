import type { Place, TextFile } from '../diagnostics/index.ts';
import type {
  ActiveCategory,
  Claim,
  Metric,
  OperatorRecord,
  RemovedCategory,
  Service,
} from '../model/index.ts';
import type { ValuePath } from '../source/index.ts';

/**
 * One thing the sources describe, as far as it could be read. Rules look at `value`, in which
 * unsound fields are absent, so that a second mistake is not hidden behind the first.
 */
export interface Entity<T> {
  readonly value: { readonly [K in keyof T]?: T[K] };
  /** The parsed whole; null when anything in it is unsound. */
  readonly whole: T | null;
  readonly placeOf: (...path: ValuePath) => Place;
}

/** `operators/<slug>.yaml`; without an entity when it could not be read at all. */
export interface OperatorSource {
  readonly slug: string;
  readonly file: TextFile;
  readonly entity: Entity<OperatorRecord> | null;
}

/** `facts/<slug>.yaml`; without claims when it could not be read at all. */
export interface FactsSource {
  readonly slug: string;
  readonly file: TextFile;
  readonly claims: readonly Entity<Claim>[];
}

/** Every source, as far as it could be read. Null: what is missing or could not be read. */
export interface Sources {
  /** The clock of the build, in milliseconds since 1970. */
  readonly now: number;
  readonly service: Entity<Service> | null;
  readonly metrics: readonly Entity<Metric>[] | null;
  readonly categories: {
    readonly active: readonly Entity<ActiveCategory>[] | null;
    readonly removed: readonly Entity<RemovedCategory>[];
  } | null;
  readonly operators: readonly OperatorSource[];
  readonly facts: readonly FactsSource[];
  /** Whether all that is said about an operator, and the metrics, are as they were found sound. */
  readonly isSettled: (slug: string) => boolean;
}

/** Every claim with the facts file it stands in. */
export function* eachClaim({
  facts,
}: Sources): Generator<{ source: FactsSource; claim: Entity<Claim> }> {
  for (const source of facts) for (const claim of source.claims) yield { source, claim };
}
