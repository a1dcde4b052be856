import { dayOf, type Timestamp } from '../model/index.ts';
import {
  changeInWords,
  type Document,
  type LoggedChange,
  newsOf,
  type ResourcePath,
  type Table,
} from '../resources/index.ts';
import { Evidence } from './figures.tsx';
import { renderPage } from './layout.tsx';
import { type Site, siteFile } from './site.ts';

/** How many changes the page shows, the newest ones. */
const MOST_CHANGES = 1000;

/**
 * `/changes`: what changed, by day.
 *
 * @param years The paths of the answers with everything that changed in a year.
 */
export function changesPage(changes: Table, years: readonly ResourcePath[], site: Site): Document {
  const { api } = site;
  return siteFile('changes.html', () =>
    renderPage({
      site,
      path: 'changes',
      title: 'Changes',
      description: `What changed in the data of ${site.service.name}, by day.`,
      alternates: [
        { type: 'application/atom+xml', href: api('changes.atom'), title: 'Changes (Atom)' },
        { type: 'application/feed+json', href: api('feed.json'), title: 'Changes (JSON Feed)' },
        { type: 'text/csv', href: api('changes.csv'), title: 'Changes (CSV)' },
      ],
      scripts: ['ages', 'changes'],
      children: (
        // The rows of this table are changes.
        <Changes log={changes.rows() as readonly LoggedChange[]} years={years} site={site} />
      ),
    }),
  );
}

function Changes({
  log,
  years,
  site,
}: {
  readonly log: readonly LoggedChange[];
  readonly years: readonly ResourcePath[];
  readonly site: Site;
}) {
  const { api } = site;
  const days = [
    ...groupBy(log.slice(0, MOST_CHANGES), ({ changed_at }) => changed_at.slice(0, 10)),
  ];
  return (
    <>
      <h1>Changes</h1>
      <p class="lead">What changed in the data, by the day of its publication.</p>
      <p>
        Subscribe: <a href={api('changes.atom')}>Atom</a> · <a href={api('feed.json')}>JSON Feed</a>
        . Download: <a href={api('changes.csv')}>newest changes (CSV)</a>
        {years.map((path) => (
          <>
            {' '}
            · <a href={api(`${path}.csv`)}>{path.slice(path.lastIndexOf('/') + 1)}</a>
          </>
        ))}
      </p>
      {days.length === 0 && (
        <p class="empty">
          Nothing has changed since the first publication. The feeds will tell you when something
          does.
        </p>
      )}
      <Filter log={log} site={site} />
      {days.map(([day, changes]) => (
        <section class="day">
          <h2 id={day}>
            <time dateTime={day}>{day}</time> <span class="age" />
          </h2>
          {[...groupBy(changes, ({ operator_id }) => operator_id)].map(([id, story]) => (
            <Story id={id} story={story} site={site} />
          ))}
        </section>
      ))}
    </>
  );
}

/** The operators with changes. `changes.js` hides the others. */
function Filter({ log, site }: { readonly log: readonly LoggedChange[]; readonly site: Site }) {
  const ids = new Set(log.map(({ operator_id }) => operator_id));
  if (ids.size < 2) return null;
  const options = [...ids]
    .flatMap((id) => (id === null ? [] : [{ id, name: nameOf(id, log, site) }]))
    .sort((one, other) => (one.name === other.name ? 0 : one.name < other.name ? -1 : 1));
  return (
    <p class="filter">
      <label for="operator">Operator</label>{' '}
      <select id="operator" autocomplete="off">
        <option value="">All</option>
        {options.map(({ id, name }) => (
          <option value={String(id)}>{name}</option>
        ))}
      </select>
    </p>
  );
}

/** What changed about an operator on one day, or about none. */
function Story({
  id,
  story,
  site,
}: {
  readonly id: number | null;
  readonly story: readonly LoggedChange[];
  readonly site: Site;
}) {
  const operator = site.operators.find((one) => one.id === id);
  return (
    <article class="story" data-operator={id ?? undefined}>
      <h3>
        {operator !== undefined ? (
          <a href={site.href(site.operatorPath(operator))}>{operator.name}</a>
        ) : id === null ? (
          'Metrics, rankings and service'
        ) : (
          nameOf(id, story, site)
        )}
      </h3>
      <ul>
        {newsOf(story).map((change) => (
          <li>
            {changeInWords(change, site).sentence}
            <Observation {...change} />
          </li>
        ))}
      </ul>
    </article>
  );
}

function Observation({ evidence_url, observed_at }: LoggedChange) {
  if (evidence_url === null) return null;
  return (
    <small>
      {' '}
      <Evidence url={evidence_url} />
      {observed_at !== null && `, observed ${dayOf(observed_at as Timestamp)}`}
    </small>
  );
}

/** The name that an operator has, or had. */
function nameOf(id: number, log: readonly LoggedChange[], { operators }: Site): string {
  return (
    operators.find((operator) => operator.id === id)?.name ??
    log.find(({ operator_id }) => operator_id === id)?.operator ??
    String(id)
  );
}

/** Changes by a key, in the order in which keys first occur. */
function groupBy<Key>(
  log: readonly LoggedChange[],
  keyOf: (change: LoggedChange) => Key,
): ReadonlyMap<Key, readonly LoggedChange[]> {
  const groups = new Map<Key, LoggedChange[]>();
  for (const change of log) {
    const group = groups.get(keyOf(change));
    if (group === undefined) groups.set(keyOf(change), [change]);
    else group.push(change);
  }
  return groups;
}
