import { dayOf } from '../model/index.ts';
import type { Document } from '../resources/index.ts';
import { renderPage } from './layout.tsx';
import { type Site, siteFile } from './site.ts';

/** What people see at addresses without a page, and at those of removed rankings. */
export function errorPages(site: Site): readonly Document[] {
  return [
    siteFile('404.html', () =>
      renderPage({
        site,
        path: null,
        title: 'Page not found',
        description: 'There is no page at this address.',
        children: (
          <>
            <h1>Page not found</h1>
            <p>
              There is no page at this address. The <a href={site.href('')}>comparison</a> lists
              every operator and ranking.
            </p>
          </>
        ),
      }),
    ),
    ...site.removedCategories.map(({ slug, removed_at, reason, see }) =>
      siteFile(`removed/${slug}.html`, () =>
        renderPage({
          site,
          path: null,
          title: 'Ranking removed',
          description: `The ranking ${slug} was removed.`,
          children: (
            <>
              <h1>Ranking removed</h1>
              <p>
                The ranking <code>{slug}</code> was removed on {dayOf(removed_at)}: {reason}
              </p>
              {see !== null && (
                <p>
                  See <a href={site.href(`best/${see}`)}>{titleOf(see, site)}</a> instead.
                </p>
              )}
            </>
          ),
        }),
      ),
    ),
  ];
}

function titleOf(slug: string, { activeCategories }: Site): string {
  return activeCategories.find((category) => category.slug === slug)?.title ?? slug;
}
