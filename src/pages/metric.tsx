import { dayOf, isActive, lastObserved, type Metric } from '../model/index.ts';
import { type Document, distributionOf, metricPath, rankByMetric } from '../resources/index.ts';
import { Chart, type Drawing, drawBars, drawHistogram, renderPicture } from './charts.tsx';
import {
  counted,
  Day,
  Evidence,
  Figure,
  inDigits,
  MOST_ROWS,
  namesInWords,
  numberInWords,
  Scroll,
} from './figures.tsx';
import { formsOf, renderPage } from './layout.tsx';
import { type Site, siteFile } from './site.ts';

/** `/metrics/{key}`: the pages of all metrics, and their charts. */
export function metricPages(site: Site): readonly Document[] {
  return [...site.metrics.values()].flatMap((metric) => {
    const { key, name, description } = metric;
    const path = metricPath(key);
    const page = siteFile(`${path}.html`, () => {
      const view = viewOf(metric, site);
      return renderPage({
        site,
        path,
        title: name,
        description,
        alternates: formsOf(site, path, name),
        structuredData: dataset(view),
        scripts: ['ages'],
        children: <MetricView view={view} />,
      });
    });
    if (!isNumeric(metric)) return [page];
    const picture = siteFile(`${path}.svg`, () => {
      const view = viewOf(metric, site);
      return renderPicture({
        site,
        path,
        title: name,
        description: labelOf(view),
        drawing: draw(view),
      });
    });
    return [page, picture];
  });
}

type Measured = ReturnType<typeof rankByMetric>;

interface View {
  readonly site: Site;
  readonly metric: Metric;
  readonly path: string;
  readonly measured: Measured;
  readonly distribution: ReturnType<typeof distributionOf>;
  /** How many operators are in business. */
  readonly operators: number;
}

function viewOf(metric: Metric, site: Site): View {
  const measured = rankByMetric(metric, site.operators);
  return {
    site,
    metric,
    path: metricPath(metric.key),
    measured,
    distribution: distributionOf(metric, measured),
    operators: site.operators.filter(isActive).length,
  };
}

function isNumeric({ type }: Metric): boolean {
  return type === 'number' || type === 'integer';
}

function MetricView({ view }: { readonly view: View }) {
  const { site, metric, path, measured } = view;
  const { name, description } = metric;
  return (
    <>
      <h1>{name}</h1>
      <p class="lead">{description}</p>
      <Retired metric={metric} site={site} />
      <div class="beside">
        {isWorthAChart(view) && (
          <Chart drawing={draw(view)} label={labelOf(view)} caption={captionOf(view)} />
        )}
        <Entry view={view} />
      </div>
      <h2 id="operators">{counted(measured.length, 'operator')} with a current value</h2>
      {measured.length === 0 ? <p>No operator has a current value.</p> : <Operators view={view} />}
      <h2 id="use">Use this metric</h2>
      <p>
        As data: <a href={site.api(`${path}.json`)}>JSON</a>,{' '}
        <a href={site.api(`${path}.csv`)}>CSV</a>, <a href={site.api(`${path}.md`)}>Markdown</a>.
        {isNumeric(metric) && (
          <>
            {' '}
            As a picture: <a href={site.href(`${path}.svg`)}>SVG</a>.
          </>
        )}{' '}
        On your own page: <a href={site.href('docs/widgets')}>widgets</a>.
      </p>
      <Rankings view={view} />
    </>
  );
}

function Retired({
  metric: { retired_at, replaced_by },
  site,
}: {
  readonly metric: Metric;
  readonly site: Site;
}) {
  if (retired_at === null) return null;
  const next = replaced_by === null ? undefined : site.metrics.get(replaced_by);
  return (
    <p class="notice">
      Retired on <Day at={retired_at} />: it has no current values since then.
      {next !== undefined && (
        <>
          {' '}
          <a href={site.href(metricPath(next.key))}>{next.name}</a> replaces it.
        </>
      )}
    </p>
  );
}

/** If all values of a kind occur once, or there is one value, a chart shows less than a sentence. */
function isWorthAChart({ distribution: { count, min, max, values } }: View): boolean {
  return values === null ? min !== max : values.length < count;
}

function draw({ metric, measured, distribution: { values } }: View): Drawing {
  if (values === null || isNumeric(metric)) {
    return drawHistogram(measured.map(({ claim }) => Number(claim.value)));
  }
  return drawBars(
    values.map(({ value, operators }) => ({
      label: valueInWords(value),
      length: operators,
      value: counted(operators, 'operator'),
    })),
  );
}

function valueInWords(value: string | number | boolean): string {
  return typeof value === 'boolean' ? (value ? 'Yes' : 'No') : String(value);
}

function captionOf({ metric: { unit, type } }: View): string {
  if (type !== 'number' && type !== 'integer') return 'How many operators have each value';
  return `How many operators have a value in each range${unit === null ? '' : ` (${unit})`}`;
}

/** The chart in a sentence. */
function labelOf({ metric, distribution: { count, min, median, max, values } }: View): string {
  const { name, unit } = metric;
  if (count === 0) return `Chart of ${name}. No values yet.`;
  const [most] = values ?? [];
  if (most !== undefined) {
    return `Bar chart of ${name} for ${counted(count, 'operator')}: the most frequent value is ${valueInWords(most.value)}, with ${counted(most.operators, 'operator')}.`;
  }
  const [least, middle, greatest] = [min, median, max].map((figure) =>
    figure === null ? 'unknown' : amountInWords(figure, unit),
  );
  return `Histogram of ${name} for ${counted(count, 'operator')}: from ${least} to ${greatest}, median ${middle}.`;
}

function amountInWords(value: number, unit: string | null): string {
  return `${numberInWords(value, unit)}${unit === null ? '' : ` ${unit}`}`;
}

const BETTER = {
  lower: 'Lower is better',
  higher: 'Higher is better',
  none: 'No value is better as such',
} as const;

/** The entry of the metric in the dictionary, and its distribution in figures. */
function Entry({ view }: { readonly view: View }) {
  const { metric, measured, distribution, operators } = view;
  const { key, type, unit, better, min, max } = metric;
  const { lower_quartile, median, upper_quartile } = distribution;
  const figures = [
    ['Least', distribution.min],
    ['Lower quartile', lower_quartile],
    ['Median', median],
    ['Upper quartile', upper_quartile],
    ['Greatest', distribution.max],
  ] as const;
  return (
    <section aria-labelledby="figures">
      <h2 id="figures">In figures</h2>
      <dl class="facts">
        <dt>Coverage</dt>
        <dd>
          {inDigits(measured.length)} of {counted(operators, 'operator')}
        </dd>
        <Best view={view} />
        {figures.map(
          ([name, figure]) =>
            figure !== null && (
              <>
                <dt>{name}</dt>
                <dd>
                  <Figure value={figure} unit={unit} />
                </dd>
              </>
            ),
        )}
        <dt>Direction</dt>
        <dd>{BETTER[better]}</dd>
        {(min !== null || max !== null) && (
          <>
            <dt>Plausible</dt>
            <dd>{boundsInWords(min, max, unit)}</dd>
          </>
        )}
        <dt>Unit</dt>
        <dd>{unit ?? 'None'}</dd>
        <dt>Type</dt>
        <dd>{type}</dd>
        <dt>Key</dt>
        <dd>
          <code>{key}</code>
        </dd>
      </dl>
    </section>
  );
}

function boundsInWords(min: number | null, max: number | null, unit: string | null): string {
  if (min === null) return max === null ? '' : `at most ${amountInWords(max, unit)}`;
  if (max === null) return `at least ${amountInWords(min, unit)}`;
  return `${numberInWords(min, unit)} to ${amountInWords(max, unit)}`;
}

/** Who has the best value, and who the worst. */
function Best({ view: { metric, measured } }: { readonly view: View }) {
  const [first, last] = [measured[0], measured.at(-1)];
  if (metric.better === 'none' || first === undefined || last === undefined) return null;
  const entry = (name: string, rank: number | null) => {
    const those = measured.filter((one) => one.rank === rank);
    return (
      <>
        <dt>{name}</dt>
        <dd>
          <Figure value={those[0]?.claim.value} unit={metric.unit} />:{' '}
          {namesInWords(those.map(({ operator }) => operator.name))}
        </dd>
      </>
    );
  };
  return (
    <>
      {entry('Best', first.rank)}
      {last.rank !== first.rank && entry('Worst', last.rank)}
    </>
  );
}

function Operators({ view: { site, metric, path, measured } }: { readonly view: View }) {
  const { name, unit, better } = metric;
  const numeric = isNumeric(metric) ? 'number' : undefined;
  const rest = measured.length - MOST_ROWS;
  return (
    <>
      <Scroll label="Operators">
        <table>
          <thead>
            <tr>
              {better !== 'none' && (
                <th scope="col" class="number place">
                  Rank
                </th>
              )}
              <th scope="col">Operator</th>
              <th scope="col" class={numeric}>
                {name}
              </th>
              <th scope="col">Evidence</th>
              <th scope="col">Seen on</th>
            </tr>
          </thead>
          <tbody>
            {measured.slice(0, MOST_ROWS).map(({ rank, operator, claim }) => {
              const address = site.href(site.operatorPath(operator));
              return (
                <tr>
                  {better !== 'none' && <td class="number">{rank}</td>}
                  <th scope="row">
                    <a href={address}>{operator.name}</a>
                  </th>
                  <td class={numeric}>
                    <a href={`${address}#${claim.claim_id}`}>
                      <Figure value={claim.value} unit={unit} />
                    </a>
                  </td>
                  <td>
                    <Evidence url={claim.evidence_url} archive={claim.archive_url} />
                  </td>
                  <td>
                    <Day at={lastObserved(claim)} />
                  </td>
                </tr>
              );
            })}
          </tbody>
        </table>
      </Scroll>
      {rest > 0 && (
        <p>
          {inDigits(rest)} more are in the <a href={site.api(`${path}.csv`)}>CSV</a>.
        </p>
      )}
    </>
  );
}

/** The rankings that use the metric. */
function Rankings({ view: { site, metric } }: { readonly view: View }) {
  const using = site.activeCategories.filter(
    ({ cite, where, rank_by }) =>
      cite === metric.key || metric.key in where || rank_by.some(({ by }) => by === metric.key),
  );
  if (using.length === 0) return null;
  return (
    <>
      <h2 id="rankings">Rankings that use it</h2>
      <ul>
        {using.map(({ slug, title }) => (
          <li>
            <a href={site.href(`best/${slug}`)}>{title}</a>
          </li>
        ))}
      </ul>
    </>
  );
}

/** https://schema.org/Dataset */
function dataset({ site, metric, path, measured }: View): object {
  const { service, url } = site;
  const times = measured.map(({ claim }) => dayOf(lastObserved(claim))).sort();
  const [oldest, newest] = [times[0], times.at(-1)];
  const download = (suffix: string, encodingFormat: string) => ({
    '@type': 'DataDownload',
    encodingFormat,
    contentUrl: `${service.base_url}/${path}.${suffix}`,
  });
  return {
    '@context': 'https://schema.org',
    '@type': 'Dataset',
    name: metric.name,
    description: metric.description,
    url: url + path,
    license: service.license.url,
    creator: { '@type': 'Organization', name: service.name },
    ...(oldest !== undefined && { temporalCoverage: `${oldest}/${newest}` }),
    variableMeasured: {
      '@type': 'PropertyValue',
      name: metric.name,
      ...(metric.unit !== null && { unitText: metric.unit }),
    },
    distribution: [download('json', 'application/json'), download('csv', 'text/csv')],
  };
}
