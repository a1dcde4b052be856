import type { Place, Ranking, Release } from './release.ts';

/** How the ranking of a category changed. */
export interface RankingEffect {
  readonly category: string;
  readonly title: string;
  /** The operators that entered, left or have another rank: by new rank, then those that left by old. */
  readonly moves: readonly RankingMove[];
}

export interface RankingMove extends Omit<Place, 'rank'> {
  /** null: it was not ranked. */
  readonly old_rank: number | null;
  /** null: it is not ranked any more. */
  readonly new_rank: number | null;
}

/** The effect on rankings: those that changed in any place, by the slug of the category. */
export function diffRankings(old: Release, now: Release): readonly RankingEffect[] {
  const { rankings } = followRenames(old, now);
  const slugs = [...new Set([...rankings.keys(), ...now.rankings.keys()])].sort();
  return slugs.flatMap((category) => {
    const [before, after] = [rankings.get(category), now.rankings.get(category)];
    const moves = diffPlaces(before?.places ?? [], after?.places ?? []);
    const title = after?.title ?? before?.title ?? '';
    return moves.length === 0 ? [] : [{ category, title, moves }];
  });
}

function diffPlaces(old: Ranking['places'], now: Ranking['places']): readonly RankingMove[] {
  const [before, after] = [indexById(old), indexById(now)];
  const move = ({ rank: _, ...operator }: Place): RankingMove => ({
    ...operator,
    old_rank: before.get(operator.operator_id)?.rank ?? null,
    new_rank: after.get(operator.operator_id)?.rank ?? null,
  });
  return [...now, ...old.filter(({ operator_id }) => !after.has(operator_id))]
    .map(move)
    .filter(({ old_rank, new_rank }) => old_rank !== new_rank);
}

function indexById(places: readonly Place[]): ReadonlyMap<number, Place> {
  return new Map(places.map((place) => [place.operator_id, place]));
}

/**
 * The old release with its categories under the slugs of the new one. An old slug that is now the
 * alias of a new one still answers, so no category was added or removed.
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
