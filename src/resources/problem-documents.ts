import { type Dataset, dayOf, type RemovedCategory, type Service } from '../model/index.ts';
import { metricPath } from './answers/metric.ts';
import { rankingPath } from './answers/ranking.ts';
import { ALL_ANSWERS, ANSWERS } from './answers.ts';
import {
  ALLOWED_METHODS,
  type ProblemDetails,
  type ProblemDocument,
  type ProblemName,
  problemPath,
  removedCategoryPath,
} from './resource.ts';

/** Every error answer. They are published as files, like all other answers. */
export function problemDocuments({
  service,
  metrics,
  activeCategories,
  removedCategories,
}: Pick<
  Dataset,
  'service' | 'metrics' | 'activeCategories' | 'removedCategories'
>): readonly ProblemDocument[] {
  const { base_url, claim_pages } = service;
  const categories = activeCategories.map(({ slug, alias, title }) => ({
    slug,
    alias,
    title,
    url: `${base_url}/${rankingPath(slug)}`,
  }));
  const slugs = categories.map(({ slug }) => slug).join(', ') || 'none';
  const problem = (
    name: ProblemName,
    title: string,
    status: number,
    details: Details,
    path = problemPath(name),
  ): ProblemDocument => ({
    kind: 'problem',
    paths: [path],
    body: { type: `${base_url}/${problemPath(name)}.json`, title, status, ...details },
  });

  const removedTitle = 'Removed category';
  return [
    problem('unknown-operator', 'Unknown operator', 404, {
      detail: `No operator has this slug or id, or this answer is not at ids or not in this form. ${base_url}/${ANSWERS.operators.path} lists them all.`,
      operators: `${base_url}/${ANSWERS.operators.path}`,
    }),
    problem('unknown-category', 'Unknown category', 404, {
      detail: `No category has this name. The categories are: ${slugs}.`,
      categories,
    }),
    problem('unknown-metric', 'Unknown metric', 404, {
      detail: `No metric has this key. ${base_url}/${ANSWERS.metrics.path} lists them all.`,
      metrics: [...metrics.values()].map(({ key, name }) => ({
        key,
        name,
        url: `${base_url}/${metricPath(key)}`,
      })),
    }),
    problem('unknown-claim', 'Unknown claim', 404, {
      detail:
        claim_pages === 'none'
          ? `Claims have no pages of their own here. ${base_url}/${ANSWERS.claims.path} holds every claim ever published.`
          : `No claim has this id in this form. ${base_url}/${ANSWERS.claims.path} lists every claim ever published.`,
      claims: `${base_url}/${ANSWERS.claims.path}`,
    }),
    problem('unknown-path', 'Unknown path', 404, {
      detail:
        'Nothing has this address. Addresses carry no trailing slash; add .json or .csv to choose a format without an Accept header.',
      paths: [base_url, ...pathsOf(service).map((path) => `${base_url}/${path}`)],
    }),
    problem('removed-category', removedTitle, 410, {
      detail:
        'A category at this address was removed. Each answer of this kind says when, why and what to use instead.',
      removed: removedCategories.map((category) => removal(category, base_url)),
    }),
    ...removedCategories.map((category) =>
      problem(
        'removed-category',
        removedTitle,
        410,
        { detail: describeRemoval(category, base_url), ...removal(category, base_url) },
        removedCategoryPath(category.slug),
      ),
    ),
    problem('method-not-allowed', 'Method not allowed', 405, {
      detail: 'This API is read-only. Use GET, or HEAD for the headers alone.',
      allow: ALLOWED_METHODS,
    }),
  ];
}

/** The paths that every publication has. */
function pathsOf(service: Service): readonly string[] {
  const always = ALL_ANSWERS.filter(
    ({ kind, isPublished }) =>
      kind !== ANSWERS.index.kind && kind !== ANSWERS.snapshots.kind && isPublished(service),
  );
  return always.map(({ kind, path }) =>
    path.replace('{operator}', kind === 'operator-claims' ? '{slug}' : '{slug or id}'),
  );
}

type Details = Pick<ProblemDetails, 'detail'> & { readonly [extension: string]: unknown };

function removal({ slug, removed_at, reason, see }: RemovedCategory, baseUrl: string) {
  return {
    category: slug,
    removed_at,
    reason,
    see: see === null ? null : `${baseUrl}/${rankingPath(see)}`,
  };
}

function describeRemoval(
  { slug, removed_at, reason, see }: RemovedCategory,
  baseUrl: string,
): string {
  const instead =
    see === null ? 'Nothing replaces it.' : `Use ${baseUrl}/${rankingPath(see)} instead.`;
  return `The category ${slug} was removed on ${dayOf(removed_at)}. ${asSentence(reason)} ${instead}`;
}

/** A text with a full stop at its end, unless it ends like a sentence. */
export function asSentence(text: string): string {
  return /[.!?…。！？]$/u.test(text) ? text : `${text}.`;
}
