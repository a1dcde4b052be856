import type { ComponentChildren } from 'preact';
import { renderToString } from 'preact-render-to-string';
import type { Site } from './site.ts';

/** The same content in another form, or a feed about it. */
export interface Alternate {
  readonly type: string;
  readonly href: string;
  readonly title: string;
}

/** The forms of the answer that a page is about, below the API. */
export function formsOf({ api }: Site, path: string, title: string): readonly Alternate[] {
  return [
    { type: 'application/json', href: api(`${path}.json`), title: `${title} (JSON)` },
    { type: 'text/csv', href: api(`${path}.csv`), title: `${title} (CSV)` },
    { type: 'text/markdown', href: api(`${path}.md`), title: `${title} (Markdown)` },
  ];
}

export interface PageProps {
  readonly site: Site;
  /** The title of the page, without the name of the service. */
  readonly title: string;
  /** One or two sentences for search engines and previews. */
  readonly description: string;
  /** The path of the page, as `Site.href` takes it: empty for the front page; null for errors. */
  readonly path: string | null;
  /** The whole address, where it is not that of `path`. */
  readonly canonical?: string;
  readonly alternates?: readonly Alternate[];
  /** Statements for search engines (https://schema.org), as JSON-LD. */
  readonly structuredData?: object;
  /** Names of modules of `browser/`, which the page loads. */
  readonly scripts?: readonly string[];
  readonly children: ComponentChildren;
}

/** A whole HTML document. */
export function renderPage(props: PageProps): string {
  return `<!doctype html>\n${renderToString(<Layout {...props} />)}\n`;
}

const NAVIGATION = [
  ['Comparison', ''],
  ['Rankings', '#rankings'],
  ['Metrics', 'metrics'],
  ['Changes', 'changes'],
  ['API', 'docs'],
] as const;

function Layout({ site, title, path, children, ...more }: PageProps) {
  const { service, href } = site;
  return (
    <html lang="en">
      <Head site={site} title={title} path={path} {...more} />
      <body>
        <a class="skip" href="#main">
          Skip to content
        </a>
        <header class="masthead">
          <a class="brand" href={href('')}>
            {service.name}
          </a>
          <nav aria-label="Site">
            {NAVIGATION.map(([name, to]) => (
              <a href={href(to)} aria-current={to === path ? 'page' : undefined}>
                {name}
              </a>
            ))}
          </nav>
        </header>
        <main id="main">{children}</main>
        <Footer site={site} />
      </body>
    </html>
  );
}

function Head({
  site,
  title,
  description,
  path,
  canonical,
  alternates = [],
  structuredData,
  scripts = [],
}: Omit<PageProps, 'children'>) {
  const { service, url, href } = site;
  const address = canonical ?? (path === null ? null : url + path);
  const full = path === '' ? `${service.name}: ${title}` : `${title} – ${service.name}`;
  return (
    <head>
      <meta charset="utf-8" />
      <meta name="viewport" content="width=device-width, initial-scale=1" />
      <title>{full}</title>
      <meta name="description" content={description} />
      {address === null ? (
        <meta name="robots" content="noindex" />
      ) : (
        <link rel="canonical" href={address} />
      )}
      <link rel="stylesheet" href={href('site.css')} />
      <link rel="icon" href={href('favicon.svg')} type="image/svg+xml" />
      {alternates.map((alternate) => (
        <link rel="alternate" {...alternate} />
      ))}
      <meta property="og:type" content="website" />
      <meta property="og:site_name" content={service.name} />
      <meta property="og:title" content={title} />
      <meta property="og:description" content={description} />
      {address !== null && <meta property="og:url" content={address} />}
      <meta property="og:image" content={`${url}preview.png`} />
      <meta name="twitter:card" content="summary_large_image" />
      {structuredData !== undefined && <JsonLd data={structuredData} />}
      {scripts.map((name) => (
        <script type="module" src={href(`${name}.js`)} />
      ))}
    </head>
  );
}

/** A block of data, which browsers do not run. Nothing in it can end the element. */
function JsonLd({ data }: { readonly data: object }) {
  const text = JSON.stringify(data).replaceAll('<', '\\u003c');
  return <script type="application/ld+json" dangerouslySetInnerHTML={{ __html: text }} />;
}

function Footer({ site: { service, href, api } }: { readonly site: Site }) {
  const { license, attribution, contact, notice } = service;
  return (
    <footer>
      {notice !== null && <p class="notice">{notice}</p>}
      <p>
        Data: <a href={license.url}>{license.name}</a>. {attribution}
      </p>
      <p>
        <a href={api('index.json')}>JSON</a> · <a href={api('table.csv')}>CSV</a> ·{' '}
        <a href={href('docs')}>API</a> · <a href={href('docs/widgets')}>Widgets</a> ·{' '}
        <a href={api('changes.atom')}>Feed</a> ·{' '}
        <a href={contact.url ?? `mailto:${contact.email}`}>{contact.name}</a>
      </p>
    </footer>
  );
}
