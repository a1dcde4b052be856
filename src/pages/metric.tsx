import type { Document } from '../resources/index.ts';
import { renderPage } from './layout.tsx';
import { type Site, siteFile } from './site.ts';

/** `/metrics/{key}`: the pages of all metrics, and their charts. */
export function metricPages(site: Site): readonly Document[] {
  return [...site.metrics.values()].map((metric) =>
    siteFile(`metrics/${metric.key}.html`, () =>
      renderPage({
        site,
        path: `metrics/${metric.key}`,
        title: metric.name,
        description: metric.description,
        children: <h1>{metric.name}</h1>,
      }),
    ),
  );
}
