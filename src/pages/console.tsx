import type { Document } from '../resources/index.ts';
import { renderPage } from './layout.tsx';
import { type Site, siteFile } from './site.ts';

/** `/docs/console`: sends requests to every endpoint, from the browser. */
export function consolePage(site: Site): Document {
  const { service, href, api } = site;
  return siteFile('docs/console.html', () =>
    renderPage({
      site,
      path: 'docs/console',
      title: 'API console',
      description: `Send requests to every endpoint of ${service.name} from the browser.`,
      scripts: ['console'],
      children: (
        <>
          <h1>API console</h1>
          <p class="lead">
            Open an endpoint, then “Execute”. The console sends a real request, and shows the
            response.
          </p>
          <p>
            <a href={href('docs')}>Documentation</a> ·{' '}
            <a href={api('openapi.json')}>OpenAPI description</a>
          </p>
          <noscript>
            <p class="notice">
              The console needs JavaScript. Without it, read{' '}
              <a href={api('openapi.json')}>the OpenAPI description</a>, or open the examples in{' '}
              <a href={`${href('docs')}#endpoints`}>the documentation</a>.
            </p>
          </noscript>
          <h2>Endpoints</h2>
          <p id="console-status" role="status" />
          <div
            id="console"
            data-base={api('').slice(0, -1)}
            data-description={api('openapi.json')}
            data-program={href('console-program.js')}
            data-styles={href('console-program.css')}
          />
        </>
      ),
    }),
  );
}
