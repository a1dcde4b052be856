import type { Dataset } from '../model/index.ts';
import { bestOperators } from './best-operators.ts';
import { operatorDetail } from './operator-detail.ts';
import { operatorFacts } from './operator-facts.ts';
import { operatorList } from './operator-list.ts';
import { problemDocuments } from './problem-documents.ts';
import { candidatesOf } from './ranking.ts';
import type { Resource } from './resource.ts';

/** Everything that has an address, in the order of the manifest. */
export function planResources(dataset: Dataset): readonly Resource[] {
  const candidates = candidatesOf(dataset);
  return [
    operatorList(dataset),
    ...dataset.operators.flatMap((operator) => [
      operatorDetail(operator, dataset.service),
      operatorFacts(operator, dataset),
    ]),
    ...dataset.activeCategories.map((category) =>
      bestOperators(category, candidates, dataset.metrics),
    ),
    ...problemDocuments(dataset),
  ];
}
