import { isActive, type Metric } from '../model/index.ts';
import { countCoverage, type Document } from '../resources/index.ts';
import { Meter } from './charts.tsx';
import { counted, Day, inDigits, Scroll } from './figures.tsx';
import { renderPage } from './layout.tsx';
import { type Site, siteFile } from './site.ts';

/** `/metrics`: what is measured, and of how many operators it is known. */
export function metricsPage(site: Site): Document {
  return siteFile('metrics.html', () =>
    renderPage({
      site,
      path: 'metrics',
      title: 'Metrics',
      description: 'What is measured, in which unit, and how many operators have a value.',
      alternates: [
        { type: 'application/json', href: site.api('metrics.json'), title: 'Metrics (JSON)' },
        { type: 'text/csv', href: site.api('metrics.csv'), title: 'Metrics (CSV)' },
      ],
      children: <Metrics site={site} />,
    }),
  );
}

function Metrics({ site }: { readonly site: Site }) {
  const { metrics, operators } = site;
  const known = countCoverage(operators).metrics;
  const total = operators.filter(isActive).length;
  return (
    <>
      <h1>Metrics</h1>
      <p class="lead">
        What is measured, in which unit, and how many of {counted(total, 'operator')} have a current
        value.
      </p>
      {metrics.size === 0 ? (
        <p>Nothing is measured yet.</p>
      ) : (
        <Scroll label="Metrics">
          <table class="metrics">
            <thead>
              <tr>
                <th scope="col">Metric</th>
                <th scope="col">Meaning</th>
                <th scope="col">Unit</th>
                <th scope="col">Type</th>
                <th scope="col">Better</th>
                <th scope="col">Operators</th>
              </tr>
            </thead>
            <tbody>
              {[...metrics.values()].map((metric) => (
                <Row
                  metric={metric}
                  site={site}
                  covered={known.get(metric.key)?.operators ?? 0}
                  total={total}
                />
              ))}
            </tbody>
          </table>
        </Scroll>
      )}
      <p>
        As data: <a href={site.api('metrics.json')}>JSON</a>,{' '}
        <a href={site.api('metrics.csv')}>CSV</a>.
      </p>
    </>
  );
}

function Row({
  metric: { key, name, description, unit, type, better, retired_at, replaced_by },
  site,
  covered,
  total,
}: {
  readonly metric: Metric;
  readonly site: Site;
  readonly covered: number;
  readonly total: number;
}) {
  const next = replaced_by === null ? undefined : site.metrics.get(replaced_by);
  return (
    <tr>
      <th scope="row">
        <a href={site.href(`metrics/${key}`)}>{name}</a>
      </th>
      <td class="meaning">
        {description}
        {retired_at !== null && (
          <p class="notice">
            Retired on <Day at={retired_at} />
            {next !== undefined && (
              <>
                , replaced by <a href={site.href(`metrics/${next.key}`)}>{next.name}</a>
              </>
            )}
            .
          </p>
        )}
      </td>
      <td>{unit ?? <span class="muted">none</span>}</td>
      <td>{type}</td>
      <td>{better === 'none' ? <span class="muted">–</span> : better}</td>
      <td class="coverage">
        {inDigits(covered)} of {inDigits(total)}
        <Meter part={covered} whole={total} />
      </td>
    </tr>
  );
}
