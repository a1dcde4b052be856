import type { Dataset } from '../model/index.ts';
import { allFacts } from './all-facts.ts';
import { bestOperators } from './best-operators.ts';
import { categoriesTable } from './categories.ts';
import { allClaims, claimPages } from './claims.ts';
import { countCoverage } from './coverage.ts';
import { metricsTable } from './metrics.ts';
import { operatorDetail } from './operator-detail.ts';
import { operatorFacts } from './operator-facts.ts';
import { operatorList } from './operator-list.ts';
import { problemDocuments } from './problem-documents.ts';
import type { Resource } from './resource.ts';
import { type IndexLink, serviceIndex } from './service-index.ts';

/**
 * Every answer that the dataset alone gives, errors included, in the order of the manifest.
 *
 * @param links What the service index names besides.
 */
export function planResources(
  dataset: Dataset,
  links: readonly IndexLink[] = [],
): readonly Resource[] {
  const { operators, activeCategories, service } = dataset;
  const coverage = countCoverage(operators);
  return [
    operatorList(dataset),
    ...operators.flatMap((operator) => [
      operatorDetail(operator, service),
      operatorFacts(operator, dataset),
      ...claimPages(operator, dataset),
    ]),
    ...activeCategories.map((category) => bestOperators(category, dataset)),
    serviceIndex(dataset, coverage, links),
    metricsTable(dataset, coverage),
    categoriesTable(dataset),
    allFacts(dataset, coverage.currentClaims),
    allClaims(dataset, coverage.claims),
    ...problemDocuments(dataset),
  ];
}
