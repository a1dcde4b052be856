import { type Dataset, dayOf, type Metric } from '../model/index.ts';
import { inMarkdownWithoutLinks as plain } from '../represent/index.ts';
import { type Document, distributionOf, metricPath, rankByMetric } from '../resources/index.ts';
import {
  citing,
  code,
  ending,
  list,
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

/** `/metrics/{key}.md`: what a metric measures, and the current value of every operator, best first. */
export function metricPage(metric: Metric, { service, operators }: Dataset): Document {
  const { key, name, description, unit, better } = metric;
  return page([pagePath(metricPath(key))], () => {
    const measured = rankByMetric(metric, operators);
    const isRanked = better !== 'none';
    return [
      title(name),
      paragraph(description),
      notice(service),
      list([...entry(metric), ...distribution(metric, distributionOf(metric, measured))]),
      `${citing(service)} ${READING}`,
      ...listed(
        [...(isRanked ? ['Rank'] : []), 'Operator', 'Slug', 'Value', ...OBSERVATION],
        measured
          .slice(0, MOST_ROWS)
          .map(({ rank, operator, claim }) => [
            ...(isRanked ? [String(rank)] : []),
            plain(operator.name),
            code(operator.slug),
            withUnit(claim.value, unit),
            ...observation(claim),
          ]),
        measured.length,
        `${metricPath(key)}.csv`,
        service,
      ),
      ending(service, [
        ['This metric as JSON', `${metricPath(key)}.json`],
        ['As CSV', `${metricPath(key)}.csv`],
        ['Everything else', 'index.md'],
      ]),
    ];
  });
}

/** The entry of a metric in the dictionary. */
function entry({ key, type, unit, better, retired_at, replaced_by }: Metric): readonly string[] {
  const replaced = replaced_by === null ? '' : `, replaced by ${code(replaced_by)}`;
  return [
    `Key: ${code(key)}`,
    `Type: ${type}`,
    `Unit: ${unit === null ? 'none' : plain(unit)}`,
    `Better: ${better}`,
    ...(retired_at === null ? [] : [`Retired on ${dayOf(retired_at)}${replaced}`]),
  ];
}

/** How many values a page counts, the most frequent first. */
const MOST_VALUES = 10;

function distribution(
  { unit }: Metric,
  {
    count,
    min,
    lower_quartile,
    median,
    upper_quartile,
    max,
    values,
  }: ReturnType<typeof distributionOf>,
): readonly string[] {
  const shown = values?.slice(0, MOST_VALUES).map(({ value, operators }) => {
    return `${withUnit(value, unit)} (${operators})`;
  });
  const figures = {
    Least: min,
    'Lower quartile': lower_quartile,
    Median: median,
    'Upper quartile': upper_quartile,
    Greatest: max,
  };
  const rest = values === null ? 0 : values.length - MOST_VALUES;
  return [
    `Operators with a current claim: ${count}`,
    ...Object.entries(figures).flatMap(([name, figure]) =>
      figure === null ? [] : [`${name}: ${withUnit(figure, unit)}`],
    ),
    ...(shown === undefined || count === 0
      ? []
      : [
          `Values, with the number of operators: ${shown.join('; ')}${rest > 0 ? `; and ${rest} more` : ''}`,
        ]),
  ];
}
