import type { ComponentChildren } from 'preact';
import { renderToString } from 'preact-render-to-string';
import { type ActiveCategory, dayOf, type Operator } from '../model/index.ts';
import { type Document, deciding, rankOperators } from '../resources/index.ts';
import { cardRows, endInWords, valueInWords } from './card.ts';
import { canonicalUrl, type Site, siteFile } from './site.ts';
import { EMBEDDED_ROWS } from './snippets.ts';

/** `/embed/…`: rankings and operators as pages for frames. They need no script. */
export function embedPages(site: Site): readonly Document[] {
  return [
    ...site.activeCategories.map((category) =>
      siteFile(`embed/best/${category.slug}.html`, () => rankingFrame(category, site)),
    ),
    ...site.operators.map((operator) =>
      siteFile(`embed/operators/${operator.slug}.html`, () => cardFrame(operator, site), operator),
    ),
  ];
}

function rankingFrame(category: ActiveCategory, site: Site): string {
  const { title } = category;
  const { ranked } = rankOperators(category, site);
  const rows = ranked.slice(0, EMBEDDED_ROWS).map(({ operator, rank, claim }) => ({
    operator,
    rank,
    ...deciding(category, operator, claim, site),
  }));
  const [first] = rows;
  const page = `${site.url}best/${category.slug}`;
  return renderEmbed(
    { site, title, page },
    first === undefined ? (
      <p>No operator meets the rule of this ranking.</p>
    ) : (
      <table>
        <thead>
          <tr>
            <th scope="col">Rank</th>
            <th scope="col">Operator</th>
            <th scope="col" class="number">
              {first.metric_name}
            </th>
          </tr>
        </thead>
        <tbody>
          {rows.map(({ operator, rank, value, unit, evidence_url, observed_at }) => (
            <tr>
              <td>{rank}</td>
              <th scope="row">
                <Out href={canonicalUrl(operator, site)}>{operator.name}</Out>
              </th>
              <td class="number">
                {valueInWords(value, unit)}
                {evidence_url !== null && observed_at !== null && (
                  <small>
                    <Out href={evidence_url}>
                      seen <time dateTime={observed_at}>{dayOf(observed_at)}</time>
                    </Out>
                  </small>
                )}
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    ),
    rows.length < ranked.length && <Out href={page}>All {ranked.length} operators</Out>,
  );
}

function cardFrame(operator: Operator, site: Site): string {
  const end = endInWords(operator);
  const page = canonicalUrl(operator, site);
  return renderEmbed(
    { site, title: operator.name, page },
    <>
      {end !== null && <p class="ended">{end}</p>}
      <dl class="card">
        {cardRows(operator).map(([term, value]) => (
          <div>
            <dt>{term}</dt>
            <dd>{value}</dd>
          </div>
        ))}
      </dl>
    </>,
    <Out href={page}>Fees, limits and evidence</Out>,
  );
}

interface Embedded {
  readonly site: Site;
  readonly title: string;
  /** The address of the page that has more about the same. */
  readonly page: string;
}

/**
 * A whole HTML document for a frame. Search engines find the page instead.
 *
 * @param more A link to what is left out.
 */
function renderEmbed(
  { site, title, page }: Embedded,
  children: ComponentChildren,
  more: ComponentChildren,
): string {
  const { service, url, href } = site;
  const document = (
    <html lang="en">
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <title>{`${title} – ${service.name}`}</title>
        <meta name="robots" content="noindex" />
        <link rel="canonical" href={page} />
        <link rel="stylesheet" href={href('site.css')} />
        <link rel="icon" href={href('favicon.svg')} type="image/svg+xml" />
      </head>
      <body class="embed">
        <main>
          <h1>
            <Out href={page}>{title}</Out>
          </h1>
          {children}
        </main>
        <footer>
          {more && <p>{more}</p>}
          <p>
            Data: <Out href={url}>{service.name}</Out> (
            <Out href={service.license.url}>{service.license.name}</Out>)
          </p>
        </footer>
      </body>
    </html>
  );
  return `<!doctype html>\n${renderToString(document)}\n`;
}

/** A link that leaves the frame. */
function Out({ href, children }: { readonly href: string; readonly children: ComponentChildren }) {
  return (
    <a href={href} target="_blank" rel="noopener">
      {children}
    </a>
  );
}
