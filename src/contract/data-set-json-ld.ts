import { API_VERSION, isLater, type Timestamp } from '../model/index.ts';
import type { EmittedRecords } from '../resources/index.ts';
import { ANSWERS } from './answers.ts';
import type { Outline } from './described.ts';

/** The dataset as schema.org describes one, for search engines and catalogues of data. */
export function dataSetJsonLd(outline: Outline): object {
  const { dataset, kinds, baseUrl, hasCsv } = outline;
  const { service, metrics } = dataset;
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
  const { oldest, newest, modified } = periodOf(outline);
  return {
    '@context': 'https://schema.org',
    '@type': 'Dataset',
    '@id': baseUrl,
    name: service.name,
    description: describe(dataset),
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
    ...(oldest !== null && newest !== null && { temporalCoverage: `${oldest}/${newest}` }),
    variableMeasured: [...metrics.values()].map(({ key, name, description, unit }) => ({
      '@type': 'PropertyValue',
      propertyID: key,
      name,
      description,
      ...(unit !== null && { unitText: unit }),
    })),
    // What has one address; what has many is reached from there.
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
        return hasCsv(kind) ? [json, download('csv', 'text/csv')] : [json];
      }),
  };
}

/** Google wants 50 to 5,000 characters. */
function describe({ service, operators, metrics, activeCategories }: Outline['dataset']): string {
  const sentence =
    `Comparison data about ${operators.length} crypto bookmakers: licences, identity checks, ` +
    `payment options, fees and limits, claims of ${metrics.size} metrics with the address that ` +
    `shows each and the date it was observed, and ${activeCategories.length} rankings made of them.`;
  if (service.notice === null) return sentence;
  // Without the first half of a character that the limit cuts in two.
  return `${sentence} ${service.notice}`.slice(0, 5000).replace(/[\ud800-\udbff]$/, '');
}

/**
 * When the first and the last claim was observed, and when anything changed last. Of current claims
 * the metrics know it already; to compare ten thousand moments again takes longer than all the rest.
 */
function periodOf({ dataset: { operators, removedCategories }, tables }: Outline) {
  let oldest: Timestamp | null = null;
  let newest: Timestamp | null = null;
  const stretch = (from: Timestamp | null, to: Timestamp | null) => {
    if (from !== null && (oldest === null || isLater(oldest, from))) oldest = from;
    if (to !== null && (newest === null || isLater(to, newest))) newest = to;
  };
  const [metrics] = tables.get('metrics') ?? [];
  // A table gives records of its kind.
  for (const row of (metrics?.rows() ?? []) as readonly EmittedRecords['metrics'][]) {
    stretch(row.oldest_observed_at, row.newest_observed_at);
  }
  let modified: Timestamp | null = null;
  const touch = (at: Timestamp) => {
    if (modified === null || isLater(at, modified)) modified = at;
  };
  for (const { summary, past, retractedAt } of operators.map(({ brief }) => brief)) {
    touch(summary.updated_at);
    for (const at of past) stretch(at, at);
    for (const at of retractedAt) touch(at);
  }
  for (const { removed_at } of removedCategories) touch(removed_at);
  if (newest !== null) touch(newest);
  return { oldest, newest, modified } as const;
}
