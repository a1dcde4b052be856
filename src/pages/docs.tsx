import type { VNode } from 'preact';
import { dayOf } from '../model/index.ts';
import type { Document } from '../resources/index.ts';
import { DATA_SECTIONS } from './docs-data.tsx';
import { PROGRAM_SECTIONS } from './docs-programs.tsx';
import { REQUEST_SECTIONS } from './docs-requests.tsx';
import { renderPage } from './layout.tsx';
import { type Site, siteFile } from './site.ts';

/** A part of the documentation, below a heading of its own. */
export interface DocsSection {
  /** The fragment of its address. */
  readonly id: string;
  readonly title: string;
  readonly Content: (props: { readonly site: Site }) => VNode;
}

/** In the order of `docs/api.md`, which says the same. */
const SECTIONS: readonly DocsSection[] = [
  ...REQUEST_SECTIONS,
  ...PROGRAM_SECTIONS,
  ...DATA_SECTIONS,
];

/** `/docs`: how to use the API. */
export function docsPage(site: Site): Document {
  return siteFile('docs.html', () =>
    renderPage({
      site,
      path: 'docs',
      title: 'API',
      description: `How to use the data of ${site.service.name} in programs and spreadsheets: addresses, formats, code, downloads, feeds and guarantees.`,
      scripts: ['docs'],
      children: <Docs site={site} />,
    }),
  );
}

function Docs({ site }: { readonly site: Site }) {
  const { service, href, api } = site;
  return (
    <div class="docs">
      <header>
        <h1>API</h1>
        <p class="lead">
          The API is read-only and free, and needs no key. Every response is a file written in
          advance.
        </p>
        <dl class="facts">
          <dt>Base URL</dt>
          <dd>
            <a href={api('').slice(0, -1)}>
              <code>{service.base_url}</code>
            </a>
          </dd>
          <dt>Formats</dt>
          <dd>JSON and CSV</dd>
          <dt>Licence</dt>
          <dd>
            <a href={service.license.url}>{service.license.name}</a>
          </dd>
        </dl>
        <p>
          <a class="action" href={href('docs/console')}>
            Send requests in the console
          </a>{' '}
          <a href={api('openapi.json')}>OpenAPI description</a> ·{' '}
          <a href={api('llms.txt')}>llms.txt</a> · <a href={href('docs/widgets')}>Widgets</a>
        </p>
        <End site={site} />
      </header>
      <nav class="contents" aria-label="On this page">
        <ol>
          {SECTIONS.map(({ id, title }) => (
            <li>
              <a href={`#${id}`}>{title}</a>
            </li>
          ))}
        </ol>
      </nav>
      <div class="docs-text">
        {SECTIONS.map(({ id, title, Content }) => (
          <section aria-labelledby={id}>
            <h2 id={id}>{title}</h2>
            <Content site={site} />
          </section>
        ))}
      </div>
    </div>
  );
}

/** That this version of the API will end. */
function End({ site: { service } }: { readonly site: Site }) {
  if (service.deprecation === null) return null;
  const { since, sunset, details } = service.deprecation;
  return (
    <p class="notice">
      This version of the API is deprecated from {dayOf(since)} on: build nothing new on it.{' '}
      {sunset !== null && <>It stops responding on {dayOf(sunset)}. </>}
      <a href={details}>The reason and the replacement</a>
    </p>
  );
}
