import type { Release } from './release.ts';

/**
 * The old release with its categories under the slugs that the new one has for them. Where the old
 * slug is now the alias of a new one, its address answers as before, so nothing came and nothing went.
 */
export function followRenames(old: Release, now: Release): Release {
  const { categories } = old;
  if (categories === null || now.categories === null) return old;
  const slugs = new Map<string, string>();
  for (const [slug, { alias }] of now.categories) {
    const isNew = typeof alias === 'string' && !categories.has(slug);
    if (isNew && categories.has(alias)) slugs.set(alias, slug);
  }
  const follow = <T>(some: ReadonlyMap<string, T>): ReadonlyMap<string, T> =>
    new Map([...some].map(([slug, one]) => [slugs.get(slug) ?? slug, one]));
  return { ...old, categories: follow(categories), rankings: follow(old.rankings) };
}
