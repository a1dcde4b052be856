import type { Document } from '../resources/index.ts';
import { renderPage } from './layout.tsx';
import { type Site, siteFile } from './site.ts';

/** `/docs/console` */
export function consolePage(site: Site): Document {
  return siteFile('docs/console.html', () =>
    renderPage({
      site,
      path: 'docs/console',
      title: 'API console',
      description: 'How to use the data.',
      children: <h1>API console</h1>,
    }),
  );
}
