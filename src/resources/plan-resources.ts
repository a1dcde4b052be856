import type { Dataset, Operator } from '../model/index.ts';
import { type Aggregates, aggregate } from './aggregates.ts';
import { allFacts } from './all-facts.ts';
import { bestOperators } from './best-operators.ts';
import { categoriesTable } from './categories.ts';
import { allClaims, claimPages } from './claims.ts';
import { metricsTable } from './metrics.ts';
import { operatorDetail } from './operator-detail.ts';
import { operatorFacts } from './operator-facts.ts';
import { operatorList } from './operator-list.ts';
import { problemDocuments } from './problem-documents.ts';
import type { Resource, Table } from './resource.ts';
import { type IndexLink, serviceIndex } from './service-index.ts';

/**
 * Every answer that the dataset alone gives, errors included, in the order of the manifest.
 *
 * @param links What the service index names besides.
 */
export function planResources(
  dataset: Dataset,
  links: readonly IndexLink[] = [],
  { coverage, rank }: Aggregates = aggregate(dataset),
): readonly Resource[] {
  return [
    operatorList(dataset),
    ...dataset.operators.flatMap((operator) => resourcesOfOperator(operator, dataset)),
    ...dataset.activeCategories.map((category) => bestOperators(category, dataset, rank)),
    serviceIndex(dataset, coverage, links),
    metricsTable(dataset, coverage),
    categoriesTable(dataset),
    allFacts(dataset, coverage.currentClaims),
    allClaims(dataset, coverage.claims),
    ...problemDocuments(dataset),
  ];
}

/** What has an address and is about one operator alone. */
export function resourcesOfOperator(
  operator: Operator,
  { service, metrics }: Pick<Dataset, 'service' | 'metrics'>,
): readonly Table[] {
  return [
    operatorDetail(operator, service),
    operatorFacts(operator, { metrics }),
    ...claimPages(operator, { service, metrics }),
  ];
}
