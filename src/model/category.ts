import * as z from 'zod';
import { metricKey } from './metric-key.ts';
import { optional } from './optional.ts';
import { checked } from './problem.ts';
import { slug } from './slug.ts';
import { text } from './text.ts';
import { timestamp } from './timestamp.ts';

const conditionValue = z.union([z.string(), z.number(), z.boolean(), z.null()]);
export type ConditionValue = z.output<typeof conditionValue>;

/** A list of which nothing is left to choose, or to go by, when it is empty. */
function filledList<T extends z.ZodType>(item: T): z.ZodArray<T> {
  return checked(z.array(item), (list) => (list.length === 0 ? { rule: 'list-empty' } : null));
}

/** How to find and order the operators of a ranking. Names are summary fields or metrics. */
export const activeCategory = z.strictObject({
  slug,
  alias: slug,
  title: text,
  description: text,
  /** All conditions must hold; a list holds when one of its values does. */
  where: z.record(z.string(), z.union([conditionValue, filledList(conditionValue)])),
  cite: metricKey,
  rank_by: filledList(
    z.strictObject({ by: z.string(), order: z.enum(['ascending', 'descending']) }),
  ),
});
export type ActiveCategory = z.output<typeof activeCategory>;

export const removedCategory = z.strictObject({
  slug,
  removed_at: timestamp,
  reason: text,
  see: optional(slug),
});
export type RemovedCategory = z.output<typeof removedCategory>;

/** The two lists of `categories.yaml`. */
function listsOf<A extends z.ZodType, R extends z.ZodType>(active: A, removed: R) {
  return z.strictObject({ active: z.array(active), removed: z.array(removed).nullish() });
}

export const categories = listsOf(activeCategory, removedCategory);

/** The same for who reads the categories one by one. */
export const categoryLists = listsOf(z.unknown(), z.unknown());
