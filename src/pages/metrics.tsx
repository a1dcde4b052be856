import type { Document } from '../resources/index.ts';
import { renderPage } from './layout.tsx';
import { type Site, siteFile } from './site.ts';

/** `/metrics`: what is measured. */
export function metricsPage(site: Site): Document {
  return siteFile('metrics.html', () =>
    renderPage({
      site,
      path: 'metrics',
      title: 'Metrics',
      description: 'What is measured, and how many operators have a value.',
      children: (
        <>
          <h1>Metrics</h1>
          <ul>
            {[...site.metrics.values()].map(({ key, name }) => (
              <li>
                <a href={site.href(`metrics/${key}`)}>{name}</a>
              </li>
            ))}
          </ul>
        </>
      ),
    }),
  );
}
