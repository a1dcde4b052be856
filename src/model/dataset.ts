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
