import type { Document } from '../resources/index.ts';
import { renderPage } from './layout.tsx';
import { type Site, siteFile } from './site.ts';

/** `/docs` */
export function docsPage(site: Site): Document {
  return siteFile('docs.html', () =>
    renderPage({
      site,
      path: 'docs',
      title: 'API',
      description: 'How to use the data.',
      children: <h1>API</h1>,
    }),
  );
}
