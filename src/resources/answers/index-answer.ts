import * as z from 'zod';
import { CLAIM_PAGES, isActive, service, settlePages, url } from '../../model/index.ts';
import { defineAnswer, type IndexLink } from '../answer.ts';
import { spanOf } from '../coverage.ts';
import { count, general, meaningOf, mediaType, operators, total } from '../fields.ts';
import { INDEX_PATH } from '../resource.ts';

const { shape } = service;

// The licence is an object here, as the index had it first.
const { license: _, attribution: __, ...others } = general;

/** `/`: the service and links to everything else. */
export const index = defineAnswer({
  kind: 'index',
  path: INDEX_PATH,
  // Not Index: generators write a file index.ts of their own beside the types.
  name: 'ServiceIndex',
  record: 'IndexLink',
  tag: 'Service',
  title: 'The service, and the way to everything else',
  description:
    'Who publishes the data, under which licence, how much there is, and one record for each address: those of answers, then those of descriptions, of changes and of downloads.',
  link: { name: 'index', rel: 'self' },
  key: ['name'],
  fields: {
    name: z.string().describe('What the link is called here.'),
    rel: z.string().describe('How its target relates to the service (IANA link relations).'),
    href: url.describe(
      'The address; where is_template is true, a part in braces stands for a name (RFC 6570).',
    ),
    is_template: z
      .boolean()
      .describe('Whether a part of the address in braces has to be filled in.'),
    media_types: z.array(mediaType).describe('The forms there are.'),
    title: z.string().describe('What is there.'),
    total: count
      .nullable()
      .describe(
        'How many records there are, or pages of a template; null where nothing is counted.',
      ),
    integrity: z
      .string()
      .nullable()
      .describe(
        'The hash of a script, by which browsers refuse any other (Subresource Integrity); null elsewhere.',
      ),
  },
  meta: {
    name: shape.name,
    notice: shape.notice,
    license: shape.license,
    attribution: shape.attribution,
    contact: shape.contact,
    site_url: url.describe(meaningOf(shape.site_url)),
    operator_url: shape.operator_url,
    base_url: url.describe(meaningOf(shape.base_url)),
    claim_pages: z.enum(CLAIM_PAGES).describe(meaningOf(shape.claim_pages)),
    pages: z.boolean().describe('Whether there are pages for people beside the API.'),
    deprecation: shape.deprecation,
    operators,
    ended_operators: count.describe('How many operators have closed or merged.'),
    claims: count.describe('How many claims were ever published.'),
    current_claims: count.describe(
      'How many of them are current and about an operator in business.',
    ),
    metrics: count.describe('How many metrics there are.'),
    categories: count.describe('How many rankings are published.'),
    removed_categories: count.describe('How many rankings were withdrawn.'),
    newest_observed_at: general.generated_at
      .nullable()
      .describe('When the newest current claim was observed; null when there is none.'),
    total,
    ...others,
  },
  tables: ({ dataset, coverage, links }) => ({
    meta: () => ({
      name: dataset.service.name,
      notice: dataset.service.notice,
      license: dataset.service.license,
      attribution: dataset.service.attribution,
      contact: dataset.service.contact,
      site_url: dataset.service.site_url,
      operator_url: dataset.service.operator_url,
      base_url: dataset.service.base_url,
      claim_pages: dataset.service.claim_pages,
      pages: settlePages(dataset.service).pages,
      deprecation: dataset.service.deprecation,
      operators: dataset.operators.filter(isActive).length,
      ended_operators: dataset.operators.filter((one) => !isActive(one)).length,
      claims: coverage.claims,
      current_claims: coverage.currentClaims,
      metrics: dataset.metrics.size,
      categories: dataset.activeCategories.length,
      removed_categories: dataset.removedCategories.length,
      newest_observed_at: spanOf(coverage.metrics.values())?.newest ?? null,
      total: links.length,
    }),
    rows: () => links.map((link) => linkRecord(link, dataset.service.base_url)),
  }),
});

function linkRecord(
  { name, rel, path, media_types, title, total, integrity }: IndexLink,
  baseUrl: string,
) {
  return {
    name,
    rel,
    href: path === '' ? baseUrl : `${baseUrl}/${path}`,
    is_template: path.includes('{'),
    media_types: [...media_types],
    title,
    total,
    integrity: integrity ?? null,
  };
}
