import type { AllowedDeviation } from '../../doors/check-host.ts';

/** What the table asks for and finds in the tiny dataset. */
export const RESOURCES =
  /^(\/(index|metrics|categories|facts|claims|operators|operators\/(anchor|7)|operators\/(anchor|3)\/facts|best\/(cheapest|lowest-withdrawal-fee)|claims\/fee_usd_1))?$/;
export const SUFFIX = /\.(json|csv)$/;
const FILES =
  /^\/((manifest|problems\/(unknown-path|removed-category\/fastest)|openapi|api-catalog|(operators\/)?feed|(schemas|csvw)\/operators)\.json|dataset\.jsonld|llms\.txt|(index|operators\/anchor|best\/cheapest|metrics\/fee_usd)\.md|(operators\/anchor\/)?changes\.atom|client\.js|snapshots\/(SHA256SUMS|operator-api\.zip|operator-api\.tar\.gz|operators\.sqlite|claims\.parquet)|\.well-known\/api-catalog)$/;

/** Files of pages that the table asks for and finds, below their folder. */
const PAGES =
  /^\/((index|404|operators\/anchor|metrics(\/fee_usd)?|docs(\/console)?|(embed\/)?best\/cheapest)\.html|best\/cheapest\.svg|site\.css|widget\.js|favicon\.svg|preview\.png|sitemap\.xml|robots\.txt|oembed\/best\/cheapest\.json)$/;

/** Whether a file that the table asks for stands at a path below that of the API. */
export function isPublished(path: string): boolean {
  if (path.startsWith('/pages/')) return PAGES.test(path.slice('/pages'.length));
  return FILES.test(path) || (SUFFIX.test(path) && RESOURCES.test(path.replace(SUFFIX, '')));
}

/** Whether a page, or a file that pages load, is at an address beside the API. */
export function isPage(address: string): boolean {
  const path = address === '/' ? '/index' : address;
  return PAGES.test(/\.[a-z]+$/.test(path) ? path : `${path}.html`);
}

/** Whether a request, by its name, is about what is beside the API where this is at the root. */
export function isBesideApi(request: string): boolean {
  return /\((?:a page|the root)\)$/.test(request);
}

/** Where the API is at another path, nothing is at the root that the table asks for as a page. */
export function withoutPages(deviations: readonly AllowedDeviation[]): readonly AllowedDeviation[] {
  return deviations.map(({ at, ...said }) => ({
    ...said,
    at: Object.fromEntries(Object.entries(at).filter(([request]) => !isBesideApi(request))),
  }));
}
