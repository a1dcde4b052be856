import * as z from 'zod';
import { refuse } from './problem.ts';
import { textProblem } from './text.ts';
import { dayOrTime, metricKey, orNull, slug, text } from './values.ts';

/** Conditions are published as text in a cell, so their texts must be safe too. */
const conditionValue = z.union([z.string(), z.number(), z.boolean(), z.null()]).check(
  refuse((given) => {
    const problem = typeof given === 'string' ? textProblem(given) : null;
    // For blank text, a rule reports that the field never has it, and what null means.
    return problem?.rule === 'blank' ? null : problem;
  }),
);
export type ConditionValue = z.infer<typeof conditionValue>;

/** A list that must not be empty. */
function filledList<S extends z.ZodType>(item: S) {
  return z
    .array(item)
    .check(refuse((list) => (list.length === 0 ? { rule: 'list-empty' } : null)))
    .meta({ minItems: 1 });
}

const rankKey = z.strictObject({
  by: z.string().describe('A summary field or the key of a metric.'),
  order: z.enum(['ascending', 'descending']).describe('Which end comes first.'),
});

/** How to find and order the operators of a ranking. Names are summary fields or metrics. */
export const activeCategory = z
  .strictObject({
    slug: slug.describe('The name of the category in addresses.'),
    alias: orNull(slug).describe(
      'A second name in addresses, which answers with the same bytes; or null.',
    ),
    title: text.describe('The title of the ranking.'),
    description: text.describe('What the ranking shows, in a sentence or two.'),
    where: z
      .record(z.string(), z.union([conditionValue, filledList(conditionValue)]))
      .describe(
        'Conditions that all have to hold: a summary field or a metric, and the value it must have, or a list of values of which it must have one.',
      ),
    cite: metricKey.describe(
      'The metric or the summary field whose current claim or value every ranked operator carries; without one it is left out.',
    ),
    rank_by: filledList(rankKey).describe(
      'What the ranking goes by: the first decides, and each that follows breaks ties. Who lacks the first is left out; who lacks a later one comes last among equals.',
    ),
  })
  .meta({ title: 'Active category' });
export type ActiveCategory = z.infer<typeof activeCategory>;

export const removedCategory = z
  .strictObject({
    slug: slug.describe(
      'The name that the category had in addresses; it answers 410 from then on.',
    ),
    removed_at: dayOrTime.describe('When it was removed.'),
    reason: text.describe('Why it was removed.'),
    see: orNull(slug).describe('The slug of a category to see instead, or null.'),
  })
  .meta({ title: 'Removed category' });
export type RemovedCategory = z.infer<typeof removedCategory>;

/** The two lists of `categories.yaml`. */
function listsOf<A extends z.ZodType, R extends z.ZodType>(active: A, removed: R) {
  return z.strictObject({
    active: z.array(active).describe('The rankings that are published.'),
    removed: orNull(z.array(removed)).describe(
      'Rankings that were withdrawn. Their addresses say when and why.',
    ),
  });
}

export const categories = listsOf(activeCategory, removedCategory);

/** The same for code that reads the categories one by one. */
export const categoryLists = listsOf(z.unknown(), z.unknown());
