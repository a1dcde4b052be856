import type { Dataset } from '../model/index.ts';
import { documentType, essenceOf } from '../represent/index.ts';
import { countCoverage, type Document, type IndexLink } from '../resources/index.ts';
import { metricPage } from './metric.ts';
import { operatorPage } from './operator.ts';
import { overviewPage } from './overview.ts';
import { rankingPage } from './ranking.ts';

/** Every page in Markdown: the index, the operators, the rankings, the metrics. */
export function planMarkdown(dataset: Dataset): readonly Document[] {
  const { service, operators, activeCategories, metrics } = dataset;
  return [
    overviewPage(dataset, countCoverage(operators)),
    ...(service.operator_markdown
      ? operators.map((operator) => operatorPage(operator, dataset))
      : []),
    ...activeCategories.map((category) => rankingPage(category, dataset)),
    ...[...metrics.values()].map((metric) => metricPage(metric, dataset)),
  ];
}

/** The links from the service index to the pages. */
export function markdownLinks({ service, operators, activeCategories, metrics }: Dataset) {
  const { operator_markdown } = service;
  return [
    link('index_markdown', 'index.md', 'The service in Markdown', null),
    ...(operator_markdown
      ? [
          link(
            'operator_markdown',
            'operators/{operator}.md',
            'One operator in Markdown, by slug',
            operators.length,
          ),
        ]
      : []),
    link(
      'best_markdown',
      'best/{category}.md',
      'The ranking of one category in Markdown, by slug',
      activeCategories.length,
    ),
    link(
      'metric_markdown',
      'metrics/{metric}.md',
      'The operators of one metric in Markdown',
      metrics.size,
    ),
  ];
}

function link(name: string, path: string, title: string, total: number | null): IndexLink {
  return {
    name,
    rel: 'alternate',
    path,
    media_types: [essenceOf(documentType(path))],
    title,
    total,
  };
}
