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

/** What stands together in the manifest: all that is about one operator, or some that is about none. */
export interface ResourceGroup {
  /** Where the operator stands in the dataset; null for none. */
  readonly operator: { readonly id: number; readonly position: number } | null;
  readonly resources: readonly Resource[];
}

/**
 * Every answer that the dataset alone gives, errors included, in the order of the manifest.
 *
 * @param links What the service index names besides.
 */
export function planResources(
  dataset: Dataset,
  links: readonly IndexLink[] = [],
  { coverage, rank }: Aggregates = aggregate(dataset),
): readonly ResourceGroup[] {
  const others = [
    ...dataset.activeCategories.map((category) => bestOperators(category, dataset, rank)),
    serviceIndex(dataset, coverage, links),
    metricsTable(dataset, coverage),
    categoriesTable(dataset),
    allFacts(dataset, coverage.currentClaims),
    allClaims(dataset, coverage.claims),
    ...problemDocuments(dataset),
  ];
  return [
    { operator: null, resources: [operatorList(dataset)] },
    ...dataset.operators.map(({ id }, position) => new OperatorGroup(id, position, dataset)),
    { operator: null, resources: others },
  ];
}

/** Planned when somebody asks for it: after a change, most are not looked at. */
class OperatorGroup implements ResourceGroup {
  readonly operator: { readonly id: number; readonly position: number };
  readonly #dataset: Dataset;
  #resources: readonly Table[] | null = null;

  constructor(id: number, position: number, dataset: Dataset) {
    this.operator = { id, position };
    this.#dataset = dataset;
  }

  get resources(): readonly Table[] {
    this.#resources ??= resourcesOfOperator(
      this.#dataset.operators[this.operator.position] as Operator,
      this.#dataset,
    );
    return this.#resources;
  }
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
