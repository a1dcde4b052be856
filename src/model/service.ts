import * as z from 'zod';
import { fillTemplate } from './address.ts';
import { compare } from './problem.ts';
import { isLater } from './time.ts';
import {
  baseUrl,
  dayOrTime,
  email,
  needs,
  orNull,
  siteUrl,
  text,
  url,
  urlTemplate,
} from './values.ts';

const contact = z
  .strictObject({
    name: text.describe('Who answers.'),
    email: orNull(email).describe(
      'The address for letters; null where there is a web address only.',
    ),
    url: orNull(url).describe(
      'The address of a contact page; null where there is an e-mail address only.',
    ),
  })
  .check(
    compare(['email', 'url'], ({ email, url }) =>
      email === null && url === null ? [{ problem: { rule: 'contact' } }] : [],
    ),
  )
  .meta({ anyOf: [needs({ email: 'string' }), needs({ url: 'string' })] });

/** RFC 9745 §4: the sunset is not before the deprecation. */
const deprecation = z
  .strictObject({
    since: dayOrTime.describe(
      'From when on nothing new should be built on this version of the API. It may lie ahead.',
    ),
    sunset: orNull(dayOrTime).describe(
      'When it stops answering, not before that; null while the day is not known.',
    ),
    details: url.describe('The address of a page that says why, and what to use instead.'),
  })
  .check(
    compare(['since', 'sunset'], ({ since, sunset }) =>
      sunset !== null && isLater(since, sunset)
        ? [{ problem: { rule: 'early-sunset', since, sunset }, path: ['sunset'] }]
        : [],
    ),
  );
/** The end of the API: when it is deprecated, when it stops responding, and why. */
export type Deprecation = z.infer<typeof deprecation>;

/** The formats in which every claim has a page, at `/claims/{claim_id}`. */
export const CLAIM_PAGES = ['json_and_csv', 'json', 'none'] as const;
export type ClaimPages = (typeof CLAIM_PAGES)[number];

function unlessFalse(isPublished: boolean | null): boolean {
  return isPublished ?? true;
}

/** `data/service.yaml` */
export const service = z
  .strictObject({
    name: text.describe('The name of the service, as it is to be credited.'),
    site_url: siteUrl.describe(
      'Where the pages of the service are; the page of an operator is below it.',
    ),
    base_url: baseUrl.describe('Where the API is. It ends in /api/v1.'),
    operator_url: orNull(urlTemplate).describe(
      'Where the page of an operator is: a template with {slug} or {id}. {site_url}/operators/{slug} if absent.',
    ),
    contact: contact.describe('Whom to write to about the data.'),
    license: z
      .strictObject({
        name: text.describe('The name of the licence.'),
        url: url.describe('The address of its text.'),
      })
      .describe('The licence that the data is published under.'),
    attribution: text.describe('How to credit the service when its data is used.'),
    notice: orNull(text).describe(
      'What every reader has to know about the data as a whole, or null.',
    ),
    claim_pages: orNull(z.enum(CLAIM_PAGES))
      .transform((forms) => forms ?? 'json_and_csv')
      .describe(
        'The forms in which every claim has an address of its own: json_and_csv, which it is when nothing is said, json, or none.',
      ),
    operator_claims: orNull(z.boolean())
      .transform(unlessFalse)
      .describe('Whether the whole history of each operator has an address; true if absent.'),
    operator_markdown: orNull(z.boolean())
      .transform(unlessFalse)
      .describe('Whether each operator has a page in Markdown; true if absent.'),
    operator_feeds: orNull(z.boolean())
      .transform(unlessFalse)
      .describe('Whether each operator has a feed of its changes; true if absent.'),
    pages: orNull(z.boolean()).describe(
      'Whether pages for people are published beside the API; if absent, they are where operator_url is below the folder of api/v1.',
    ),
    changes: orNull(
      z.strictObject({
        confirmations: z
          .boolean()
          .describe('Whether claims that were only seen again are listed as changes.'),
      }),
    ).describe('What the change log contains.'),
    deprecation: orNull(deprecation).describe(
      'That this version of the API will end: every answer says so in its headers from then on. Null while it is to stay.',
    ),
  })
  .meta({ title: 'Service' });
export type Service = z.infer<typeof service>;

/** The first folders of addresses that pages of other kinds have. */
const TAKEN = ['api', 'badges', 'best', 'docs', 'embed', 'metrics', 'oembed', 'removed'];

/**
 * Where the pages of operators are below the folder of `api/v1`: a template with {slug} or {id}, without
 * `.html`. Null if they are elsewhere, or cannot be files there.
 */
function ownOperatorPages({
  base_url,
  operator_url,
  site_url,
}: Pick<Service, 'base_url' | 'operator_url' | 'site_url'>): string | null {
  const root = base_url.slice(0, -'api/v1'.length);
  const template = operator_url ?? `${site_url}/operators/{slug}`;
  if (!template.startsWith(root)) return null;
  const [, path, folder = ''] =
    /^((?:([a-z0-9_-]+)\/)(?:[a-z0-9_-]+\/)*[a-z0-9_-]*\{(?:slug|id)\}[a-z0-9_-]*)(?:\.html|\/)?$/.exec(
      template.slice(root.length),
    ) ?? [];
  return path === undefined || TAKEN.includes(folder) ? null : path;
}

/** The service, with the pages that it has. */
export function settlePages(service: Service): Service & { readonly pages: boolean } {
  return { ...service, pages: service.pages ?? ownOperatorPages(service) !== null };
}

/**
 * The path of the page of an operator beside the API, without a suffix: where `operator_url` says if it
 * is below the folder of `api/v1`, else `operators/{slug}`.
 */
export function operatorPagePath(
  service: Service,
): (operator: { readonly slug: string; readonly id: number }) => string {
  const template = ownOperatorPages(service) ?? 'operators/{slug}';
  return (operator) => fillTemplate(template, operator);
}

/** The URL of the page of an operator on the site of the service. */
export function operatorPageUrl(
  operator: { readonly slug: string; readonly id: number },
  { operator_url, site_url }: Pick<Service, 'operator_url' | 'site_url'>,
): string {
  return fillTemplate(operator_url ?? `${site_url}/operators/{slug}`, operator);
}
