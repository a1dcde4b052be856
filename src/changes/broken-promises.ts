import { type Change, rankingPath } from '../resources/index.ts';
import { type Release, textOf } from './release.ts';

/** How many of a kind are named. */
const NAMED = 3;

/**
 * Warnings of what readers may have cited and now find gone, or find something else in its place.
 *
 * @param changes All that changed from one release to the next.
 */
export function describeBrokenPromises(
  changes: readonly Change[],
  old: Release,
  now: Release,
): readonly string[] {
  return [
    describeLosses(changes, lostRankings(old, now)),
    describeRestatements(changes, otherRankings(old, now)),
  ].filter((sentence) => sentence !== null);
}

/** What is gone without a word of why. What was superseded, retracted or removed with a reason is not. */
function describeLosses(changes: readonly Change[], rankings: readonly string[]): string | null {
  const operators = changes.filter(({ kind }) => kind === 'operator_removed');
  const gone = new Set(operators.map(({ operator_id }) => operator_id));
  const claims = changes.filter(
    ({ kind, operator_id }) => kind === 'claim_removed' && !gone.has(operator_id),
  );
  const lost = inWords({
    operator: operators.map(
      ({ operator_slug, operator_id }) => `${operator_slug} (${operator_id})`,
    ),
    claim: claims.map(({ claim_id }) => claim_id),
    ranking: rankings,
  });
  if (lost === '') return null;
  return `Gone from what was published here before: ${lost}. If that was public, put it back: a claim stays in its file, superseded or retracted, and a ranking stands under "removed", its alias in an entry of its own. With --previous, a build refuses to drop any of it.`;
}

/** The addresses at which a ranking answered, or why there is none, and at which nothing does now. */
function lostRankings(old: Release, now: Release): readonly string[] {
  const names = rankingNames(now);
  return now.categories === null
    ? []
    : [...rankingNames(old).keys()]
        .filter((name) => !names.has(name))
        .map((name) => `/${rankingPath(name)}`);
}

/**
 * The addresses at which another ranking answers: of an alias, if it has parted from its slug; of what
 * was removed, if any does.
 */
function otherRankings(old: Release, now: Release): readonly string[] {
  const names = rankingNames(now);
  return [...rankingNames(old)]
    .filter(([name, before]) => {
      const slug = names.get(name) ?? null;
      return slug !== null && (before === null || slug !== (names.get(before) ?? slug));
    })
    .map(([name]) => `/${rankingPath(name)}`);
}

/** Slugs and aliases, each with the slug of the ranking that answers: null where it was removed. */
function rankingNames({ categories, removals }: Release): ReadonlyMap<string, string | null> {
  return new Map([
    ...[...(categories ?? [])].flatMap(([slug, { alias }]) =>
      [slug, textOf(alias) ?? slug].map((name) => [name, slug] as const),
    ),
    ...[...removals.keys()].map((slug) => [slug, null] as const),
  ]);
}

/** What has kept its name, and means something else. */
function describeRestatements(
  changes: readonly Change[],
  rankings: readonly string[],
): string | null {
  const claims = changes.filter(({ kind, field }) => kind === 'claim_changed' && field === 'value');
  const metrics = changes.filter(
    ({ kind, field }) => kind === 'metric_changed' && (field === 'unit' || field === 'type'),
  );
  const restated = inWords({
    claim: claims.map(({ claim_id }) => claim_id),
    metric: metrics.map(({ metric }) => metric),
    slug: takenSlugs(changes),
    ranking: rankings,
  });
  if (restated === '') return null;
  return `Not what was published here before under the same name: ${restated}. If that was public, whoever cited it is misled: another value is a claim of its own, which supersedes the old one; another unit is a metric of its own; another operator has a slug of its own, and another ranking one that never answered.`;
}

/** The slugs that one operator has left, and another has got. */
function takenSlugs(changes: readonly Change[]): readonly string[] {
  const left = new Map(
    changes.filter(isOtherSlug).map((change) => [change.old, change.operator_id]),
  );
  return changes
    .filter((change) => change.kind === 'operator_added' || isOtherSlug(change))
    .flatMap(({ operator_slug: slug, operator_id: id }) => {
      const before = left.get(slug);
      return before === undefined ? [] : [`${slug} (${before}, now ${id})`];
    });
}

/** A category can have got another slug as well. */
function isOtherSlug({ kind, field }: Change): boolean {
  return kind === 'operator_renamed' && field === 'slug';
}

/** "operator anchor (7); claims a_1, a_2, a_3 and 4 more", of what there is any. */
function inWords(names: Readonly<Record<string, readonly (string | null)[]>>): string {
  return Object.entries(names)
    .filter(([, named]) => named.length > 0)
    .map(([noun, named]) => {
      const more = named.length - NAMED;
      const rest = more > 0 ? ` and ${more} more` : '';
      return `${noun}${named.length === 1 ? '' : 's'} ${named.slice(0, NAMED).join(', ')}${rest}`;
    })
    .join('; ');
}
