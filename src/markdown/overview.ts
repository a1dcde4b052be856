import { type Dataset, isActive } from '../model/index.ts';
import {
  asAutolink,
  inMarkdownAtLineStart,
  markdownTable,
  inMarkdownWithoutLinks as plain,
} from '../represent/index.ts';
import { type Coverage, type Document, INDEX_PATH, rankingPath } from '../resources/index.ts';
import {
  code,
  ending,
  listed,
  MOST_ROWS,
  notice,
  page,
  pagePath,
  READING,
  section,
  title,
} from './page.ts';

/** `/index.md`: the rankings, the metrics and the operators. */
export function overviewPage(
  { service, operators, metrics, activeCategories }: Dataset,
  { currentClaims, metrics: known }: Coverage,
): Document {
  const active = operators.filter(isActive);
  const address = (path: string) => asAutolink(`${service.base_url}/${path}`);
  return page([pagePath(INDEX_PATH)], () => [
    title(service.name),
    `Comparison data about crypto bookmakers (“operators”). Each claim has the address that shows it and the date it was observed. Operators in business: ${active.length}. Current claims: ${currentClaims}. ${READING}`,
    notice(service),
    section(
      'Rankings',
      activeCategories.map(
        ({ slug, title, description }) =>
          `${inMarkdownAtLineStart(title)}: ${plain(description)} ${address(pagePath(rankingPath(slug)))}`,
      ),
    ),
    metrics.size === 0
      ? null
      : `## Metrics\n\nThe operators of a metric are at ${code(`${service.base_url}/metrics/{metric}.md`)}.`,
    metrics.size === 0
      ? null
      : markdownTable(
          ['Metric', 'Name', 'Unit', 'Better', 'Operators'],
          [...metrics.values()].map(({ key, name, unit, better, retired_at }) => [
            code(key),
            `${plain(name)}${retired_at === null ? '' : ' (retired)'}`,
            unit === null ? '' : plain(unit),
            better,
            String(known.get(key)?.operators ?? 0),
          ]),
        ),
    '## Operators',
    ...listed(
      ['Operator', 'Slug', 'Licence'],
      active
        .slice(0, MOST_ROWS)
        .map(({ name, slug, license_jurisdiction }) => [
          plain(name),
          code(slug),
          license_jurisdiction === null ? '' : plain(license_jurisdiction),
        ]),
      active.length,
      'operators.csv',
      service,
    ),
    ending(service, [
      ['All addresses, as JSON', 'index.json'],
      ['What the data means', 'llms-full.txt'],
      ['What changed', 'changes.json'],
      ['The API as OpenAPI', 'openapi.json'],
    ]),
  ]);
}
