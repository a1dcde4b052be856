import type { ComponentChildren } from 'preact';
import {
  type ActiveCategory,
  dayOf,
  isActive,
  isCurrent,
  lastObserved,
  type Metric,
  type Operator,
  summaryFields,
  summaryNames,
} from '../model/index.ts';
import { documentType, essenceOf } from '../represent/index.ts';
import { countCoverage, type Document, deciding, rankOperators } from '../resources/index.ts';
import {
  type ColumnKind,
  FEWEST_SIDE_BY_SIDE,
  firstOrder,
  kindOf,
  LEVELS,
  MOST_SIDE_BY_SIDE,
  UNKNOWN,
} from './comparison/columns.ts';
import { Figure, inDigits, Scroll } from './figures.tsx';
import { renderPage } from './layout.tsx';
import { type Site, siteFile } from './site.ts';

/** `/`: what this is, and the comparison of all operators. */
export function frontPage(site: Site): Document {
  return siteFile('index.html', () => {
    const operators = site.operators
      .filter(isActive)
      .sort((a, b) => (a.name < b.name ? -1 : a.name > b.name ? 1 : a.id - b.id));
    const columns = [...SUMMARY, ...metricColumns(site)];
    return renderPage({
      site,
      path: '',
      title: TITLE,
      description: `Fees, limits and verification of crypto bookmakers, each figure with its evidence and date, by ${site.service.name}.`,
      scripts: ['comparison'],
      alternates: DOWNLOADS.map(({ path, title }) => ({
        type: typeOf(path),
        href: site.api(path),
        title,
      })),
      structuredData: dataSet(site, operators.length),
      children: (
        <>
          <Introduction site={site} operators={operators} />
          <section class="comparison" aria-labelledby="comparison">
            <h2 id="comparison">Comparison</h2>
            <Tools columns={columns} operators={operators} />
            <Comparison site={site} columns={columns} operators={operators} />
          </section>
          <Rankings site={site} />
          <Ended site={site} />
        </>
      ),
    });
  });
}

const TITLE = 'Crypto bookmakers compared';

/** The same data in other forms. */
const DOWNLOADS = [
  { path: 'table.csv', title: 'Every operator with every metric, as CSV' },
  { path: 'operators.json', title: 'Every operator in brief, as JSON' },
  { path: 'index.md', title: 'The service in Markdown' },
  { path: 'changes.atom', title: 'What changed' },
];

function typeOf(path: string): string {
  return path.endsWith('.csv') ? 'text/csv' : essenceOf(documentType(path));
}

interface Column {
  /** A summary field, or the key of a metric. */
  readonly key: string;
  readonly name: string;
  readonly unit: string | null;
  readonly kind: ColumnKind;
  readonly better: Metric['better'];
  readonly metric: Metric | null;
}

/** The summary fields that are compared. The name heads the rows. */
const SUMMARY: readonly Column[] = (
  [
    ['name', 'text'],
    ['license_jurisdiction', 'text'],
    ['kyc_level', 'level'],
    ['accepts_vpn', 'choice'],
    ['has_mobile_app', 'choice'],
    ['updated_at', 'day'],
  ] as const
).map(([key, kind]) => ({
  key,
  name: key === 'name' ? 'Operator' : summaryNames[key],
  unit: null,
  kind,
  better: 'none',
  metric: null,
}));

/** How many metrics have a column before the reader chooses. The stylesheet hides the columns after them. */
const METRICS_AT_FIRST = 5;

/** The metrics in use, those with the most values first. One with the name of a column has none of its own. */
function metricColumns({ operators, metrics }: Site): readonly Column[] {
  const coverage = countCoverage(operators).metrics;
  const known = ({ key }: Metric) => coverage.get(key)?.operators ?? 0;
  return [...metrics.values()]
    .filter(
      ({ key, retired_at }) =>
        retired_at === null && (!(key in summaryFields) || key === 'kyc_threshold_usd'),
    )
    .sort((a, b) => known(b) - known(a))
    .map((metric) => {
      const { key, name, unit, better } = metric;
      return { key, name, unit: shownUnit(name, unit), kind: kindOf(metric), better, metric };
    });
}

/** The unit, unless the name of the metric ends with it. */
function shownUnit(name: string, unit: string | null): string | null {
  return unit !== null && name.endsWith(`(${unit})`) ? null : unit;
}

function Introduction({ site, operators }: Shown) {
  const { service, href, api } = site;
  return (
    <>
      <h1>{TITLE}</h1>
      <p class="lead">
        {service.name} compares {inDigits(operators.length)} crypto bookmakers (“operators”) by
        licence, identity verification, fees, limits and other <a href={href('metrics')}>metrics</a>
        . Each figure links to its evidence and the day it was observed, and all of it is open data:{' '}
        <a href={api('table.csv')}>CSV</a>, <a href={href('docs')}>API</a>.
      </p>
      {service.notice !== null && <p class="notice">{service.notice}</p>}
    </>
  );
}

interface Shown {
  readonly site: Site;
  readonly operators: readonly Operator[];
}

/** What `comparison.js` works with. Browsers without scripts do not show it. */
function Tools({
  columns,
  operators,
}: {
  readonly columns: readonly Column[];
  readonly operators: readonly Operator[];
}) {
  const licences = new Set(operators.map(({ license_jurisdiction }) => license_jurisdiction));
  const measured = columns.filter(({ metric, kind }) => metric !== null && kind === 'number');
  const total = inDigits(operators.length);
  return (
    <form class="tools" aria-labelledby="comparison" autocomplete="off">
      <label class="field search">
        Search
        <input type="search" name="search" placeholder="Name" spellcheck={false} />
      </label>
      <details class="filters">
        <summary>Filters</summary>
        <div class="fields">
          <Choice label="Licence" name="licence">
            {[...licences]
              .filter((licence) => licence !== null)
              .sort()
              .map((licence) => (
                <option>{licence}</option>
              ))}
            {licences.has(null) && <option value="unknown">Unknown</option>}
          </Choice>
          <Choice label="Verification" name="verification">
            {Object.entries(LEVELS).map(([level, words]) => (
              <option value={level}>{words}</option>
            ))}
            <option value="unknown">Unknown</option>
          </Choice>
          <Choice label="VPN" name="vpn">
            <YesOrNo />
          </Choice>
          <Choice label="App" name="app">
            <YesOrNo />
          </Choice>
          {measured.length > 0 && (
            <fieldset>
              <legend>Range</legend>
              <select name="metric" aria-label="Metric of the range">
                {measured.map(({ key, name, unit }) => (
                  <option value={key}>{unit === null ? name : `${name}, ${unit}`}</option>
                ))}
              </select>
              <input type="number" name="min" step="any" placeholder="Min" aria-label="Minimum" />
              <input type="number" name="max" step="any" placeholder="Max" aria-label="Maximum" />
            </fieldset>
          )}
        </div>
      </details>
      <p role="status">{`${total} of ${total} operators`}</p>
      <p class="hint">{`Select ${FEWEST_SIDE_BY_SIDE} to ${MOST_SIDE_BY_SIDE} operators to see them side by side.`}</p>
      <div class="actions">
        <button type="button" name="side-by-side" disabled>
          Compare
        </button>
        <button type="button" name="download">
          Download CSV
        </button>
        <button type="button" name="start-over">
          Reset
        </button>
      </div>
      <details class="columns">
        <summary>Columns</summary>
        <fieldset class="fields">
          <legend class="visually-hidden">Columns</legend>
          {columns.slice(1).map(({ key, name }, index) => (
            <label>
              <input
                type="checkbox"
                name="columns"
                value={key}
                checked={index + 1 < SUMMARY.length + METRICS_AT_FIRST}
              />{' '}
              {name}
            </label>
          ))}
        </fieldset>
      </details>
    </form>
  );
}

function Choice({
  label,
  name,
  children,
}: {
  readonly label: string;
  readonly name: string;
  readonly children: ComponentChildren;
}) {
  return (
    <label class="field">
      {label}
      <select name={name}>
        <option value="">Any</option>
        {children}
      </select>
    </label>
  );
}

function YesOrNo() {
  return (
    <>
      <option value="yes">Yes</option>
      <option value="no">No</option>
      <option value="unknown">Unknown</option>
    </>
  );
}

function Comparison({ site, columns, operators }: Shown & { readonly columns: readonly Column[] }) {
  if (operators.length === 0) return <p>No operator is listed.</p>;
  return (
    <div class="view">
      <a class="skip" href="#rankings">
        Skip the table
      </a>
      <Scroll label="Operators">
        <table>
          <thead>
            <tr>
              {columns.map((column) => (
                <Heading site={site} column={column} />
              ))}
            </tr>
          </thead>
          <tbody>
            {operators.map((operator) => (
              <Row site={site} columns={columns} operator={operator} />
            ))}
          </tbody>
        </table>
      </Scroll>
      <p class="legend muted">
        {UNKNOWN} means that the value is not known. A figure links to its evidence.
      </p>
    </div>
  );
}

function Heading({ site, column }: { readonly site: Site; readonly column: Column }) {
  const { key, name, unit, kind, better, metric } = column;
  return (
    <th
      scope="col"
      class={kind === 'number' ? 'number' : undefined}
      aria-sort={key === 'name' ? 'ascending' : undefined}
      title={metric?.description}
      data-key={key}
      data-kind={kind}
      data-first={firstOrder(kind, better)}
      data-better={better === 'none' ? undefined : better}
    >
      {metric === null ? name : <a href={site.href(`metrics/${key}`)}>{name}</a>}
      {unit !== null && <span class="unit"> {unit}</span>}
    </th>
  );
}

function Row({
  site,
  columns,
  operator,
}: {
  readonly site: Site;
  readonly columns: readonly Column[];
  readonly operator: Operator;
}) {
  const page = site.href(site.operatorPath(operator));
  const claims = new Map(operator.claims.filter(isCurrent).map((claim) => [claim.metric, claim]));
  return (
    <tr data-slug={operator.slug}>
      <th scope="row">
        <a href={page}>{operator.name}</a>
      </th>
      {columns.slice(1).map(({ key, kind, metric }) => {
        const claim = claims.get(key);
        if (metric === null) return <SummaryCell column={key} operator={operator} />;
        const isNumber = kind === 'number';
        if (claim === undefined) return <UnknownCell isNumber={isNumber} />;
        return (
          <td class={isNumber ? 'number' : undefined}>
            <a
              href={`${page}#${claim.claim_id}`}
              title={`Observed on ${dayOf(lastObserved(claim))}`}
            >
              {inCell(claim.value, metric.unit)}
            </a>
          </td>
        );
      })}
    </tr>
  );
}

function SummaryCell({
  column,
  operator,
}: {
  readonly column: string;
  readonly operator: Operator;
}) {
  const { license_jurisdiction, kyc_level, accepts_vpn, has_mobile_app, updated_at } = operator;
  switch (column) {
    case 'license_jurisdiction':
      return license_jurisdiction === null ? <UnknownCell /> : <td>{license_jurisdiction}</td>;
    case 'kyc_level':
      return kyc_level === null ? (
        <UnknownCell />
      ) : (
        <td data-level={kyc_level}>{verification(operator)}</td>
      );
    case 'updated_at':
      return <td class="figure">{dayOf(updated_at)}</td>;
    default: {
      const value = column === 'accepts_vpn' ? accepts_vpn : has_mobile_app;
      return value === null ? <UnknownCell /> : <td>{inCell(value)}</td>;
    }
  }
}

function UnknownCell({ isNumber = false }: { readonly isNumber?: boolean }) {
  return <td class={isNumber ? 'unknown number' : 'unknown'}>{UNKNOWN}</td>;
}

function inCell(value: string | number | boolean, unit: string | null = null): string {
  if (typeof value === 'boolean') return value ? 'Yes' : 'No';
  if (typeof value === 'string') return value;
  // Four digits without a unit may be a year.
  return unit === null && Math.abs(value) < 10_000 ? String(value) : inDigits(value);
}

function verification({ kyc_level, kyc_threshold_usd }: Operator): string {
  if (kyc_level === null) return UNKNOWN;
  return kyc_level === 'threshold' && kyc_threshold_usd !== null
    ? `Above ${inDigits(kyc_threshold_usd)} USD`
    : LEVELS[kyc_level];
}

/** Operators that are not compared any more, whose pages stay. */
function Ended({ site }: { readonly site: Site }) {
  const ended = site.operators.filter((operator) => !isActive(operator));
  if (ended.length === 0) return null;
  return (
    <>
      <h2 id="ended">Closed and merged operators</h2>
      <p>
        {ended.map((operator, index) => (
          <>
            {index > 0 && ' · '}
            <a href={site.href(site.operatorPath(operator))}>{operator.name}</a>
          </>
        ))}
      </p>
    </>
  );
}

/** The leader of each ranking, with the value that decides it. */
function Rankings({ site }: { readonly site: Site }) {
  return (
    <>
      <h2 id="rankings">Rankings</h2>
      <ul class="leaders">
        {site.activeCategories.map((category) => {
          const { ranked } = rankOperators(category, site);
          const [first] = ranked;
          return (
            <li>
              <h3>
                <a href={site.href(`best/${category.slug}`)}>{category.title}</a>
              </h3>
              {first === undefined ? (
                <p class="muted">No operator is ranked.</p>
              ) : (
                <>
                  <p>
                    <a href={site.href(site.operatorPath(first.operator))}>{first.operator.name}</a>
                    {andOthers(ranked.filter(({ rank }) => rank === 1).length - 1)}
                  </p>
                  <Deciding site={site} category={category} ranked={first} />
                </>
              )}
            </li>
          );
        })}
      </ul>
    </>
  );
}

function andOthers(others: number): string {
  return others === 0 ? '' : ` and ${others} ${others === 1 ? 'other' : 'others'}`;
}

/** What the first key of a ranking is for an operator, or what the ranking cites if that is no metric. */
function Deciding({
  site,
  category,
  ranked: { operator, claim },
}: {
  readonly site: Site;
  readonly category: ActiveCategory;
  readonly ranked: ReturnType<typeof rankOperators>['ranked'][number];
}) {
  const by = category.rank_by[0]?.by ?? category.cite;
  const first = operator.claims.find((one) => one.metric === by && isCurrent(one)) ?? claim;
  const { metric_name, value, unit } = deciding(category, operator, first, site);
  return (
    <p class="muted">
      {metric_name}: <Figure value={value} unit={unit} />
    </p>
  );
}

/** The dataset in the vocabulary of schema.org. `dataset.jsonld` of the API says more about the same. */
function dataSet({ service, metrics }: Site, operators: number): object {
  const { base_url, license } = service;
  return {
    '@context': 'https://schema.org',
    '@type': 'Dataset',
    '@id': base_url,
    name: service.name,
    // Search engines want at least 50 characters.
    description: `Comparison data about ${operators} crypto bookmakers: licences, identity verification, fees, limits and ${metrics.size} metrics, each claim with the address that shows it and the date it was observed.`,
    url: service.site_url,
    identifier: base_url,
    license: license.url,
    creditText: service.attribution,
    creator: { '@type': 'Organization', name: service.name, url: service.site_url },
    isAccessibleForFree: true,
    inLanguage: 'en',
    subjectOf: `${base_url}/dataset.jsonld`,
    distribution: ['table.csv', 'table.json', 'operators.csv', 'operators.json'].map((path) => ({
      '@type': 'DataDownload',
      encodingFormat: typeOf(path),
      contentUrl: `${base_url}/${path}`,
    })),
  };
}
