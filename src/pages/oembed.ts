import type { Document } from '../resources/index.ts';
import { rankOperators } from '../resources/index.ts';
import type { Alternate } from './layout.tsx';
import { type Site, siteFile } from './site.ts';
import { CARD_HEIGHT, frame, htmlOf, rankingHeight } from './snippets.ts';

const WIDTH = 600;

/** `/oembed/{path}.json`: how other sites embed rankings and operators (https://oembed.com). */
export function oembedDocuments(site: Site): readonly Document[] {
  return [
    ...site.activeCategories.map((category) => {
      const path = `best/${category.slug}`;
      const height = () => rankingHeight(rankOperators(category, site).ranked.length);
      return siteFile(oembedPath(path), () => describe(site, path, category.title, height()));
    }),
    ...site.operators.map((operator) => {
      const path = `operators/${operator.slug}`;
      return siteFile(
        oembedPath(path),
        () => describe(site, path, operator.name, CARD_HEIGHT),
        operator,
      );
    }),
  ];
}

/**
 * The link by which other sites find out how to embed what a page is about (https://oembed.com, §4).
 *
 * @param path `best/{category}` or `operators/{slug}`
 */
export function oembedLink({ url }: Site, path: string, title: string): Alternate {
  return { type: 'application/json+oembed', href: url + oembedPath(path), title };
}

function oembedPath(path: string): string {
  return `oembed/${path}.json`;
}

function describe({ url, service }: Site, path: string, title: string, height: number): string {
  const response = {
    version: '1.0',
    type: 'rich',
    provider_name: service.name,
    provider_url: url,
    title,
    html: htmlOf(frame(`${url}embed/${path}`, title, String(WIDTH), height)),
    width: WIDTH,
    height,
  };
  return `${JSON.stringify(response)}\n`;
}
