import { isActive } from '../model/index.ts';
import type { Document } from '../resources/index.ts';
import { type Site, siteFile } from './site.ts';

/** `sitemap.xml` (https://www.sitemaps.org/protocol.html), `robots.txt` (RFC 9309) and `favicon.svg`. */
export function discoveryFiles(site: Site): readonly Document[] {
  return [
    ...sitemaps(site),
    siteFile('robots.txt', () => `User-agent: *\nAllow: /\n\nSitemap: ${site.url}sitemap.xml\n`),
    siteFile('favicon.svg', () => FAVICON),
  ];
}

/** How many addresses a sitemap has at most. */
const MOST_ADDRESSES = 50_000;

/** One sitemap, or several with an index of them. */
function sitemaps({
  url,
  operators,
  activeCategories,
  metrics,
  operatorPath,
}: Site): readonly Document[] {
  const paths = [
    '',
    ...activeCategories.map(({ slug }) => `best/${slug}`),
    'metrics',
    ...[...metrics.keys()].map((key) => `metrics/${key}`),
    'changes',
    'docs',
    'docs/widgets',
    ...operators.filter(isActive).map(operatorPath),
  ];
  const file = (name: string, list: string, entry: string, paths: readonly string[]) =>
    siteFile(name, () => {
      const entries = paths.map((path) => `<${entry}><loc>${inXml(url + path)}</loc></${entry}>`);
      return `<?xml version="1.0" encoding="UTF-8"?>
<${list} xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">
${entries.join('\n')}
</${list}>
`;
    });
  if (paths.length <= MOST_ADDRESSES) return [file('sitemap.xml', 'urlset', 'url', paths)];
  const parts = Array.from({ length: Math.ceil(paths.length / MOST_ADDRESSES) }, (_, index) => ({
    name: `sitemap-${index + 1}.xml`,
    paths: paths.slice(index * MOST_ADDRESSES, (index + 1) * MOST_ADDRESSES),
  }));
  return [
    file(
      'sitemap.xml',
      'sitemapindex',
      'sitemap',
      parts.map(({ name }) => name),
    ),
    ...parts.map(({ name, paths }) => file(name, 'urlset', 'url', paths)),
  ];
}

/** A URL has none of the other characters that XML reserves. */
function inXml(url: string): string {
  return url.replaceAll('&', '&amp;').replaceAll("'", '&apos;');
}

/** Three bars of a ranking. */
const FAVICON = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 32 32"><rect width="32" height="32" rx="7" fill="#0b5c55"/><path d="M7 9h18M7 16h12M7 23h7" stroke="#fff" stroke-width="4" stroke-linecap="round"/></svg>
`;
