import type { Dataset } from '../model/index.ts';
import type { Context, IndexLink } from './answer.ts';
import { ALL_ANSWERS, ANSWERS, linkTo } from './answers.ts';
import { countCoverage } from './coverage.ts';
import { problemDocuments } from './problem-documents.ts';
import type { Resource } from './resource.ts';

/**
 * Every answer that depends only on the dataset, including errors, in the order of the manifest.
 *
 * @param links Further links of the service index.
 */
export function planResources(
  dataset: Dataset,
  links: readonly IndexLink[] = [],
): readonly Resource[] {
  const coverage = countCoverage(dataset.operators);
  const planned = ALL_ANSWERS.filter(({ isPlanned }) => isPlanned);
  const own = planned
    .filter(({ isPublished }) => isPublished(dataset.service))
    .map((answer) =>
      linkTo(answer, dataset.service, answer.link.total?.({ dataset, coverage }) ?? null),
    );
  const context: Context = { dataset, coverage, links: [...own, ...links] };
  const { operators, ranking } = ANSWERS;
  const others = planned.filter(({ kind }) => kind !== operators.kind && kind !== ranking.kind);
  return [
    ...operators.tables(context),
    ...dataset.operators.flatMap((operator) =>
      planned.flatMap(({ tablesAbout }) => tablesAbout(operator, dataset)),
    ),
    ...ranking.tables(context),
    ...others.flatMap(({ tables }) => tables(context)),
    ...problemDocuments(dataset),
  ];
}
