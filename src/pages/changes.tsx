import type { Document, Table } from '../resources/index.ts';
import { renderPage } from './layout.tsx';
import { type Site, siteFile } from './site.ts';

/** `/changes`: what changed, by day. */
export function changesPage(_changes: Table, site: Site): Document {
  return siteFile('changes.html', () =>
    renderPage({
      site,
      path: 'changes',
      title: 'Changes',
      description: 'What changed in the data, by day.',
      children: <h1>Changes</h1>,
    }),
  );
}
