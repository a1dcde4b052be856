import { isActive } from '../model/index.ts';
import type { Document } from '../resources/index.ts';
import { Figure, Scroll } from './figures.tsx';
import { renderPage } from './layout.tsx';
import { type Site, siteFile } from './site.ts';

/** `/`: what this is, and the comparison of all operators. */
export function frontPage(site: Site): Document {
  return siteFile('index.html', () =>
    renderPage({
      site,
      path: '',
      title: 'Crypto bookmakers compared',
      description: `Fees, limits and verification of crypto bookmakers, each figure with its evidence and date, by ${site.service.name}.`,
      scripts: ['comparison'],
      children: <Comparison site={site} />,
    }),
  );
}

function Comparison({ site }: { readonly site: Site }) {
  return (
    <>
      <h1>Crypto bookmakers compared</h1>
      <Scroll label="Comparison">
        <table>
          <thead>
            <tr>
              <th scope="col">Operator</th>
              <th scope="col">Licence</th>
            </tr>
          </thead>
          <tbody>
            {site.operators.filter(isActive).map((operator) => (
              <tr>
                <th scope="row">
                  <a href={site.href(site.operatorPath(operator))}>{operator.name}</a>
                </th>
                <td>
                  <Figure value={operator.license_jurisdiction} />
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      </Scroll>
      <h2 id="rankings">Rankings</h2>
      <ul>
        {site.activeCategories.map(({ slug, title, description }) => (
          <li>
            <a href={site.href(`best/${slug}`)}>{title}</a>: {description}
          </li>
        ))}
      </ul>
    </>
  );
}
