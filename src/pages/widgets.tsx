import { type ComponentChildren, h } from 'preact';
import { type ActiveCategory, isActive, type Metric } from '../model/index.ts';
import { type Document, rankOperators } from '../resources/index.ts';
import { Scroll } from './figures.tsx';
import { renderPage } from './layout.tsx';
import { type Site, siteFile } from './site.ts';
import { type Choice, rankingHeight, SNIPPETS, type SnippetName, snippetText } from './snippets.ts';

/** `/docs/widgets`: what other pages can show of this site, and the code for it. */
export function widgetsPage(site: Site): Document {
  return siteFile('docs/widgets.html', () =>
    renderPage({
      site,
      path: 'docs/widgets',
      title: 'Widgets',
      description: `Rankings, cards, figures, badges and charts of ${site.service.name} for other pages.`,
      scripts: ['widget', 'widgets'],
      children: <Widgets site={site} />,
    }),
  );
}

function Widgets({ site }: { readonly site: Site }) {
  const example = exampleOf(site);
  return (
    <>
      <h1>Widgets</h1>
      <p class="lead">
        Put a ranking, an operator or a figure on your own page. Widgets always show the current
        data and name their source.
      </p>
      {example === null ? (
        <p>There is nothing to show before the first operator, metric and ranking are published.</p>
      ) : (
        <>
          <Builder site={site} example={example} />
          <Examples site={site} example={example} />
        </>
      )}
      <Elements />
      <Theming />
      <Frames site={site} />
    </>
  );
}

/** A choice that has something to show in every form; null if the dataset has none. */
function exampleOf(site: Site): Choice | null {
  const { activeCategories } = site;
  const category =
    activeCategories.find((one) => rankingHasChart(one, site)) ?? activeCategories[0];
  const active = site.operators.filter(isActive);
  const metrics = metricsOf(site);
  const metric = metrics.find(metricHasChart) ?? metrics[0];
  const operator =
    active.find(({ claims }) => claims.some((claim) => claim.metric === metric?.key)) ?? active[0];
  if (category === undefined || operator === undefined || metric === undefined) return null;
  const { url, service } = site;
  return {
    root: url,
    service: service.name,
    category: { name: category.slug, title: category.title, page: `${url}best/${category.slug}` },
    operator: {
      name: operator.slug,
      title: operator.name,
      page: url + site.operatorPath(operator),
    },
    metric: { name: metric.key, title: metric.name, page: `${url}metrics/${metric.key}` },
    metrics: [],
    limit: '5',
    theme: '',
    height: heightOf(category, site),
  };
}

function metricsOf({ metrics }: Site): readonly Metric[] {
  return [...metrics.values()].filter(({ retired_at }) => retired_at === null);
}

/** Whether `/metrics/{key}.svg` exists. */
function metricHasChart({ type }: Metric): boolean {
  return type === 'number' || type === 'integer';
}

/** Whether `/best/{category}.svg` exists: bars need numbers. */
function rankingHasChart({ rank_by: [first] }: ActiveCategory, { metrics }: Site): boolean {
  const metric = metrics.get(first?.by ?? '');
  return metric === undefined ? first?.by === 'kyc_threshold_usd' : metricHasChart(metric);
}

function heightOf(category: ActiveCategory, site: Site): number {
  return rankingHeight(rankOperators(category, site).ranked.length);
}

/** The names of snippets for people, in groups. */
const KINDS: readonly (readonly [
  group: string,
  kinds: readonly (readonly [SnippetName, string])[],
])[] = [
  [
    'Elements',
    [
      ['ranking', 'Ranking'],
      ['card', 'Card of an operator'],
      ['metric', 'Figure of an operator'],
    ],
  ],
  [
    'Pictures',
    [
      ['operator-badge', 'Badge of an operator'],
      ['ranking-badge', 'Badge of a ranking'],
      ['ranking-chart', 'Chart of a ranking'],
      ['metric-chart', 'Chart of a metric'],
    ],
  ],
  [
    'Frames',
    [
      ['ranking-frame', 'Frame with a ranking'],
      ['operator-frame', 'Frame with an operator'],
    ],
  ],
];

/** Those that the dataset has something for. */
function kindsOf(site: Site): typeof KINDS {
  const isOffered = ([name]: readonly [SnippetName, string]) =>
    (name !== 'ranking-chart' ||
      site.activeCategories.some((category) => rankingHasChart(category, site))) &&
    (name !== 'metric-chart' || metricsOf(site).some(metricHasChart));
  return KINDS.map(([group, kinds]) => [group, kinds.filter(isOffered)]);
}

/** The form whose result and code `widgets.js` keeps up to date. */
function Builder({ site, example }: { readonly site: Site; readonly example: Choice }) {
  const { service, activeCategories, operators } = site;
  const markup = SNIPPETS.ranking(example);
  return (
    <section class="builder" aria-labelledby="builder">
      <h2 id="builder">Choose a widget</h2>
      <form data-service={service.name}>
        <p>
          <label for="kind">Widget</label>
          <select id="kind" name="kind">
            {kindsOf(site).map(([group, kinds]) => (
              <optgroup label={group}>
                {kinds.map(([name, label]) => (
                  <option value={name}>{label}</option>
                ))}
              </optgroup>
            ))}
          </select>
        </p>
        <Field kinds={['ranking', 'ranking-badge', 'ranking-chart', 'ranking-frame']}>
          <label for="category">Ranking</label>
          <select id="category" name="category">
            {activeCategories.map((category) => (
              <option
                value={category.slug}
                data-path={`best/${category.slug}`}
                data-height={heightOf(category, site)}
                data-chart={rankingHasChart(category, site) ? '' : undefined}
                selected={category.slug === example.category.name}
              >
                {category.title}
              </option>
            ))}
          </select>
        </Field>
        <Field kinds={['card', 'metric', 'operator-badge', 'operator-frame']}>
          <label for="operator">Operator</label>
          <input
            id="operator"
            name="operator"
            list="operators"
            value={example.operator.name}
            autocomplete="off"
            spellcheck={false}
          />
          <datalist id="operators">
            {operators.filter(isActive).map((operator) => (
              <option value={operator.slug} data-path={site.operatorPath(operator)}>
                {operator.name}
              </option>
            ))}
          </datalist>
        </Field>
        <Field kinds={['metric', 'metric-chart']}>
          <label for="metric">Metric</label>
          <select id="metric" name="metric">
            {metricsOf(site).map((metric) => (
              <option
                value={metric.key}
                data-path={`metrics/${metric.key}`}
                data-chart={metricHasChart(metric) ? '' : undefined}
                selected={metric.key === example.metric.name}
              >
                {metric.name}
              </option>
            ))}
          </select>
        </Field>
        <Field kinds={['ranking']}>
          <label for="limit">Number of operators</label>
          <input
            id="limit"
            name="limit"
            type="number"
            min="1"
            max="100"
            value={example.limit}
            inputmode="numeric"
          />
        </Field>
        <Field kinds={['card']}>
          <fieldset>
            <legend>Metrics on the card</legend>
            {metricsOf(site).map(({ key, name }) => (
              <label>
                <input type="checkbox" name="metrics" value={key} /> {name}
              </label>
            ))}
          </fieldset>
        </Field>
        <Field kinds={['ranking', 'card', 'metric']}>
          <label for="theme">Colours</label>
          <select id="theme" name="theme">
            <option value="">As the page</option>
            <option value="auto">As the reader prefers</option>
            <option value="light">Light</option>
            <option value="dark">Dark</option>
          </select>
        </Field>
      </form>
      <div class="built">
        <h3>Result</h3>
        <div class="result">{h(markup.tag, markup.attributes)}</div>
        <h3>Code</h3>
        <pre>
          <code>{snippetText(markup, example.root)}</code>
        </pre>
        <p class="actions">
          <button type="button" class="copy">
            Copy code
          </button>{' '}
          <span role="status" />
        </p>
      </div>
    </section>
  );
}

/** A field of the form. The first kind of snippet is chosen at first. */
function Field({
  kinds,
  children,
}: {
  readonly kinds: readonly SnippetName[];
  readonly children: ComponentChildren;
}) {
  return (
    <div class="field" data-for={kinds.join(' ')} hidden={!kinds.includes('ranking')}>
      {children}
    </div>
  );
}

/** One example of each, for readers without scripts. */
function Examples({ site, example }: { readonly site: Site; readonly example: Choice }) {
  return (
    <details class="examples">
      <summary>One example of each</summary>
      {kindsOf(site).flatMap(([, kinds]) =>
        kinds.map(([name, label]) => (
          <>
            <h3>{label}</h3>
            <pre>
              <code>{snippetText(SNIPPETS[name](example), example.root)}</code>
            </pre>
          </>
        )),
      )}
    </details>
  );
}

const ATTRIBUTES = [
  ['operator-ranking', 'category', 'The slug or the alias of a ranking.'],
  ['operator-ranking', 'limit', 'The number of operators to show: 5 if absent.'],
  ['operator-card', 'operator', 'The slug, a former slug or the number of an operator.'],
  [
    'operator-card',
    'metrics',
    'The keys of metrics to show as well, separated by spaces. One without a current value is left out.',
  ],
  ['operator-metric', 'operator', 'The slug, a former slug or the number of an operator.'],
  ['operator-metric', 'metric', 'The key of a metric.'],
  [
    'all',
    'theme',
    'light, dark, or auto for what the reader prefers. If absent, the color-scheme of the page applies.',
  ],
] as const;

function Elements() {
  return (
    <>
      <h2 id="elements">Elements</h2>
      <p>
        Load <code>widget.js</code> once. The elements request the data when they are on the page,
        and again when an attribute changes. Elements that need the same data share one request.
      </p>
      <p>
        What you write inside an element is visible without JavaScript, and below the message if the
        request fails. Each element dispatches the event <code>load</code> when it shows data, and{' '}
        <code>error</code> when it cannot. To prevent layout shift, give the element a minimum
        height in your stylesheet.
      </p>
      <Table
        label="Attributes"
        head={['Element', 'Attribute', 'Value']}
        rows={ATTRIBUTES}
        codes={2}
      />
    </>
  );
}

const PROPERTIES = [
  ['--operator-background', '#ffffff', '#1a1e1c', 'Background'],
  ['--operator-text', '#1b1f1d', '#e8ebe8', 'Text'],
  ['--operator-muted', '#59605c', '#a3aca7', 'Dates, units, attribution'],
  ['--operator-accent', '#0b5c55', '#6fc7bb', 'Links'],
  ['--operator-line', '#d9dbd4', '#363d3a', 'Border and lines between rows'],
  ['--operator-error', '#a3262a', '#f29191', 'Error messages'],
  ['--operator-font', 'that of the page', '', 'Font family'],
  ['--operator-size', '1rem', '', 'Font size'],
  ['--operator-space', '0.5rem', '', 'Padding of rows; half of that of the box'],
  ['--operator-radius', '6px', '', 'Radius of the corners'],
] as const;

const PARTS = [
  ['widget', 'The box'],
  ['title', 'The title of the ranking, or the name of the operator'],
  ['table, row, rank, name', 'The table of a ranking'],
  ['list, row, term', 'The rows of a card; the name of a metric'],
  ['value, figure', 'Values; the large value of operator-metric'],
  ['date', 'When a value was seen, with a link to the evidence'],
  ['status', 'That an operator has closed or merged'],
  ['more', 'The link to the whole ranking'],
  ['link', 'Every link'],
  ['attribution', 'The source and the licence; please keep them visible'],
  ['loading, error, empty, retry', 'States, and the button to try again'],
] as const;

function Theming() {
  return (
    <>
      <h2 id="theming">Theming</h2>
      <p>
        Set custom properties on an element or on the page. For everything else, style the parts,
        for example <code>{'operator-ranking::part(title) { font-size: 1.5em }'}</code>.
      </p>
      <Table
        label="Custom properties"
        head={['Custom property', 'Light', 'Dark', 'What it sets']}
        rows={PROPERTIES}
        codes={1}
      />
      <h3>Parts</h3>
      <Table label="Parts" head={['Parts', 'What they are']} rows={PARTS} codes={1} />
    </>
  );
}

/** @param codes How many columns are code. */
function Table({
  label,
  head,
  rows,
  codes,
}: {
  readonly label: string;
  readonly head: readonly string[];
  readonly rows: readonly (readonly string[])[];
  readonly codes: number;
}) {
  return (
    <Scroll label={label}>
      <table class="reference">
        <thead>
          <tr>
            {head.map((name) => (
              <th scope="col">{name}</th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map((cells) => (
            <tr>
              {cells.map((cell, index) => (
                <td>{index < codes ? <code>{cell}</code> : cell}</td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </Scroll>
  );
}

function Frames({ site }: { readonly site: Site }) {
  const { url } = site;
  return (
    <>
      <h2 id="policy">Content Security Policy</h2>
      <p>If your page has a policy, it must allow what you use:</p>
      <dl class="facts">
        <dt>Elements</dt>
        <dd>
          <code>{`script-src ${url}; connect-src ${url}`}</code>
        </dd>
        <dt>Pictures</dt>
        <dd>
          <code>{`img-src ${url}`}</code>
        </dd>
        <dt>Frames</dt>
        <dd>
          <code>{`frame-src ${url}`}</code>
        </dd>
      </dl>
      <p>The elements need no style-src: their stylesheet is part of the script.</p>
      <h2 id="oembed">oEmbed</h2>
      <p>
        In editors that support <a href="https://oembed.com">oEmbed</a>, paste the address of a
        ranking or an operator. The page names a description with the code of the frame, such as{' '}
        <code>{`${site.url}oembed/best/{category}.json`}</code> or{' '}
        <code>{`${site.url}oembed/operators/{slug}.json`}</code>.
      </p>
    </>
  );
}
