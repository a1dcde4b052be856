import type { Dataset, Operator } from '../model/index.ts';
import { type Answer, type Context, type IndexLink, toTable } from './answer.ts';
import { ALL_ANSWERS, ANSWERS, linkTo } from './answers.ts';
import { countCoverage } from './coverage.ts';
import { problemDocuments } from './problem-documents.ts';
import type { Resource, Table } from './resource.ts';

/**
 * Every answer that depends only on the dataset, including errors, in the order of the manifest.
 *
 * @param links Further links of the service index.
 */
export function planResources(
  dataset: Dataset,
  links: readonly IndexLink[] = [],
): readonly Resource[] {
  const { service } = dataset;
  const coverage = countCoverage(dataset.operators);
  const planned = ALL_ANSWERS.filter((one) => one.isPlanned && one.isPublished(service));
  const own = planned.map((answer) =>
    linkTo(answer, service, answer.link.total?.({ dataset, coverage }) ?? null),
  );
  const context: Context = { dataset, coverage, links: [...own, ...links] };
  const tablesOf = (answer: Answer): readonly Table[] =>
    [answer.tables?.(context) ?? []].flat().map((draft) => toTable(answer, draft, service));
  const tablesAbout = (operator: Operator, answer: Answer): readonly Table[] =>
    [answer.tablesAbout?.(operator, dataset) ?? []]
      .flat()
      .map((draft) => toTable(answer, draft, service, operator.slug));
  const { operators, ranking } = ANSWERS;
  const only = (one: string) => planned.filter(({ kind }) => kind === one).flatMap(tablesOf);
  const others = planned.filter(({ kind }) => kind !== operators.kind && kind !== ranking.kind);
  return [
    ...only(operators.kind),
    ...dataset.operators.flatMap((operator) =>
      planned.flatMap((answer) => tablesAbout(operator, answer)),
    ),
    ...only(ranking.kind),
    ...others.flatMap(tablesOf),
    ...problemDocuments(dataset),
  ];
}
