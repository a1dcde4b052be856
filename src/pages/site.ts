import { type Dataset, type Operator, operatorPageUrl } from '../model/index.ts';
import { documentType } from '../represent/index.ts';
import type { Document, IndexLink, ResourcePath } from '../resources/index.ts';

/** What every page is made from: the dataset, and the addresses of the other pages. */
export interface Site extends Dataset {
  /** The address of the front page, ending in a slash: `https://compare.example/`. */
  readonly url: string;
  /** The address of something on this origin, as a path: `/metrics`. `path` has no slash at its start. */
  readonly href: (path: string) => string;
  /** The address of something in the API, as a path: `/api/v1/operators.csv`. */
  readonly api: (path: string) => string;
  /** The path of the page of an operator, as `href` takes it. */
  readonly operatorPath: (operator: Pick<Operator, 'slug' | 'id'>) => string;
  /** The links of the service index besides those to answers: they name what this build publishes. */
  readonly links: readonly IndexLink[];
}

/**
 * @param operatorPath Where pages of operators are, by the addresses in the sources: options of a build
 *   change where the site is, but not its order.
 */
export function siteOf(
  dataset: Dataset,
  operatorPath: Site['operatorPath'],
  links: Site['links'],
): Site {
  const { base_url } = dataset.service;
  const url = base_url.slice(0, -'api/v1'.length);
  const root = new URL(url).pathname;
  const href = (path: string) => root + path;
  return { ...dataset, url, href, api: (path) => href(`api/v1/${path}`), operatorPath, links };
}

/** The whole address that search engines should know a page of an operator by. */
export function canonicalUrl(operator: Operator, { service }: Site): string {
  return operatorPageUrl(operator, service);
}

/**
 * A file of the site.
 *
 * @param path As in its address, with a suffix: `metrics/fee_usd.html`, `widget.js`.
 */
export function siteFile(
  paths: string | readonly [string, ...string[]],
  make: () => string | Uint8Array,
  operator: Operator | null = null,
): Document {
  const [first, ...others] = (typeof paths === 'string' ? [paths] : paths).map(
    (path) => `pages/${path}` as ResourcePath,
  ) as [ResourcePath, ...ResourcePath[]];
  return {
    kind: 'document',
    operator: operator?.slug ?? null,
    paths: [first, ...others],
    mediaType: documentType(first),
    contentAt: make,
  };
}
