import type { Dataset } from '../model/index.ts';
import { ANSWERS, type Change, claimPath, operatorPath, rankingPath } from '../resources/index.ts';
import type { Release } from './release.ts';

/** What answers at present, of what a change can be about. */
export interface Present {
  readonly baseUrl: string;
  readonly hasOperator: (id: number) => boolean;
  /** Whether a claim has an address of its own. */
  readonly hasPage: (claimId: string) => boolean;
  readonly hasMetric: (key: string) => boolean;
  readonly hasRanking: (slug: string) => boolean;
}

/**
 * Says of changes where the present state can be read. They stay in the log for long, and what they
 * are about can move or vanish meanwhile.
 */
export function withAddresses<C extends Change>(
  changes: readonly C[],
  present: Present,
): readonly C[] {
  return changes.map((change) => ({ ...change, api_url: addressOf(change, present) }));
}

function addressOf(
  { operator_id, claim_id, category, metric }: Change,
  { baseUrl, hasOperator, hasPage, hasMetric, hasRanking }: Present,
): string | null {
  const at = (path: string) => `${baseUrl}/${path}`;
  if (operator_id !== null) {
    if (!hasOperator(operator_id)) return null;
    const isPage = claim_id !== null && hasPage(claim_id);
    // A slug may change: only the address with the id stays.
    return at(isPage ? claimPath(claim_id) : operatorPath(operator_id));
  }
  if (category !== null) return hasRanking(category) ? at(rankingPath(category)) : null;
  if (metric !== null) return hasMetric(metric) ? at(ANSWERS.metrics.path) : null;
  return baseUrl;
}

/** What answers in a release, of what changed with it. */
export function presentAfter(
  { operators, metrics, categories }: Release,
  { baseUrl, hasPage }: Pick<Present, 'baseUrl' | 'hasPage'>,
): Present {
  return {
    baseUrl,
    hasOperator: (id) => operators.has(id),
    hasPage,
    hasMetric: (key) => metrics?.has(key) === true,
    hasRanking: (slug) => categories?.has(slug) === true,
  };
}

/**
 * What a build publishes.
 *
 * @param changes What it will be asked about: claims of all other operators are not even read.
 */
export function presentIn(
  { service, metrics, activeCategories, operators }: Dataset,
  changes: readonly Change[],
): Present {
  const changed = new Set(changes.map(({ operator_id }) => operator_id));
  const pages = new Set(
    operators
      .filter(({ id }) => service.claim_pages !== 'none' && changed.has(id))
      .flatMap(({ claims }) => claims.map(({ claim_id }) => claim_id)),
  );
  const ids = new Set(operators.map(({ id }) => id));
  const rankings = new Set<string>(activeCategories.flatMap(({ slug, alias }) => [slug, alias]));
  return {
    baseUrl: service.base_url,
    hasOperator: (id) => ids.has(id),
    hasPage: (claimId) => pages.has(claimId),
    hasMetric: (key) => metrics.has(key),
    hasRanking: (slug) => rankings.has(slug),
  };
}
