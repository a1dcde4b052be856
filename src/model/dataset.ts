import type { ListedOperator } from './brief.ts';
import type { ActiveCategory, RemovedCategory } from './category.ts';
import type { Metric } from './metric.ts';
import type { Service } from './service.ts';

/** What the sources say that is about no operator. */
export interface Frame {
  readonly service: Service;
  readonly metrics: ReadonlyMap<string, Metric>;
  readonly activeCategories: readonly ActiveCategory[];
  readonly removedCategories: readonly RemovedCategory[];
}

/** Everything the sources say, after every rule held. */
export interface Dataset extends Frame {
  /** By id, ascending. */
  readonly operators: readonly ListedOperator[];
}
