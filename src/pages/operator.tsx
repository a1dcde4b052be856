import type { Operator } from '../model/index.ts';
import type { Document } from '../resources/index.ts';
import { renderPage } from './layout.tsx';
import { canonicalUrl, type Site, siteFile } from './site.ts';

/**
 * `/operators/{slug}`, or where `operator_url` says: everything about one operator. It depends on nothing
 * about other operators, so that a build renders the pages of changed operators only.
 */
export function operatorPage(operator: Operator, site: Site): Document {
  const path = site.operatorPath(operator);
  const addresses = [operator.slug, ...operator.former_slugs].map((slug) =>
    site.operatorPath({ slug, id: operator.id }),
  );
  const [first = path, ...others] = new Set(addresses);
  const files = [`${first}.html`, ...others.map((other) => `${other}.html`)] as const;
  return siteFile(
    files,
    () =>
      renderPage({
        site,
        path,
        canonical: canonicalUrl(operator, site),
        title: operator.name,
        description: `Fees, limits and facts of ${operator.name}, each with its evidence and date.`,
        scripts: ['ages'],
        children: <h1>{operator.name}</h1>,
      }),
    operator,
  );
}
