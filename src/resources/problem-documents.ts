import { type Dataset, dayOf, type RemovedCategory, type Service } from '../model/index.ts';
import { asSentence } from './as-sentence.ts';
import type { ProblemDetails, ProblemDocument } from './resource.ts';
import {
  allFactsPath,
  bestPath,
  categoriesPath,
  changesPath,
  claimPath,
  claimsPath,
  detailPath,
  factsPath,
  listPath,
  metricsPath,
  type ProblemName,
  problemPath,
  type ResourcePath,
  removedCategoryPath,
} from './resource-path.ts';

/** The methods that the API answers; everything else is 405. */
export const ALLOWED_METHODS = ['GET', 'HEAD', 'OPTIONS'] as const;

/** Every error answer, written ahead of time like every other answer. */
export function problemDocuments({
  service,
  activeCategories,
  removedCategories,
}: Pick<
  Dataset,
  'service' | 'activeCategories' | 'removedCategories'
>): readonly ProblemDocument[] {
  const { base_url, claim_pages } = service;
  const categories = activeCategories.map(({ slug, alias, title }) => ({
    slug,
    alias,
    title,
    url: `${base_url}/${bestPath(slug)}`,
  }));
  const slugs = categories.map(({ slug }) => slug).join(', ') || 'none';
  const problem = (
    name: ProblemName,
    title: string,
    status: number,
    details: Details,
  ): ProblemDocument =>
    toDocument(problemPath(name), {
      type: `${base_url}/${problemPath(name)}.json`,
      title,
      status,
      ...details,
    });

  const removedTitle = 'Removed category';
  return [
    problem('unknown-operator', 'Unknown operator', 404, {
      detail: `No operator has this slug or id. ${base_url}/${listPath} lists them all.`,
      operators: `${base_url}/${listPath}`,
    }),
    problem('unknown-category', 'Unknown category', 404, {
      detail: `No category has this name. The categories are: ${slugs}.`,
      categories,
    }),
    problem('unknown-claim', 'Unknown claim', 404, {
      detail:
        claim_pages === 'none'
          ? `Claims have no pages of their own here. ${base_url}/${claimsPath} holds every claim ever published.`
          : `No claim has this id in this form. ${base_url}/${claimsPath} lists every claim ever published.`,
      claims: `${base_url}/${claimsPath}`,
    }),
    problem('unknown-path', 'Unknown path', 404, {
      detail:
        'Nothing has this address. Addresses carry no trailing slash; add .json or .csv to choose a format without an Accept header.',
      paths: [base_url, ...pathsOf(claim_pages).map((path) => `${base_url}/${path}`)],
    }),
    problem('removed-category', removedTitle, 410, {
      detail:
        'A category at this address was removed. Each answer of this kind says when, why and what to use instead.',
      removed: removedCategories.map((category) => removal(category, base_url)),
    }),
    ...removedCategories.map((category) =>
      toDocument(removedCategoryPath(category.slug), {
        type: `${base_url}/${problemPath('removed-category')}.json`,
        title: removedTitle,
        status: 410,
        detail: describeRemoval(category, base_url),
        ...removal(category, base_url),
      }),
    ),
    problem('method-not-allowed', 'Method not allowed', 405, {
      detail: 'This API is read-only. Use GET, or HEAD for the headers alone.',
      allow: ALLOWED_METHODS,
    }),
  ];
}

/** What there always is to ask for. */
function pathsOf(claimPages: Service['claim_pages']): readonly string[] {
  return [
    listPath,
    detailPath('{slug or id}'),
    factsPath('{slug or id}'),
    bestPath('{category}'),
    metricsPath,
    categoriesPath,
    allFactsPath,
    claimsPath,
    ...(claimPages === 'none' ? [] : [claimPath('{claim_id}')]),
    changesPath,
  ];
}

type Details = Pick<ProblemDetails, 'detail'> & { readonly [extension: string]: unknown };

function toDocument(path: ResourcePath, body: ProblemDetails): ProblemDocument {
  return { kind: 'problem', paths: [path], body };
}

function removal({ slug, removed_at, reason, see }: RemovedCategory, baseUrl: string) {
  return {
    category: slug,
    removed_at,
    reason,
    see: see === null ? null : `${baseUrl}/${bestPath(see)}`,
  };
}

function describeRemoval(
  { slug, removed_at, reason, see }: RemovedCategory,
  baseUrl: string,
): string {
  const instead =
    see === null ? 'Nothing replaces it.' : `Use ${baseUrl}/${bestPath(see)} instead.`;
  return `The category ${slug} was removed on ${dayOf(removed_at)}. ${asSentence(reason)} ${instead}`;
}
