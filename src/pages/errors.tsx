import { dayOf, type RemovedCategory } from '../model/index.ts';
import { asSentence, type Document } from '../resources/index.ts';
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
        children: <NotFound site={site} />,
      }),
    ),
    ...site.removedCategories.map((removed) =>
      siteFile(`removed/${removed.slug}.html`, () =>
        renderPage({
          site,
          path: null,
          title: 'Ranking removed',
          description: `The ranking ${removed.slug} was removed.`,
          children: <Removed site={site} removed={removed} />,
        }),
      ),
    ),
  ];
}

function NotFound({ site }: { readonly site: Site }) {
  const { href } = site;
  return (
    <>
      <h1>Page not found</h1>
      <p class="lead">There is no page at this address. It may have been typed wrong.</p>
      <ul>
        <li>
          <a href={href('')}>Comparison of all operators</a>
        </li>
        <li>
          <a href={href('metrics')}>Metrics</a>
        </li>
        <li>
          <a href={href('changes')}>Changes</a>
        </li>
        <li>
          <a href={`${href('docs')}#endpoints`}>Addresses of the API</a>
        </li>
      </ul>
      <Rankings site={site} />
    </>
  );
}

function Removed({ site, removed }: { readonly site: Site; readonly removed: RemovedCategory }) {
  const { slug, removed_at, reason, see } = removed;
  const { href, activeCategories } = site;
  const title = activeCategories.find((category) => category.slug === see)?.title;
  return (
    <>
      <h1>Ranking removed</h1>
      <p class="lead">
        The ranking <code>{slug}</code> was removed on{' '}
        <time dateTime={removed_at}>{dayOf(removed_at)}</time>.
      </p>
      <p>{asSentence(reason)}</p>
      {see === null ? (
        <p>Nothing replaces it.</p>
      ) : (
        <p>
          Use <a href={href(`best/${see}`)}>{title ?? see}</a> instead.
        </p>
      )}
      <Rankings site={site} />
    </>
  );
}

function Rankings({ site: { href, activeCategories } }: { readonly site: Site }) {
  if (activeCategories.length === 0) return null;
  return (
    <>
      <h2>Rankings</h2>
      <ul>
        {activeCategories.map(({ slug, title }) => (
          <li>
            <a href={href(`best/${slug}`)}>{title}</a>
          </li>
        ))}
      </ul>
    </>
  );
}
