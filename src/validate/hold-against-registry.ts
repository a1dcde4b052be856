import { type Diagnostic, type Finding, orderDiagnostics } from '../diagnostics/index.ts';
import type {
  ActiveCategory,
  Dataset,
  Operator,
  RegisteredClaim,
  RegisteredOperator,
  Registry,
} from '../model/index.ts';
import type { FindPlace } from './find-places.ts';
import { claimsOf, type Found, type Holding, hasAnotherId, restatements } from './restatements.ts';

/**
 * Compares valid sources with everything that was published. No id, no metric and no URL of a ranking may
 * be missing, no claim and no such URL may have another subject, and no claim and no metric may state
 * something else.
 */
export function holdAgainstRegistry(holding: Holding): readonly Diagnostic[] {
  const comparison = compare(holding);
  return orderDiagnostics([
    ...removals(holding, comparison),
    ...changesInPlace(holding, comparison),
  ]);
}

/** The removals that the change log warns about: whole operators and rankings. */
const LOUD: ReadonlySet<string> = new Set([
  'registry/operator-vanished',
  'registry/operator-id',
  'registry/ranking-vanished',
  'registry/ranking-changed',
]);

/** The part of this about claims, metrics and slugs of operators. */
export function findBrokenClaims(holding: Holding): readonly Diagnostic[] {
  return holdAgainstRegistry(holding).filter(({ finding }) => !LOUD.has(finding.code));
}

interface Comparison {
  /** The claims of the sources by their ids. */
  readonly claims: ReadonlyMap<string, Found>;
  /** The published operators whose ids are missing. */
  readonly gone: readonly RegisteredOperator[];
  /** The published claims that must still exist. */
  readonly lasting: readonly RegisteredClaim[];
}

function compare({ dataset, registry }: Holding): Comparison {
  const claims = claimsOf(dataset);
  const ids = new Set<number>(dataset.operators.map(({ id }) => id));
  const gone = registry.operators.filter(({ id }) => !ids.has(id));
  const lasting = lastingClaims(registry, claims, new Set(gone.map(({ id }) => id)));
  return { claims, gone, lasting: lasting.filter(({ metric }) => dataset.metrics.has(metric)) };
}

function changesInPlace(holding: Holding, { claims, lasting }: Comparison): readonly Diagnostic[] {
  const { dataset, registry, findPlace, keptIn } = holding;
  return [
    ...vanishedMetrics(dataset, registry, keptIn).map((finding) => {
      return { finding, place: findPlace('metrics.yaml') };
    }),
    ...restatements(holding, lasting, claims),
  ];
}

function removals(
  { dataset, registry, findPlace, keptIn }: Holding,
  { claims, gone, lasting }: Comparison,
): readonly Diagnostic[] {
  const slugs = new Map(dataset.operators.map(({ id, slug }) => [id, slug]));
  const exchanged = exchangedIds(lasting, claims);
  const said = new Set(exchanged.map(({ slug }) => slug));
  const slugOf = ({ operatorId, operatorSlug }: RegisteredClaim) =>
    said.has(operatorSlug) ? operatorSlug : (slugs.get(operatorId) ?? operatorSlug);
  return [
    ...[
      ...vanishedOperators(gone, registry, { ...dataset, claims }).filter(
        ({ slug }) => !said.has(slug),
      ),
      ...exchanged,
    ].map((finding) => {
      const path = finding.code === 'registry/operator-id' ? ['id'] : [];
      return { finding, place: findPlace(`operators/${finding.slug}.yaml`, ...path) };
    }),
    ...vanishedSlugs(dataset, registry, said).map(({ operator, finding }) => ({
      finding: { ...finding, keptIn },
      place: findPlace(
        `operators/${operator.slug}.yaml`,
        operator.former_slugs.length === 0 ? 'id' : 'former_slugs',
      ),
    })),
    ...vanishedClaims(lasting, claims).map(({ first, others }): Diagnostic => {
      const { claimId, metric } = first;
      return {
        finding: { code: 'registry/claim-vanished', claimId, metric, others, keptIn },
        place: findPlace(`facts/${slugOf(first)}.yaml`),
      };
    }),
    ...brokenRankings(dataset, registry, findPlace),
  ];
}

/** The published operators whose ids are missing. Their files may exist with other ids. */
function vanishedOperators(
  gone: readonly RegisteredOperator[],
  { claims: published }: Registry,
  { operators, claims }: Pick<Dataset, 'operators'> & { claims: ReadonlyMap<string, Found> },
) {
  if (gone.length === 0) return [];
  const ids = new Map<string, number>(operators.map(({ id, slug }) => [slug, id]));
  const missed = new Set(
    published.filter(({ claimId }) => !claims.has(claimId)).map(({ operatorId }) => operatorId),
  );
  return gone.map(({ id, slug }) => {
    const found = ids.get(slug);
    return found === undefined
      ? ({ code: 'registry/operator-vanished', id, slug, withClaims: missed.has(id) } as const)
      : ({ code: 'registry/operator-id', slug, published: id, found } as const);
  });
}

/** The published slugs that no longer lead to their operators. */
function vanishedSlugs(
  { operators }: Dataset,
  { operators: published }: Registry,
  said: ReadonlySet<string>,
) {
  const byId = new Map<number, Operator>(operators.map((operator) => [operator.id, operator]));
  return published.flatMap(({ id, slug, formerSlugs }) => {
    const operator = byId.get(id);
    if (operator === undefined || said.has(slug) || said.has(operator.slug)) return [];
    const kept: readonly string[] = [operator.slug, ...operator.former_slugs];
    const gone = [slug, ...formerSlugs].filter((one) => !kept.includes(one));
    const former = [...operator.former_slugs, ...gone];
    return gone.map((one) => ({
      operator,
      finding: {
        code: 'registry/slug-vanished' as const,
        slug: one,
        now: operator.slug,
        former,
      },
    }));
  });
}

/** The published metrics whose keys are gone, which the ids of their claims begin with. */
function vanishedMetrics(
  { metrics }: Dataset,
  { metrics: published, claims }: Registry,
  keptIn: string | null,
): readonly Finding[] {
  const counts = new Map(published.map(({ key }) => [key, 0]));
  for (const { metric } of claims) counts.set(metric, (counts.get(metric) ?? 0) + 1);
  return [...counts].flatMap(([metric, claims]) =>
    metrics.has(metric)
      ? []
      : [{ code: 'registry/metric-vanished', metric, claims, keptIn } as const],
  );
}

/**
 * The published claims that must still exist. Claims that were removed or got a new id together with their
 * operator are not a further mistake.
 *
 * @param gone The ids of the missing operators.
 */
function lastingClaims(
  { operators, claims: published }: Registry,
  claims: ReadonlyMap<string, Found>,
  gone: ReadonlySet<number>,
): readonly RegisteredClaim[] {
  const known = new Set(operators.map(({ id }) => id));
  return published.filter(({ claimId, operatorId }) => {
    const found = claims.get(claimId);
    return !gone.has(operatorId) || (found !== undefined && known.has(found.operatorId));
  });
}

/** The operators that now have the ids of others, as their claims show. */
function exchangedIds(published: readonly RegisteredClaim[], claims: ReadonlyMap<string, Found>) {
  const found = new Map<string, Extract<Finding, { code: 'registry/operator-id' }>>();
  for (const claim of published) {
    const now = claims.get(claim.claimId);
    if (now === undefined || !hasAnotherId(claim, now)) continue;
    const { operatorSlug: slug, operatorId: published } = claim;
    found.set(slug, { code: 'registry/operator-id', slug, published, found: now.operatorId });
  }
  return [...found.values()];
}

/** The missing claims. If an operator has no claim left, all are reported at its first claim. */
function vanishedClaims(published: readonly RegisteredClaim[], claims: ReadonlyMap<string, Found>) {
  const left = [...claims.values(), ...published.filter(({ claimId }) => claims.has(claimId))];
  const withClaims = new Set(left.map(({ operatorId }) => operatorId));
  const found = new Map<string | number, { readonly first: RegisteredClaim; others: number }>();
  for (const claim of published) {
    if (claims.has(claim.claimId)) continue;
    const key = withClaims.has(claim.operatorId) ? claim.claimId : claim.operatorId;
    const known = found.get(key);
    if (known === undefined) found.set(key, { first: claim, others: 0 });
    else known.others += 1;
  }
  return [...found.values()];
}

/** The names of rankings that are missing, or now belong to another ranking. */
function brokenRankings(
  { activeCategories, removedCategories }: Dataset,
  { rankings }: Registry,
  findPlace: FindPlace,
): readonly Diagnostic[] {
  // null if the ranking is listed as removed.
  const categories = new Map<string, ActiveCategory | null>([
    ...removedCategories.map(({ slug }) => [slug, null] as const),
    ...activeCategories.flatMap((category) =>
      [category.slug, category.alias ?? category.slug].map((name) => [name, category] as const),
    ),
  ]);
  const placeOf = (category: ActiveCategory | null | undefined, field: 'slug' | 'alias') => {
    const path = category == null ? [] : ['active', activeCategories.indexOf(category), field];
    return findPlace('categories.yaml', ...path);
  };
  return rankings.flatMap(({ name, isRemoved, aliasOf }): readonly Diagnostic[] => {
    const category = categories.get(name);
    if (category === undefined) {
      const place = placeOf(categories.get(aliasOf ?? name), 'alias');
      return [{ finding: { code: 'registry/ranking-vanished', name, isRemoved }, place }];
    }
    const same = categories.get(aliasOf ?? name) ?? category;
    const isKept = category === null || (!isRemoved && category === same);
    if (isKept) return [];
    const place = placeOf(category, category.slug === name ? 'slug' : 'alias');
    return [{ finding: { code: 'registry/ranking-changed', name, aliasOf }, place }];
  });
}
