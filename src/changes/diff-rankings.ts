import { followRenames } from './follow-renames.ts';
import type { Place, Ranking, Release } from './release.ts';

/** What became of the ranking of a category. */
export interface RankingEffect {
  readonly category: string;
  readonly title: string;
  /** Who came in, left or has another rank; by the new rank, then those who left by the old. */
  readonly moves: readonly RankingMove[];
}

export interface RankingMove {
  readonly operator_id: number;
  readonly operator_slug: string;
  readonly operator: string;
  /** null: was not ranked. */
  readonly old_rank: number | null;
  /** null: is not ranked any more. */
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
  const move = (place: Place): RankingMove => ({
    operator_id: place.operator_id,
    operator_slug: place.operator_slug,
    operator: place.operator,
    old_rank: before.get(place.operator_id)?.rank ?? null,
    new_rank: after.get(place.operator_id)?.rank ?? null,
  });
  return [...now, ...old.filter(({ operator_id }) => !after.has(operator_id))]
    .map(move)
    .filter(({ old_rank, new_rank }) => old_rank !== new_rank);
}

function indexById(places: readonly Place[]): ReadonlyMap<number, Place> {
  return new Map(places.map((place) => [place.operator_id, place]));
}
