import { isActive } from '../model/index.ts';
import type { Document } from '../resources/index.ts';
import { type Site, siteFile } from './site.ts';

/** `sitemap.xml` (https://www.sitemaps.org/protocol.html), `robots.txt` (RFC 9309) and `favicon.svg`. */
export function discoveryFiles(site: Site): readonly Document[] {
  return [
    siteFile('sitemap.xml', () => sitemap(site)),
    siteFile('robots.txt', () => `User-agent: *\nAllow: /\n\nSitemap: ${site.url}sitemap.xml\n`),
    siteFile('favicon.svg', () => FAVICON),
  ];
}

function sitemap({ url, operators, activeCategories, metrics, operatorPath }: Site): string {
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
  const entries = paths.map((path) => `<url><loc>${url}${path}</loc></url>`);
  return `<?xml version="1.0" encoding="UTF-8"?>
<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">
${entries.join('\n')}
</urlset>
`;
}

/** Three bars of a ranking. */
const FAVICON = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 32 32"><rect width="32" height="32" rx="7" fill="#0b5c55"/><path d="M7 9h18M7 16h12M7 23h7" stroke="#fff" stroke-width="4" stroke-linecap="round"/></svg>
`;
