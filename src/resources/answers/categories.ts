import * as z from 'zod';
import {
  type ActiveCategory,
  activeCategory,
  type RemovedCategory,
  removedCategory,
  text,
  timestamp,
  url,
} from '../../model/index.ts';
import { defineAnswer } from '../answer.ts';
import { count, general, meaningOf, total } from '../fields.ts';
import { ruleInWords } from '../rule-in-words.ts';
import { rankingPath } from './ranking.ts';

const { shape } = activeCategory;

/** `/categories`: the rankings with their rules, then those that were removed, in source order. */
export const categories = defineAnswer({
  kind: 'categories',
  path: 'categories',
  name: 'Categories',
  record: 'Category',
  tag: 'Rankings',
  title: 'The rankings with their rules, and those that were removed',
  description:
    'One record for each category, with its rule in words and as data: any ranking can be recomputed from /operators and /facts. Removed ones come last; otherwise they stand in the order that the publisher keeps them in.',
  link: {
    name: 'categories',
    rel: 'collection',
    total: ({ dataset }) => dataset.activeCategories.length + dataset.removedCategories.length,
  },
  key: ['slug'],
  fields: {
    slug: shape.slug,
    alias: whileActive(shape.alias),
    title: whileActive(shape.title),
    description: whileActive(shape.description),
    status: z
      .enum(['active', 'removed'])
      .describe('Whether the ranking is published (active) or was withdrawn (removed).'),
    rule: text
      .nullable()
      .describe(
        'The rule in words, made from where, cite and rank_by; null once the category is removed.',
      ),
    where: whileActive(shape.where),
    cite: whileActive(shape.cite),
    rank_by: whileActive(shape.rank_by),
    removed_at: timestamp
      .nullable()
      .describe('When the category was removed; null while it is active.'),
    reason: text.nullable().describe('Why the category was removed; null while it is active.'),
    see: removedCategory.shape.see,
    api_url: url.describe('The address of the ranking; that of a removed category answers 410.'),
  },
  meta: {
    total,
    active: count.describe('How many categories are published.'),
    removed: count.describe('How many categories were withdrawn.'),
    ...general,
  },
  tables({ dataset: { activeCategories, removedCategories, metrics, service } }) {
    const urlOf = (slug: string) => `${service.base_url}/${rankingPath(slug)}`;
    return {
      meta: () => ({
        total: activeCategories.length + removedCategories.length,
        active: activeCategories.length,
        removed: removedCategories.length,
      }),
      rows: () => [
        ...activeCategories.map((category) =>
          activeRecord(category, ruleInWords(category, metrics), urlOf(category.slug)),
        ),
        ...removedCategories.map((category) => removedRecord(category, urlOf(category.slug))),
      ],
    };
  },
});

/** A field of a category that only an active one has. */
function whileActive<S extends z.ZodType>(schema: S) {
  return schema.nullable().describe(`${meaningOf(schema)} Null once the category is removed.`);
}

/** A record of `/categories`: which fields are null depends on the status. */
export type CategoryRecord = ReturnType<typeof activeRecord> | ReturnType<typeof removedRecord>;

function activeRecord(category: ActiveCategory, rule: string, api_url: string) {
  const { slug, alias, title, description, where, cite, rank_by } = category;
  return {
    slug,
    alias,
    title,
    description,
    status: 'active' as const,
    rule,
    where,
    cite,
    rank_by,
    removed_at: null,
    reason: null,
    see: null,
    api_url,
  };
}

function removedRecord({ slug, removed_at, reason, see }: RemovedCategory, api_url: string) {
  return {
    slug,
    alias: null,
    title: null,
    description: null,
    status: 'removed' as const,
    rule: null,
    where: null,
    cite: null,
    rank_by: null,
    removed_at,
    reason,
    see,
    api_url,
  };
}
