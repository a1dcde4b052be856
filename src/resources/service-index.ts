import { API_VERSION, type Dataset } from '../model/index.ts';
import { type Coverage, spanOf } from './coverage.ts';
import { type AnswerMetas, type AnswerRecords, COLUMNS } from './records.ts';
import type { Table } from './resource.ts';
import {
  allFactsPath,
  bestPath,
  categoriesPath,
  claimPath,
  claimsPath,
  detailPath,
  factsPath,
  indexPath,
  listPath,
  metricsPath,
} from './resource-path.ts';

/** Something that the index points to. */
export interface IndexLink {
  /** What it is called here; unique. */
  readonly name: string;
  /** How it relates to the service, by the names that IANA registers. */
  readonly rel: string;
  /** Below the base address, in which a part in braces stands for a name (RFC 6570). */
  readonly path: string;
  readonly media_types: readonly string[];
  readonly title: string;
  /** How many records there are, or pages where the path has a part in braces. */
  readonly total: number | null;
}

/** `/`: the service in brief, and the way to everything else. */
export function serviceIndex(dataset: Dataset, coverage: Coverage, further: readonly IndexLink[]) {
  const { service, operators, metrics, activeCategories, removedCategories } = dataset;
  const links = [...ownLinks(dataset, coverage), ...further];
  return {
    kind: 'index',
    operator: null,
    paths: [indexPath],
    columns: COLUMNS.index,
    meta: (generated_at): AnswerMetas['index'] => ({
      name: service.name,
      notice: service.notice,
      license: service.license,
      attribution: service.attribution,
      contact: service.contact,
      site_url: service.site_url,
      base_url: service.base_url,
      claim_pages: service.claim_pages,
      deprecation: service.deprecation,
      operators: operators.length,
      claims: coverage.claims,
      current_claims: coverage.currentClaims,
      metrics: metrics.size,
      categories: activeCategories.length,
      removed_categories: removedCategories.length,
      newest_observed_at: spanOf(coverage.metrics.values())?.newest ?? null,
      total: links.length,
      generated_at,
      version: API_VERSION,
    }),
    rows: () => links.map((link) => linkRecord(link, service.base_url)),
  } satisfies Table;
}

function linkRecord({ name, rel, path, media_types, title, total }: IndexLink, baseUrl: string) {
  return {
    name,
    rel,
    href: path === '' ? baseUrl : `${baseUrl}/${path}`,
    is_template: path.includes('{'),
    media_types,
    title,
    total,
  } satisfies AnswerRecords['index'];
}

const BOTH = ['application/json', 'text/csv'] as const;

/** What the dataset itself gives an address to. */
function ownLinks(dataset: Dataset, coverage: Coverage): readonly IndexLink[] {
  const { service, operators, metrics, activeCategories, removedCategories } = dataset;
  const table = (
    name: string,
    rel: 'self' | 'collection' | 'item',
    path: string,
    total: number | null,
    title: string,
  ): IndexLink => ({ name, rel, path, media_types: BOTH, title, total });
  const claimForms = service.claim_pages === 'json' ? { media_types: BOTH.slice(0, 1) } : {};
  const claim = table(
    'claim',
    'item',
    claimPath('{claim_id}'),
    coverage.claims,
    'One claim, at an address that stays whatever becomes of it',
  );
  return [
    table('index', 'self', '', null, 'The service, and the way to everything else'),
    table('operators', 'collection', listPath, operators.length, 'Every operator in brief'),
    table(
      'operator',
      'item',
      detailPath('{operator}'),
      operators.length,
      'Everything about one operator, by slug or id',
    ),
    table(
      'operator_facts',
      'collection',
      factsPath('{operator}'),
      operators.length,
      'The current claims about one operator',
    ),
    table(
      'best',
      'collection',
      bestPath('{category}'),
      activeCategories.length,
      'The ranking of one category, by slug or alias',
    ),
    table(
      'metrics',
      'collection',
      metricsPath,
      metrics.size,
      'What is measured, and how much of it is known',
    ),
    table(
      'categories',
      'collection',
      categoriesPath,
      activeCategories.length + removedCategories.length,
      'The rankings with their rules, and those that were removed',
    ),
    table(
      'facts',
      'collection',
      allFactsPath,
      coverage.currentClaims,
      'Every current claim of every operator',
    ),
    table(
      'claims',
      'collection',
      claimsPath,
      coverage.claims,
      'Every claim ever published, also superseded and retracted ones',
    ),
    ...(service.claim_pages === 'none' ? [] : [{ ...claim, ...claimForms }]),
  ];
}
