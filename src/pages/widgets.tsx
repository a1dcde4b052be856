import type { Document } from '../resources/index.ts';
import { renderPage } from './layout.tsx';
import { type Site, siteFile } from './site.ts';

/** `/docs/widgets` */
export function widgetsPage(site: Site): Document {
  return siteFile('docs/widgets.html', () =>
    renderPage({
      site,
      path: 'docs/widgets',
      title: 'Widgets',
      description: 'How to use the data.',
      children: <h1>Widgets</h1>,
    }),
  );
}
