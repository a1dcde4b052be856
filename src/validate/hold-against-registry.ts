import { posix } from 'node:path';
import { type Diagnostic, type Finding, wholeFile } from '../diagnostics/index.ts';
import type {
  ActiveCategory,
  Dataset,
  RegisteredClaim,
  RegisteredOperator,
  Registry,
} from '../model/index.ts';

/**
 * Compares valid sources with everything that was published. No id, no metric with claims and no URL of a
 * ranking may be missing, and no claim and no such URL may have another subject.
 *
 * @param folder The data folder, as it is printed.
 */
export function holdAgainstRegistry(
  dataset: Dataset,
  registry: Registry,
  folder: string,
): readonly Diagnostic[] {
  const inSource = (name: string, finding: Finding): Diagnostic => ({
    finding,
    place: wholeFile({ path: posix.join(folder, name), text: '' }),
  });
  const slugs = new Map(dataset.operators.map(({ id, slug }) => [id, slug]));
  const claims = claimsOf(dataset);
  const gone = registry.operators.filter(({ id }) => !slugs.has(id));
  const lost = vanishedMetrics(dataset, registry);
  const lasting = lastingClaims(registry, claims, new Set(gone.map(({ id }) => id))).filter(
    ({ metric }) => dataset.metrics.has(metric),
  );
  const exchanged = exchangedIds(lasting, claims);
  const said = new Set(exchanged.map(({ slug }) => slug));
  const slugOf = ({ operatorId, operatorSlug }: RegisteredClaim) =>
    said.has(operatorSlug) ? operatorSlug : (slugs.get(operatorId) ?? operatorSlug);
  const factsOf = (published: RegisteredClaim) => `facts/${slugOf(published)}.yaml`;
  return [
    ...[
      ...vanishedOperators(gone, registry, { ...dataset, claims }).filter(
        ({ slug }) => !said.has(slug),
      ),
      ...exchanged,
    ].map((finding) => inSource(`operators/${finding.slug}.yaml`, finding)),
    ...lost.map((finding) => inSource('metrics.yaml', finding)),
    ...vanishedClaims(lasting, claims).map(({ first, others }) => {
      const { claimId, metric } = first;
      return inSource(factsOf(first), { code: 'registry/claim-vanished', claimId, metric, others });
    }),
    ...lasting.flatMap((published) => {
      const found = claims.get(published.claimId);
      if (found === undefined) return [];
      const name = `facts/${found.operatorSlug}.yaml`;
      return changesOf(published, found).map((finding) => inSource(name, finding));
    }),
    ...brokenRankings(dataset, registry).map((finding) => inSource('categories.yaml', finding)),
  ];
}

/** The subject of a claim. */
type Subject = Omit<RegisteredClaim, 'claimId'>;

/** The claims of the sources by their ids. */
function claimsOf({ operators }: Dataset): ReadonlyMap<string, Subject> {
  return new Map(
    operators.flatMap(({ id, slug, claims }) =>
      claims.map(({ claim_id, metric }) => {
        const subject = { operatorId: id, operatorSlug: slug, metric };
        return [claim_id, subject] as const;
      }),
    ),
  );
}

/** The published operators whose ids are missing. Their files may exist with other ids. */
function vanishedOperators(
  gone: readonly RegisteredOperator[],
  { claims: published }: Registry,
  { operators, claims }: Pick<Dataset, 'operators'> & { claims: ReadonlyMap<string, Subject> },
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

/** The metrics of published claims whose keys are gone, which the ids of those claims begin with. */
function vanishedMetrics({ metrics }: Dataset, { claims }: Registry): readonly Finding[] {
  const counts = new Map<string, number>();
  for (const { metric } of claims) counts.set(metric, (counts.get(metric) ?? 0) + 1);
  return [...counts].flatMap(([metric, claims]) =>
    metrics.has(metric) ? [] : [{ code: 'registry/metric-vanished', metric, claims } as const],
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
  claims: ReadonlyMap<string, Subject>,
  gone: ReadonlySet<number>,
): readonly RegisteredClaim[] {
  const known = new Set(operators.map(({ id }) => id));
  return published.filter(({ claimId, operatorId }) => {
    const found = claims.get(claimId);
    return !gone.has(operatorId) || (found !== undefined && known.has(found.operatorId));
  });
}

/** The operators that now have the ids of others, as their claims show. */
function exchangedIds(published: readonly RegisteredClaim[], claims: ReadonlyMap<string, Subject>) {
  const found = new Map<string, Extract<Finding, { code: 'registry/operator-id' }>>();
  for (const claim of published) {
    const now = claims.get(claim.claimId);
    if (now === undefined || !hasAnotherId(claim, now)) continue;
    const { operatorSlug: slug, operatorId: published } = claim;
    found.set(slug, { code: 'registry/operator-id', slug, published, found: now.operatorId });
  }
  return [...found.values()];
}

/** Whether the mistake is in the operator, not in the claim about it. */
function hasAnotherId(published: Subject, found: Subject): boolean {
  return published.operatorSlug === found.operatorSlug && published.operatorId !== found.operatorId;
}

/** The missing claims. If an operator has no claim left, all are reported at its first claim. */
function vanishedClaims(
  published: readonly RegisteredClaim[],
  claims: ReadonlyMap<string, Subject>,
) {
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

/** How an existing claim differs from the published one. */
function changesOf(published: RegisteredClaim, found: Subject): readonly Finding[] {
  const { claimId, operatorId, metric } = published;
  const change = (what: 'operator' | 'metric', before: string, now: string) =>
    ({ code: 'registry/claim-changed', claimId, what, published: before, found: now }) as const;
  const nameOf = ({ operatorId, operatorSlug }: Subject) => `${operatorSlug} (${operatorId})`;
  return [
    ...(found.operatorId === operatorId || hasAnotherId(published, found)
      ? []
      : [change('operator', nameOf(published), nameOf(found))]),
    ...(found.metric === metric ? [] : [change('metric', metric, found.metric)]),
  ];
}

/** The names of rankings that are missing, or now belong to another ranking. */
function brokenRankings(
  { activeCategories, removedCategories }: Dataset,
  { rankings }: Registry,
): readonly Finding[] {
  // null if the ranking is listed as removed.
  const categories = new Map<string, ActiveCategory | null>([
    ...removedCategories.map(({ slug }) => [slug, null] as const),
    ...activeCategories.flatMap((category) =>
      [category.slug, category.alias ?? category.slug].map((name) => [name, category] as const),
    ),
  ]);
  return rankings.flatMap(({ name, isRemoved, aliasOf }): readonly Finding[] => {
    const category = categories.get(name);
    if (category === undefined) return [{ code: 'registry/ranking-vanished', name, isRemoved }];
    const same = categories.get(aliasOf ?? name) ?? category;
    const isKept = category === null || (!isRemoved && category === same);
    return isKept ? [] : [{ code: 'registry/ranking-changed', name, aliasOf }];
  });
}
