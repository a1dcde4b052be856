import { type Dataset, dayOf, isActive, isCurrent, type Metric } from '../model/index.ts';
import { inMarkdownWithoutLinks as plain } from '../represent/index.ts';
import type { Document, ResourcePath } from '../resources/index.ts';
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

/** `/metrics/{key}.md`: what a metric measures, and the current value of every operator. */
export function metricPage(metric: Metric, { service, operators }: Dataset): Document {
  const { key, name, description, type, unit, better, retired_at, replaced_by } = metric;
  return page([pagePath(`metrics/${key}` as ResourcePath)], () => {
    const held = operators.filter(isActive).flatMap((operator) => {
      const claim = operator.claims.find((one) => one.metric === key && isCurrent(one));
      return claim === undefined ? [] : [{ operator, claim }];
    });
    return [
      title(name),
      paragraph(description),
      notice(service),
      list([
        `Key: ${code(key)}`,
        `Type: ${type}`,
        `Unit: ${unit === null ? 'none' : plain(unit)}`,
        `Better: ${better}`,
        ...(retired_at === null
          ? []
          : [
              `Retired on ${dayOf(retired_at)}${replaced_by === null ? '' : `, replaced by ${code(replaced_by)}`}`,
            ]),
      ]),
      `${citing(service)} ${READING}`,
      ...listed(
        ['Operator', 'Slug', 'Value', ...OBSERVATION],
        held
          .slice(0, MOST_ROWS)
          .map(({ operator, claim }) => [
            plain(operator.name),
            code(operator.slug),
            withUnit(claim.value, unit),
            ...observation(claim),
          ]),
        held.length,
        'facts.csv',
        service,
      ),
      ending(service, [
        ['All metrics as JSON', 'metrics.json'],
        ['Everything else', 'index.md'],
      ]),
    ];
  });
}
