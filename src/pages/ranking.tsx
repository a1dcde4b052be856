import type { Document, Table } from '../resources/index.ts';
import { renderPage } from './layout.tsx';
import { type Site, siteFile } from './site.ts';

/** `/best/{category}`: the page of a ranking, and its chart. */
export function rankingPage(ranking: Table, site: Site): readonly Document[] {
  const [path] = ranking.paths;
  const category = site.activeCategories.find(({ slug }) => path === `best/${slug}`);
  if (category === undefined) return [];
  const { title, description } = category;
  return [
    siteFile(`${path}.html`, () =>
      renderPage({
        site,
        path,
        title,
        description,
        children: <h1>{title}</h1>,
      }),
    ),
  ];
}
