import {
  type ActiveCategory,
  API_VERSION,
  type Dataset,
  type RemovedCategory,
} from '../model/index.ts';
import { type AnswerMetas, type AnswerRecords, COLUMNS } from './records.ts';
import type { Table } from './resource.ts';
import { bestPath, categoriesPath } from './resource-path.ts';
import { ruleInWords } from './rule-in-words.ts';

/** `/categories`: the rankings with their rules, then those that were removed, in source order. */
export function categoriesTable({
  activeCategories,
  removedCategories,
  metrics,
  service,
}: Dataset) {
  const urlOf = (slug: string) => `${service.base_url}/${bestPath(slug)}`;
  return {
    kind: 'categories',
    operator: null,
    paths: [categoriesPath],
    columns: COLUMNS.categories,
    meta: (generated_at): AnswerMetas['categories'] => ({
      total: activeCategories.length + removedCategories.length,
      active: activeCategories.length,
      removed: removedCategories.length,
      generated_at,
      version: API_VERSION,
    }),
    rows: () => [
      ...activeCategories.map((category) =>
        activeRecord(category, ruleInWords(category, metrics), urlOf(category.slug)),
      ),
      ...removedCategories.map((category) => removedRecord(category, urlOf(category.slug))),
    ],
  } satisfies Table;
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
  } satisfies AnswerRecords['categories'];
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
  } satisfies AnswerRecords['categories'];
}
