import {
  type ActiveCategory,
  type Claim,
  type ConditionValue,
  dayOf,
  isCurrent,
  isLater,
  isSummaryColumn,
  lastObserved,
  type Operator,
  summaryNames,
  type Timestamp,
} from '../model/index.ts';
import {
  type Document,
  type LeftOut,
  rankOperators,
  ruleInWords,
  summaryRecord,
  type Table,
} from '../resources/index.ts';
import { Chart, type Drawing, drawBars, MOST_BARS, renderPicture } from './charts.tsx';
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
import { oembedLink } from './oembed.ts';
import { canonicalUrl, type Site, siteFile } from './site.ts';

/** `/best/{category}`: the page of a ranking, and its chart. */
export function rankingPage(ranking: Table, site: Site): readonly Document[] {
  const [path, ...aliases] = ranking.paths;
  const category = site.activeCategories.find(({ slug }) => path === `best/${slug}`);
  if (category === undefined) return [];
  const { title, description } = category;
  const files = [`${path}.html`, ...aliases.map((alias) => `${alias}.html`)] as const;
  const page = siteFile(files, () => {
    const view = viewOf(category, ranking, site);
    return renderPage({
      site,
      path,
      title,
      description,
      alternates: [...formsOf(site, path, title), oembedLink(site, path, title)],
      structuredData: itemList(view),
      scripts: ['ages'],
      children: <Ranking view={view} />,
    });
  });
  if (unitOfChart(category, site) === null) return [page];
  const picture = siteFile(`${path}.svg`, () => {
    const view = viewOf(category, ranking, site);
    const drawing = drawPlaces(view);
    return renderPicture({ site, path, title, description: labelOf(view), drawing });
  });
  return [page, picture];
}

/** An operator in a ranking, as the page shows it. */
interface Place {
  readonly rank: number;
  readonly operator: Operator;
  /** The values of the columns. */
  readonly cells: readonly Cell[];
  /** The claim that shows the value which decides, or the cited one. */
  readonly claim: Claim | null;
  readonly previousRank: number | null;
}

/** A value, and the claim that states it if it is not a summary field. */
interface Cell {
  readonly value: ConditionValue;
  readonly claim: Claim | null;
}

interface View {
  readonly site: Site;
  readonly path: string;
  readonly category: ActiveCategory;
  /** Summary fields and metrics: first what decides, then what breaks ties, then what is only cited. */
  readonly columns: readonly string[];
  readonly places: readonly Place[];
  readonly leftOut: readonly LeftOut[];
  /** Whether an earlier order is known. */
  readonly hasMoves: boolean;
}

function viewOf(category: ActiveCategory, ranking: Table, site: Site): View {
  const { cite, rank_by } = category;
  const columns = [...new Set([...rank_by.map(({ by }) => by), cite])].filter(isWorthAColumn);
  const { ranked, leftOut } = rankOperators(category, site);
  const before = new Map(ranking.rows().map((row) => [row['id'], row['previous_rank']]));
  const places = ranked.map(({ operator, rank, claim }): Place => {
    const cells = columns.map((name) => cellOf(name, operator, site));
    const previous = before.get(operator.id);
    return {
      rank,
      operator,
      cells,
      claim: cells[0]?.claim ?? claim,
      previousRank: typeof previous === 'number' ? previous : null,
    };
  });
  const hasMoves = places.some(({ previousRank }) => previousRank !== null);
  return { site, path: `best/${category.slug}`, category, columns, places, leftOut, hasMoves };
}

/** The name is in the first column, and the others only lead to the operator. */
function isWorthAColumn(name: string): boolean {
  return !['id', 'slug', 'name', 'url', 'api_url'].includes(name);
}

/** A summary field takes precedence over a metric of the same name, as in the ranking. */
function cellOf(name: string, operator: Operator, { service }: Site): Cell {
  if (isSummaryColumn(name)) return { value: summaryRecord(operator, service)[name], claim: null };
  const claim = operator.claims.find((one) => one.metric === name && isCurrent(one)) ?? null;
  return { value: claim?.value ?? null, claim };
}

function nameOf(name: string, { metrics }: Site): string {
  return isSummaryColumn(name) ? summaryNames[name] : (metrics.get(name)?.name ?? name);
}

function unitOf(name: string, { metrics }: Site): string | null {
  if (name === 'kyc_threshold_usd') return 'USD';
  return isSummaryColumn(name) ? null : (metrics.get(name)?.unit ?? null);
}

/** The unit of the bars, empty if they have none; null if the deciding value is not a number. */
function unitOfChart({ rank_by: [first] }: ActiveCategory, site: Site): string | null {
  if (first === undefined) return null;
  const { by } = first;
  const isNumber = isSummaryColumn(by)
    ? by === 'kyc_threshold_usd'
    : ['number', 'integer'].includes(site.metrics.get(by)?.type ?? '');
  return isNumber ? (unitOf(by, site) ?? '') : null;
}

function Ranking({ view }: { readonly view: View }) {
  const { site, path, category, places } = view;
  const { title, description, rank_by } = category;
  const [first] = rank_by;
  return (
    <>
      <h1>{title}</h1>
      <p class="lead">{description}</p>
      <div class="beside">
        {unitOfChart(category, site) !== null && first !== undefined && places.length > 0 && (
          <Chart
            drawing={drawPlaces(view)}
            label={labelOf(view)}
            caption={nameOf(first.by, site)}
          />
        )}
        <Rule view={view} />
      </div>
      <h2 id="ranking">{counted(places.length, 'operator')} in the ranking</h2>
      {places.length === 0 ? <p>No operator is in this ranking.</p> : <Places view={view} />}
      <LeftOutList view={view} />
      <h2 id="use">Use this ranking</h2>
      <p>
        As data: <a href={site.api(`${path}.json`)}>JSON</a>,{' '}
        <a href={site.api(`${path}.csv`)}>CSV</a>, <a href={site.api(`${path}.md`)}>Markdown</a>.
        {unitOfChart(category, site) !== null && (
          <>
            {' '}
            As a picture: <a href={site.href(`${path}.svg`)}>SVG</a>.
          </>
        )}{' '}
        On your own page: <a href={site.href('docs/widgets')}>widgets</a>.
      </p>
      <p>To cite it:</p>
      <pre class="citation">{citationOf(view)}</pre>
    </>
  );
}

function drawPlaces({ site, category, places }: View): Drawing {
  const unit = unitOfChart(category, site) || null;
  return drawBars(
    places.map(({ rank, operator, cells: [cell] }) => ({
      label: `${rank}. ${operator.name}`,
      length: Number(cell?.value),
      value: amountOf(Number(cell?.value), unit),
    })),
  );
}

function amountOf(value: number, unit: string | null): string {
  return `${numberInWords(value, unit)}${unit === null ? '' : ` ${unit}`}`;
}

/** The chart in a sentence. */
function labelOf({ site, category, places }: View): string {
  const { rank_by } = category;
  const name = nameOf(rank_by[0]?.by ?? '', site);
  const [first, last] = [places[0], places.at(-1)];
  if (first === undefined || last === undefined) return `Bar chart of ${name}. No values yet.`;
  const unit = unitOfChart(category, site) || null;
  const statementOf = ({ operator, cells: [cell] }: Place) =>
    `${operator.name} with ${amountOf(Number(cell?.value), unit)}`;
  const shown = places.length > MOST_BARS ? `, the first ${MOST_BARS} shown` : '';
  return `Bar chart of ${name} for ${counted(places.length, 'operator')}${shown}: first ${statementOf(first)}, last ${statementOf(last)}.`;
}

/** How many ties a page names. */
const MOST_TIES = 10;

function Rule({ view: { site, category, places } }: { readonly view: View }) {
  const ranks = new Map<number, string[]>();
  for (const { rank, operator } of places) {
    ranks.set(rank, [...(ranks.get(rank) ?? []), operator.name]);
  }
  const ties = [...ranks].filter(([, names]) => names.length > 1);
  return (
    <section class="rule" aria-labelledby="rule">
      <h2 id="rule">How operators are ranked</h2>
      <p>{ruleInWords(category, site.metrics)}</p>
      <Keys site={site} category={category} />
      {ties.length > 0 && (
        <>
          <h3>Ties</h3>
          <ul>
            {ties.slice(0, MOST_TIES).map(([rank, names]) => (
              <li>
                Rank {rank} is shared by {namesInWords(names)}.
              </li>
            ))}
            {ties.length > MOST_TIES && <li>And {ties.length - MOST_TIES} more ranks.</li>}
          </ul>
        </>
      )}
    </section>
  );
}

/** The metrics that a ranking uses, with links to their pages. */
function Keys({ site, category: { cite, rank_by, where } }: Pick<View, 'site' | 'category'>) {
  const names = new Set([...rank_by.map(({ by }) => by), cite, ...Object.keys(where)]);
  const metrics = [...names].flatMap((name) => site.metrics.get(name) ?? []);
  if (metrics.length === 0) return null;
  return (
    <p>
      {metrics.length === 1 ? 'Metric' : 'Metrics'}:{' '}
      {metrics.map(({ key, name }, index) => (
        <>
          {index > 0 && ', '}
          <a href={site.href(`metrics/${key}`)}>{name}</a>
        </>
      ))}
      .
    </p>
  );
}

function Places({ view }: { readonly view: View }) {
  const { site, path, columns, places, hasMoves } = view;
  const hasEvidence = places.some(({ claim }) => claim !== null);
  const rest = places.length - MOST_ROWS;
  return (
    <>
      <Scroll label="Ranking">
        <table>
          <thead>
            <tr>
              <th scope="col" class="number place">
                Rank
              </th>
              <th scope="col">Operator</th>
              {columns.map((name) => (
                <th scope="col" class={isNumeric(name, site) ? 'number' : undefined}>
                  {nameOf(name, site)}
                </th>
              ))}
              {hasEvidence && <th scope="col">Evidence</th>}
              {hasEvidence && <th scope="col">Seen on</th>}
              {hasMoves && <th scope="col">Moved</th>}
            </tr>
          </thead>
          <tbody>
            {places.slice(0, MOST_ROWS).map((place) => (
              <Row place={place} view={view} hasEvidence={hasEvidence} />
            ))}
          </tbody>
        </table>
      </Scroll>
      {rest > 0 && (
        <p>
          {inDigits(rest)} more are in the <a href={site.api(`${path}.csv`)}>CSV</a>.
        </p>
      )}
      {hasMoves && <p class="muted">Moved: the change of rank when the order last changed.</p>}
    </>
  );
}

function Row({
  place: { rank, operator, cells, claim, previousRank },
  view: { site, columns, hasMoves },
  hasEvidence,
}: {
  readonly place: Place;
  readonly view: View;
  readonly hasEvidence: boolean;
}) {
  const address = site.href(site.operatorPath(operator));
  return (
    <tr>
      <td class="number">{rank}</td>
      <th scope="row">
        <a href={address}>{operator.name}</a>
      </th>
      {cells.map((cell, index) => {
        const name = columns[index] ?? '';
        return (
          <td class={isNumeric(name, site) ? 'number' : undefined}>
            <Value cell={cell} name={name} address={address} site={site} />
          </td>
        );
      })}
      {hasEvidence && (
        <td>
          {claim !== null && <Evidence url={claim.evidence_url} archive={claim.archive_url} />}
        </td>
      )}
      {hasEvidence && <td>{claim !== null && <Day at={lastObserved(claim)} />}</td>}
      {hasMoves && (
        <td>
          <Move rank={rank} previous={previousRank} />
        </td>
      )}
    </tr>
  );
}

function isNumeric(name: string, { metrics }: Site): boolean {
  const type = isSummaryColumn(name) ? null : metrics.get(name)?.type;
  return name === 'kyc_threshold_usd' || type === 'number' || type === 'integer';
}

/** The value of a column. That of a metric leads to its claim on the page of the operator. */
function Value({
  cell: { value, claim },
  name,
  address,
  site,
}: {
  readonly cell: Cell;
  readonly name: string;
  readonly address: string;
  readonly site: Site;
}) {
  if (name === 'updated_at') return <Day at={value as Timestamp} />; // a summary field of this type
  const figure = <Figure value={value} unit={unitOf(name, site)} />;
  return claim === null ? figure : <a href={`${address}#${claim.claim_id}`}>{figure}</a>;
}

function Move({ rank, previous }: { readonly rank: number; readonly previous: number | null }) {
  if (previous === null) return <span class="move new">new</span>;
  const places = previous - rank;
  if (places === 0) {
    return (
      <span class="move">
        <span aria-hidden="true">–</span>
        <span class="visually-hidden">same rank</span>
      </span>
    );
  }
  const [sign, direction] = places > 0 ? ['▲', 'up'] : ['▼', 'down'];
  return (
    <span class={`move ${direction}`}>
      <span aria-hidden="true">
        {sign} {Math.abs(places)}
      </span>
      <span class="visually-hidden">
        {direction} {Math.abs(places)}, from rank {previous}
      </span>
    </span>
  );
}

/** Up to how many left-out operators a page names them. */
const MOST_LEFT_OUT = 200;

function LeftOutList({ view }: { readonly view: View }) {
  const { site, category, places, leftOut } = view;
  const total = leftOut.reduce((sum, { operators }) => sum + operators, 0);
  if (total === 0) return null;
  const ranked = new Set(places.map(({ operator }) => operator.id));
  const others = total > MOST_LEFT_OUT ? [] : site.operators.filter(({ id }) => !ranked.has(id));
  const names = new Map<string, string[]>();
  for (const operator of others) {
    // Alone, an operator is left out for the same reason as among the others.
    const [found] = rankOperators(category, { ...site, operators: [operator] }).leftOut;
    const reason = found === undefined ? '' : reasonInWords(found, view);
    names.set(reason, [...(names.get(reason) ?? []), operator.name]);
  }
  return (
    <>
      <h2 id="left-out">{counted(total, 'operator')} left out</h2>
      <ul>
        {leftOut.map((found) => {
          const reason = reasonInWords(found, view);
          const who = names.get(reason);
          return (
            <li>
              {reason}:{' '}
              {who === undefined ? counted(found.operators, 'operator') : namesInWords(who)}.
            </li>
          );
        })}
      </ul>
    </>
  );
}

function reasonInWords({ reason, field }: LeftOut, { site, category }: View): string {
  if (reason === 'ended' || field === null) return 'Closed or merged';
  const name = nameOf(field, site);
  if (reason === 'unknown') return `${name} not known`;
  const wanted = [category.where[field] ?? null].flat().map(conditionInWords);
  return `${name} is not ${wanted.join(' or ')}`;
}

function conditionInWords(value: ConditionValue): string {
  if (value === null) return 'unknown';
  if (typeof value === 'boolean') return value ? 'yes' : 'no';
  return typeof value === 'number' ? inDigits(value) : value;
}

/** The date is that of the newest observation, which does not depend on when the page was built. */
function citationOf({ site, path, category, places }: View): string {
  const { service, url } = site;
  const times = places.flatMap(({ claim }) => (claim === null ? [] : [lastObserved(claim)]));
  const newest = times.reduce<Timestamp | null>(
    (latest, time) => (latest === null || isLater(time, latest) ? time : latest),
    null,
  );
  const until = newest === null ? '' : `, observed until ${dayOf(newest)}`;
  return `${service.name}: ${category.title}${until}. ${url}${path} (${service.license.name})`;
}

/** https://schema.org/ItemList */
function itemList({ site, path, category, places }: View): object {
  return {
    '@context': 'https://schema.org',
    '@type': 'ItemList',
    name: category.title,
    description: category.description,
    url: site.url + path,
    numberOfItems: places.length,
    itemListOrder: 'https://schema.org/ItemListOrderAscending',
    itemListElement: places.slice(0, MOST_ROWS).map(({ operator }, index) => ({
      '@type': 'ListItem',
      position: index + 1,
      name: operator.name,
      url: canonicalUrl(operator, site),
    })),
  };
}
