import type { Change } from '../resources/index.ts';

/** How many of a kind are named. */
const NAMED = 3;

/**
 * A warning of what readers may have cited and now find gone, without a word of why; null where there
 * is no such thing. What was superseded, retracted or removed with a reason is none of it.
 */
export function describeLosses(changes: readonly Change[]): string | null {
  const operators = changes.filter(({ kind }) => kind === 'operator_removed');
  const gone = new Set(operators.map(({ operator_id }) => operator_id));
  const claims = changes.filter(
    ({ kind, operator_id }) => kind === 'claim_removed' && !gone.has(operator_id),
  );
  const rankings = changes.filter(
    ({ kind, reason }) => kind === 'category_removed' && reason === null,
  );
  const lost = [
    ...listed(
      'operator',
      operators.map(({ operator_slug, operator_id }) => `${operator_slug} (${operator_id})`),
    ),
    ...listed(
      'claim',
      claims.map(({ claim_id }) => claim_id),
    ),
    ...listed(
      'ranking',
      rankings.map(({ category }) => category),
    ),
  ];
  if (lost.length === 0) return null;
  return `Gone from what was published here before: ${lost.join('; ')}. If that was public, put it back: a claim stays in its file, superseded or retracted, and a ranking stands under "removed". With --previous, a build refuses to drop any of it.`;
}

/** "claims a_1, a_2, a_3 and 4 more" */
function listed(noun: string, names: readonly (string | null)[]): readonly string[] {
  if (names.length === 0) return [];
  const more = names.length - NAMED;
  const rest = more > 0 ? ` and ${more} more` : '';
  return [`${noun}${names.length === 1 ? '' : 's'} ${names.slice(0, NAMED).join(', ')}${rest}`];
}
