import { posix } from 'node:path';
import { type Diagnostic, type Finding, wholeFile } from '../diagnostics/index.ts';
import type { Dataset, RegisteredClaim, Registry } from '../model/index.ts';

/**
 * Holds sound sources against what was published: no id and no address of a ranking may have
 * vanished, and no claim may have come to be about something else.
 *
 * @param folder The data folder, as it is printed.
 */
export function holdAgainstRegistry(
  dataset: Dataset,
  registry: Registry,
  folder: string,
): readonly Diagnostic[] {
  const { operators } = dataset;
  const slugs = new Map(operators.map(({ id, slug }) => [id, slug]));
  const claims = new Map(
    operators.flatMap(({ id, slug, claims }) =>
      claims.map(({ claim_id, metric }) => {
        const owner = { operatorId: id, operatorSlug: slug };
        return [claim_id, { ...owner, metric }] as const;
      }),
    ),
  );
  const inSource = (name: string, finding: Finding): Diagnostic => ({
    finding,
    place: wholeFile({ path: posix.join(folder, name), text: '' }),
  });
  const inFacts = ({ operatorId, operatorSlug }: RegisteredClaim, finding: Finding) =>
    inSource(`facts/${slugs.get(operatorId) ?? operatorSlug}.yaml`, finding);
  const nameOf = ({ operatorId, operatorSlug }: Owner) => `${operatorSlug} (${operatorId})`;

  const vanished = vanishedOperators(registry, slugs, claims);
  const gone = new Set(vanished.map(({ id }) => id));
  const known = new Set(registry.operators.map(({ id }) => id));
  const changed = registry.claims.flatMap((published) => {
    const { claimId, operatorId, metric } = published;
    const found = claims.get(claimId);
    // What went with its operator, or has got a new id with it, is no mistake of its own.
    if (gone.has(operatorId) && (found === undefined || !known.has(found.operatorId))) return [];
    if (found === undefined) {
      return [inFacts(published, { code: 'registry/claim-vanished', claimId, metric })];
    }
    const change = (what: 'operator' | 'metric', before: string, now: string) => {
      const finding = { code: 'registry/claim-changed', claimId, what } as const;
      return inFacts(published, { ...finding, published: before, found: now });
    };
    return [
      ...(found.operatorId === operatorId
        ? []
        : [change('operator', nameOf(published), nameOf(found))]),
      ...(found.metric === metric ? [] : [change('metric', metric, found.metric)]),
    ];
  });
  const withdrawn = vanishedRankings(dataset, registry);
  return [
    ...vanished.map((finding) => inSource(`operators/${finding.slug}.yaml`, finding)),
    ...changed,
    ...withdrawn.map((finding) => inSource('categories.yaml', finding)),
  ];
}

type Owner = Pick<RegisteredClaim, 'operatorId' | 'operatorSlug'>;

function vanishedOperators(
  { operators, claims: published }: Registry,
  slugs: ReadonlyMap<number, string>,
  claims: ReadonlyMap<string, unknown>,
) {
  const gone = operators.filter(({ id }) => !slugs.has(id));
  if (gone.length === 0) return [];
  const missed = new Set(
    published.filter(({ claimId }) => !claims.has(claimId)).map(({ operatorId }) => operatorId),
  );
  return gone.map(({ id, slug }) => {
    const withClaims = missed.has(id);
    return { code: 'registry/operator-vanished', id, slug, withClaims } as const;
  });
}

function vanishedRankings(
  { activeCategories, removedCategories }: Dataset,
  { rankings }: Registry,
): readonly Finding[] {
  const names = new Set<string>([
    ...activeCategories.flatMap(({ slug, alias }) => [slug, alias]),
    ...removedCategories.map(({ slug }) => slug),
  ]);
  return rankings
    .filter(({ name }) => !names.has(name))
    .map((ranking) => ({ code: 'registry/ranking-vanished', ...ranking }));
}
