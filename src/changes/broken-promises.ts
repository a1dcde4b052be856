import { type Diagnostic, describe } from '../diagnostics/index.ts';
import { type Change, rankingPath } from '../resources/index.ts';
import { type Release, textOf } from './release.ts';

/** How many names of a kind are listed. */
const NAMED = 3;

/**
 * Warnings about everything that readers may have cited and that is missing or has another meaning.
 *
 * @param changes Everything that changed from one release to the next.
 */
export function describeBrokenPromises(
  changes: readonly Change[],
  old: Release,
  now: Release,
): readonly string[] {
  return [
    describeLosses(changes, lostRankings(old, now)),
    describeTakenNames(changes, otherRankings(old, now)),
  ].filter((sentence) => sentence !== null);
}

/** Everything that is missing, but was not superseded, retracted or removed with a reason. */
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
  return `Published here before, and now missing: ${lost}. If that was public, restore it. A claim stays in its file, and can be superseded or retracted. A ranking moves to "removed", and its alias gets an entry of its own. With --previous, a build refuses to remove any of these.`;
}

/** The paths that returned a ranking or the reason for its removal, and now return 404. */
function lostRankings(old: Release, now: Release): readonly string[] {
  const names = rankingNames(now);
  return now.categories === null
    ? []
    : [...rankingNames(old).keys()]
        .filter((name) => !names.has(name))
        .map((name) => `/${rankingPath(name)}`);
}

/** The paths that return a different ranking than before. */
function otherRankings(old: Release, now: Release): readonly string[] {
  const names = rankingNames(now);
  return [...rankingNames(old)]
    .filter(([name, before]) => {
      const slug = names.get(name) ?? null;
      return slug !== null && (before === null || slug !== (names.get(before) ?? slug));
    })
    .map(([name]) => `/${rankingPath(name)}`);
}

/** Slugs and aliases, each with the slug of its ranking; null if the ranking was removed. */
function rankingNames({ categories, removals }: Release): ReadonlyMap<string, string | null> {
  return new Map([
    ...[...(categories ?? [])].flatMap(([slug, { alias }]) =>
      [slug, textOf(alias) ?? slug].map((name) => [name, slug] as const),
    ),
    ...[...removals.keys()].map((slug) => [slug, null] as const),
  ]);
}

/** The addresses that lead to another operator or ranking than before. */
function describeTakenNames(
  changes: readonly Change[],
  rankings: readonly string[],
): string | null {
  const taken = inWords({ slug: takenSlugs(changes), ranking: rankings });
  if (taken === '') return null;
  return `Published here before under the same name, and now different: ${taken}. If that was public, it misleads readers who cited it. Give another operator its own slug, and another ranking a slug that was never in use.`;
}

/**
 * A warning about published values that a preview replaces, where a build would refuse to.
 *
 * @param restated At least one.
 * @param out The output folder of the preview.
 */
export function describeRestatements(restated: readonly Diagnostic[], out: string): string {
  const headlines = restated.slice(0, NAMED).map(({ finding }) => describe(finding).headline);
  const more = restated.length - headlines.length;
  return `${headlines.join('. ')}.${more > 0 ? ` There are ${more} more such problems.` : ''} A build refuses this, but this preview replaces what was published in ${out}, so that a later build there cannot tell. If that was public, put back what was published, and add claims that supersede it. Preview in another folder (serve --watch --out preview) to keep what was published.`;
}

/** The slugs that moved from one operator to another. */
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

function isOtherSlug({ kind, field }: Change): boolean {
  return kind === 'operator_renamed' && field === 'slug';
}

/** "operator anchor (7); claims a_1, a_2, a_3 and 4 more", without empty lists. */
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
