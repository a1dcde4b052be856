import { metricKey } from './metric-key.ts';
import {
  anything,
  boolean,
  checked,
  list,
  mapOf,
  nothing,
  number,
  oneOf,
  optional,
  type ReadAs,
  record,
  type Shape,
  string,
  union,
} from './shape.ts';
import { slug } from './slug.ts';
import { text } from './text.ts';
import { timestamp } from './timestamp.ts';

const conditionValue = union([string(), number(), boolean(), nothing()]);
export type ConditionValue = ReadAs<typeof conditionValue>;

/** A list of which nothing is left to choose, or to go by, when it is empty. */
function filledList<S extends Shape>(item: S) {
  return checked(list(item), (list) => (list.length === 0 ? { rule: 'list-empty' } : null));
}

/** How to find and order the operators of a ranking. Names are summary fields or metrics. */
export const activeCategory = record({
  slug,
  alias: slug,
  title: text,
  description: text,
  /** All conditions must hold; a list holds when one of its values does. */
  where: mapOf(union([conditionValue, filledList(conditionValue)])),
  cite: metricKey,
  rank_by: filledList(record({ by: string(), order: oneOf(['ascending', 'descending']) })),
});
export type ActiveCategory = ReadAs<typeof activeCategory>;

export const removedCategory = record({
  slug,
  removed_at: timestamp,
  reason: text,
  see: optional(slug),
});
export type RemovedCategory = ReadAs<typeof removedCategory>;

/** The two lists of `categories.yaml`. */
function listsOf<A extends Shape, R extends Shape>(active: A, removed: R) {
  return record({ active: list(active), removed: optional(list(removed)) });
}

export const categories = listsOf(activeCategory, removedCategory);

/** The same for who reads the categories one by one. */
export const categoryLists = listsOf(anything(), anything());
