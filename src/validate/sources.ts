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
import type { FreeNumbers } from './free-numbers.ts';

/**
 * One thing the sources describe, as far as it could be read. Rules look at `value`, in which
 * unsound fields are absent, so that a second mistake is not hidden behind the first.
 */
export interface Entity<T> {
  readonly value: { readonly [K in keyof T]?: T[K] };
  /** The parsed whole; null when anything in it is unsound. */
  readonly whole: T | null;
  readonly placeOf: PlaceOf;
}

type PlaceOf = (...path: ValuePath) => Place;

/** The sources, as far as they could be read. null: what is missing. */
export interface Sources {
  /** The clock of the build, in milliseconds since 1970. */
  readonly now: number;
  /** Whether it was reported already that there is no readable source of a name. */
  readonly isReported: (name: string) => boolean;
  /** The numbers to suggest for ids. */
  readonly free: FreeNumbers;
  readonly service: Entity<Service> | null;
  readonly metrics: readonly Entity<Metric>[] | null;
  /**
   * Null when metrics.yaml, or a key in it, could not be read, or one stands there twice: who names a
   * metric that is missing then, or gives it a value of another type, may well be right.
   */
  readonly metricsByKey: ReadonlyMap<string, Entity<Metric>['value']> | null;
  readonly categories: {
    readonly active: readonly Entity<ActiveCategory>[] | null;
    readonly removed: readonly Entity<RemovedCategory>[];
    /** The place of the key of something in the file. */
    readonly placeOfKey: PlaceOf;
  } | null;
  /** In the order of the names of their files. */
  readonly operators: readonly Dossier[];
  /** Those of all operators. */
  readonly claims: readonly Entity<Claim>[];
}

/** All that the sources say about one operator, as far as it could be read. */
export interface Dossier {
  /** The name of its files. */
  readonly slug: string;
  /** `operators/<slug>.yaml`; null where there is none. */
  readonly operatorFile: TextFile | null;
  /** null where the file is missing, or could not be read at all. */
  readonly operator: Entity<OperatorRecord> | null;
  /** `facts/<slug>.yaml`; null where there is none. */
  readonly factsFile: TextFile | null;
  /** Empty where the file is missing, or could not be read at all. */
  readonly claims: readonly Entity<Claim>[];
}
