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
 * One entity of the sources, as far as it could be read. Rules use `value`, in which invalid fields are
 * absent, so that one mistake does not hide another.
 */
export interface Entity<T> {
  readonly value: { readonly [K in keyof T]?: T[K] };
  /** The parsed entity; null if any part of it is invalid. */
  readonly whole: T | null;
  readonly placeOf: PlaceOf;
}

type PlaceOf = (...path: ValuePath) => Place;

/** The sources, as far as they could be read; null for missing ones. */
export interface Sources {
  /** The clock of the build, in milliseconds since 1970. */
  readonly now: number;
  /** Whether it was already reported that a source is missing or unreadable. */
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
    /** The place of a key in the file. */
    readonly placeOfKey: PlaceOf;
  } | null;
  /** In the order of the names of their files. */
  readonly operators: readonly Dossier[];
  /** The claims of all operators. */
  readonly claims: readonly Entity<Claim>[];
}

/** Everything in the sources about one operator, as far as it could be read. */
export interface Dossier {
  /** The name of its files. */
  readonly slug: string;
  /** `operators/<slug>.yaml`; null if it does not exist. */
  readonly operatorFile: TextFile | null;
  /** null if the file does not exist or could not be read at all. */
  readonly operator: Entity<OperatorRecord> | null;
  /** `facts/<slug>.yaml`; null if it does not exist. */
  readonly factsFile: TextFile | null;
  /** Empty if the file does not exist or could not be read at all. */
  readonly claims: readonly Entity<Claim>[];
}
