import type { ComponentChildren } from 'preact';
import {
  type Claim,
  firstObserved,
  isCurrent,
  lastObserved,
  type Metric,
  type Operator,
  toOrdered,
} from '../model/index.ts';
import { claimPath, withUnit } from '../resources/index.ts';
import { type ClaimEvent, eventsOf } from './claim-events.ts';
import { Day, DayAndAge, Evidence, Figure, Scroll } from './figures.tsx';
import { HistoryChart } from './history-chart.tsx';
import type { Site } from './site.ts';

interface Props {
  readonly operator: Operator;
  readonly site: Site;
}

/** The current claims of an operator, each with what it rests on. */
export function Facts({ operator: { claims }, site }: Props) {
  const current = claims.filter(isCurrent);
  if (current.length === 0) return <p class="muted">No claim is current.</p>;
  return (
    <Scroll label="Facts">
      <table class="claims">
        <thead>
          <tr>
            <th scope="col">Metric</th>
            <th scope="col">Value</th>
            <th scope="col">Last seen</th>
            <th scope="col">Evidence</th>
          </tr>
        </thead>
        <tbody>
          {current.map((claim) => (
            <tr id={claim.claim_id}>
              <th scope="row">
                <MetricLink metric={claim.metric} site={site} />
              </th>
              <td>
                <Stated claim={claim} site={site} />
              </td>
              <td>
                <DayAndAge at={lastObserved(claim)} />
                <Observations claim={claim} />
              </td>
              <td>
                <References claim={claim} site={site}>
                  {' '}
                  · <a href={`#cite-${claim.claim_id}`}>Cite</a>
                </References>
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </Scroll>
  );
}

/** The events of an operator by year. The newest year is open. */
export function Changes({ operator, site }: Props) {
  const events = eventsOf(operator, site.metrics);
  if (events.length === 0) return <p class="muted">Nothing is recorded yet.</p>;
  const years = new Map<string, ClaimEvent[]>();
  for (const event of events) {
    const year = event.at.slice(0, 4);
    years.set(year, [...(years.get(year) ?? []), event]);
  }
  return (
    <>
      {[...years].map(([year, inYear], index) => (
        <details class="year" id={`changes-${year}`} open={index === 0}>
          <summary>
            <h3>{year}</h3> <span class="muted">{countsInWords(inYear)}</span>
          </summary>
          <ol class="events">
            {inYear.map(({ at, kind, sentence, claim }) => (
              <li class={kind}>
                <Day at={at} />{' '}
                <span class="event">
                  {claim === null ? sentence : <a href={`#${claim.claim_id}`}>{sentence}</a>}
                </span>
              </li>
            ))}
          </ol>
        </details>
      ))}
    </>
  );
}

/** "2 changed, 9 new" */
function countsInWords(events: readonly ClaimEvent[]): string {
  return (['ended', 'changed', 'corrected', 'retracted', 'new'] as const)
    .map((kind) => ({ kind, count: events.filter((event) => event.kind === kind).length }))
    .filter(({ kind, count }) => count > 0 && kind !== 'ended')
    .map(({ kind, count }) => `${count} ${kind}`)
    .join(', ');
}

/** Superseded and retracted claims, by metric, with what is current for comparison. */
export function EarlierValues({ operator: { claims }, site }: Props) {
  const metrics = new Set(claims.filter((claim) => !isCurrent(claim)).map(({ metric }) => metric));
  return (
    <>
      {[...metrics].map((key) => {
        const { name, unit } = metricOf(key, site);
        const ofMetric = claims.filter(({ metric }) => metric === key);
        return (
          <section class="history">
            <h3>
              <MetricLink metric={key} site={site} />
            </h3>
            <HistoryChart name={name} unit={unit} claims={ofMetric} />
            <Scroll label={`Values of ${name}`}>
              <table class="claims">
                <thead>
                  <tr>
                    <th scope="col">Value</th>
                    <th scope="col">First seen</th>
                    <th scope="col">Last seen</th>
                    <th scope="col">Status</th>
                    <th scope="col">Evidence</th>
                  </tr>
                </thead>
                <tbody>
                  {newestFirst(ofMetric).map((claim) => (
                    <tr id={isCurrent(claim) ? undefined : claim.claim_id}>
                      <td>
                        <Stated claim={claim} site={site} />
                      </td>
                      <td>
                        <Day at={firstObserved(claim)} />
                      </td>
                      <td>
                        <Day at={lastObserved(claim)} />
                      </td>
                      <td>
                        <Fate claim={claim} claims={claims} site={site} />
                      </td>
                      <td>
                        <References claim={claim} site={site} />
                      </td>
                    </tr>
                  ))}
                </tbody>
              </table>
            </Scroll>
          </section>
        );
      })}
    </>
  );
}

function newestFirst(claims: readonly Claim[]): readonly Claim[] {
  return claims
    .map((claim) => ({ claim, order: toOrdered(firstObserved(claim)) }))
    .sort((one, other) => (one.order === other.order ? 0 : one.order < other.order ? 1 : -1))
    .map(({ claim }) => claim);
}

/** What became of a claim. */
function Fate({
  claim: { claim_id, superseded_by, retracted },
  claims,
  site,
}: {
  readonly claim: Claim;
  readonly claims: readonly Claim[];
  readonly site: Site;
}) {
  if (retracted !== null)
    return (
      <>
        <strong class="retracted">Retracted</strong> on <Day at={retracted.at} />:{' '}
        {retracted.reason}
      </>
    );
  if (superseded_by === null) return <a href={`#${claim_id}`}>Current</a>;
  const successor = claims.find((one) => one.claim_id === superseded_by);
  const value =
    successor === undefined
      ? superseded_by
      : withUnit(successor.value, metricOf(successor.metric, site).unit);
  return (
    <>
      Superseded by <a href={`#${superseded_by}`}>{value}</a>
    </>
  );
}

/** The value of a claim, the words that say so, and what was corrected. */
function Stated({ claim, site }: { readonly claim: Claim; readonly site: Site }) {
  const { value, metric, quote, corrections } = claim;
  const { unit } = metricOf(metric, site);
  return (
    <>
      <span class="value">
        <Figure value={value} unit={unit} />
      </span>
      {quote !== null && <q>{quote}</q>}
      {corrections.map(({ at, field, was, reason }) => (
        <small class="correction">
          Corrected on <Day at={at} />: {FIELD_NAMES[field] ?? field} was{' '}
          {field === 'value' ? withUnit(was, unit) : String(was ?? 'none')} ({reason})
        </small>
      ))}
    </>
  );
}

const FIELD_NAMES: { readonly [field: string]: string } = {
  value: 'it',
  evidence_url: 'the evidence',
  observed_at: 'the day',
};

function Observations({ claim }: { readonly claim: Claim }) {
  const { length } = claim.observed_at;
  if (length < 2) return null;
  return (
    <small>
      {length} times since <Day at={firstObserved(claim)} />
    </small>
  );
}

/** Where a claim was seen, and where it is itself. */
function References({
  claim: { claim_id, evidence_url, archive_url },
  site,
  children,
}: {
  readonly claim: Claim;
  readonly site: Site;
  readonly children?: ComponentChildren;
}) {
  return (
    <>
      <Evidence url={evidence_url} archive={archive_url} />
      <small>
        <a href={`#${claim_id}`}>Permalink</a>
        {site.service.claim_pages !== 'none' && (
          <>
            {' '}
            · <a href={site.api(`${claimPath(claim_id)}.json`)}>JSON</a>
          </>
        )}
        {children}
      </small>
    </>
  );
}

function MetricLink({ metric, site }: { readonly metric: string; readonly site: Site }) {
  return <a href={site.href(`metrics/${metric}`)}>{metricOf(metric, site).name}</a>;
}

/** The name and the unit of a metric. Every claim has one. */
export function metricOf(key: string, { metrics }: Site): Metric {
  const metric = metrics.get(key);
  if (metric === undefined) throw new Error(`Broken invariant: no metric ${key}`);
  return metric;
}
