import { API_VERSION, isLater, type Operator, type Timestamp } from '../model/index.ts';
import { ANSWERS, countCoverage } from '../resources/index.ts';
import type { Outline } from './outline.ts';

/** The dataset in the vocabulary of schema.org, for search engines and data catalogues. */
export function dataSetJsonLd(outline: Outline, operators: readonly Operator[]): object {
  const { service, metrics, kinds, removedCategories } = outline;
  const baseUrl = service.base_url;
  const publisher = {
    '@type': 'Organization',
    name: service.name,
    url: service.site_url,
    contactPoint: {
      '@type': 'ContactPoint',
      name: service.contact.name,
      ...(service.contact.email !== null && { email: service.contact.email }),
      ...(service.contact.url !== null && { url: service.contact.url }),
    },
  };
  const coverage = countCoverage(operators);
  const observed = coverage.observed;
  const removals = removedCategories.map(({ removed_at }) => removed_at);
  const modified = latestOf([coverage.changedAt, ...removals, observed?.newest]);
  return {
    '@context': 'https://schema.org',
    '@type': 'Dataset',
    '@id': baseUrl,
    name: service.name,
    description: describe(outline, operators.length),
    url: service.site_url,
    identifier: baseUrl,
    version: API_VERSION,
    license: service.license.url,
    creditText: service.attribution,
    creator: publisher,
    publisher,
    isAccessibleForFree: true,
    inLanguage: 'en',
    ...(modified !== null && { dateModified: modified }),
    ...(observed !== null && { temporalCoverage: `${observed.oldest}/${observed.newest}` }),
    variableMeasured: [...metrics.values()].map(({ key, name, description, unit }) => ({
      '@type': 'PropertyValue',
      propertyID: key,
      name,
      description,
      ...(unit !== null && { unitText: unit }),
    })),
    // Answers with a single address. They link to the others.
    distribution: kinds
      .filter((kind) => ANSWERS[kind].parameter === null && kind !== 'index')
      .flatMap((kind) => {
        const { path, title } = ANSWERS[kind];
        const download = (format: 'json' | 'csv', encodingFormat: string) => ({
          '@type': 'DataDownload',
          name: title,
          encodingFormat,
          contentUrl: `${baseUrl}/${path}.${format}`,
        });
        const json = download('json', 'application/json');
        return ANSWERS[kind].hasCsv(service) ? [json, download('csv', 'text/csv')] : [json];
      }),
  };
}

/** Google wants 50 to 5,000 characters. */
function describe({ service, metrics, activeCategories }: Outline, operators: number): string {
  const sentence =
    `Comparison data about ${operators} crypto bookmakers: licences, identity checks, ` +
    `payment options, fees and limits, claims of ${metrics.size} metrics with the address that ` +
    `shows each and the date it was observed, and ${activeCategories.length} rankings made of them.`;
  if (service.notice === null) return sentence;
  // The limit can divide a surrogate pair, whose first half is removed.
  return `${sentence} ${service.notice}`.slice(0, 5000).replace(/[\ud800-\udbff]$/, '');
}

/** The last of some times, of equal ones the first. */
function latestOf(times: readonly (Timestamp | null | undefined)[]): Timestamp | null {
  let latest: Timestamp | null = null;
  for (const at of times) {
    if (at != null && (latest === null || isLater(at, latest))) latest = at;
  }
  return latest;
}
