import type { ActiveCategory, Dataset } from '../model/index.ts';
import { inMarkdownWithoutLinks as plain } from '../represent/index.ts';
import {
  type Document,
  deciding,
  fieldName,
  leftOutInWords,
  rankingPath,
  rankOperators,
  ruleInWords,
} from '../resources/index.ts';
import {
  citing,
  code,
  ending,
  listed,
  MOST_ROWS,
  notice,
  OBSERVATION,
  observation,
  page,
  pagePath,
  paragraph,
  READING,
  title,
  withUnit,
} from './page.ts';

/** `/best/{slug}.md`: the ranking of a category, and its rule. */
export function rankingPage(category: ActiveCategory, dataset: Dataset): Document {
  const { service, metrics } = dataset;
  const { slug, cite } = category;
  return page([pagePath(rankingPath(slug))], () => [
    title(category.title),
    paragraph(category.description),
    notice(service),
    `Rule: ${plain(ruleInWords(category, metrics))} ${READING}`,
    metrics.has(cite) ? citing(service) : null,
    ...places(category, dataset),
    ending(service, [
      ['This ranking as JSON', `best/${slug}.json`],
      ['As CSV', `best/${slug}.csv`],
      ['Everything else', 'index.md'],
    ]),
  ]);
}

function places(category: ActiveCategory, dataset: Dataset): readonly string[] {
  const { metrics, service } = dataset;
  const { ranked, leftOut } = rankOperators(category, dataset);
  const isClaimed = metrics.has(category.cite);
  const rows = ranked.slice(0, MOST_ROWS).map(({ rank, operator, claim }) => {
    const { value, unit } = deciding(category, operator, claim, dataset);
    return [
      String(rank),
      plain(operator.name),
      code(operator.slug),
      withUnit(value, unit),
      ...(claim === null ? [] : observation(claim)),
    ];
  });
  const what = isClaimed
    ? (metrics.get(category.cite)?.name ?? '')
    : fieldName(category.cite, metrics);
  const head = ['Rank', 'Operator', 'Slug', plain(what), ...(isClaimed ? OBSERVATION : [])];
  const left = leftOut.map((group) => plain(leftOutInWords(group, metrics))).join('; ');
  return [
    ...listed(head, rows, ranked.length, `${rankingPath(category.slug)}.csv`, service),
    ...(left === '' ? [] : [`Left out: ${left}.`]),
  ];
}
