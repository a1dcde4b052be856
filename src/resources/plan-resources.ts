import type { Dataset, Operator } from '../model/index.ts';
import { bestOperators } from './best-operators.ts';
import { operatorDetail } from './operator-detail.ts';
import { operatorFacts } from './operator-facts.ts';
import { operatorList } from './operator-list.ts';
import { problemDocuments } from './problem-documents.ts';
import { candidatesOf } from './ranking.ts';
import type { Resource, Table } from './resource.ts';

/** Everything that has an address, in the order of the manifest. */
export function planResources(dataset: Dataset): readonly Resource[] {
  const candidates = candidatesOf(dataset);
  return [
    operatorList(dataset),
    ...dataset.operators.flatMap((operator) => resourcesOfOperator(operator, dataset)),
    ...dataset.activeCategories.map((category) =>
      bestOperators(category, candidates, dataset.metrics),
    ),
    ...problemDocuments(dataset),
  ];
}

/** What has an address and is about one operator alone. */
export function resourcesOfOperator(
  operator: Operator,
  { service, metrics }: Pick<Dataset, 'service' | 'metrics'>,
): readonly Table[] {
  return [operatorDetail(operator, service), operatorFacts(operator, { metrics })];
}
