import { type Brief, isLater, type Timestamp } from '../model/index.ts';

/** How much is known, and of when it is. */
export interface Coverage {
  /** Claims of every status. */
  readonly claims: number;
  readonly currentClaims: number;
  /** Without those of which no claim is current. */
  readonly metrics: readonly MetricCoverage[];
  /** When what is not current any more was observed; null when everything is. */
  readonly past: Span | null;
  /** When anything about an operator changed last, or a claim was retracted; null for no operators. */
  readonly changedAt: Timestamp | null;
}

/** How much is known of a metric; the span is that of its current claims. */
export interface MetricCoverage extends Span {
  readonly key: string;
  /** Operators with a current claim: each has at most one. */
  readonly operators: number;
}

/** The first and the last of some moments. */
export interface Span {
  readonly oldest: Timestamp;
  readonly newest: Timestamp;
}

type Mutable<T> = { -readonly [K in keyof T]: T[K] };

export function countCoverage(briefs: Iterable<Brief>): Coverage {
  const metrics = new Map<string, Mutable<MetricCoverage>>();
  let [claims, currentClaims] = [0, 0];
  let past: Mutable<Span> | null = null;
  let changedAt: Timestamp | null = null;
  for (const brief of briefs) {
    const { summary, current, retractedAt } = brief;
    claims += current.metrics.length + brief.past.length;
    currentClaims += current.metrics.length;
    for (const [index, at] of current.observedAt.entries()) {
      const key = current.metrics[index] ?? '';
      const metric = metrics.get(key);
      if (metric === undefined) {
        metrics.set(key, { key, operators: 1, oldest: at, newest: at });
        continue;
      }
      metric.operators += 1;
      stretch(metric, at);
    }
    for (const at of brief.past) {
      past ??= { oldest: at, newest: at };
      stretch(past, at);
    }
    for (const at of [summary.updated_at, ...retractedAt]) {
      if (changedAt === null || isAfter(at, changedAt)) changedAt = at;
    }
  }
  return { claims, currentClaims, metrics: [...metrics.values()], past, changedAt };
}

function stretch(span: Mutable<Span>, at: Timestamp): void {
  if (isAfter(at, span.newest)) span.newest = at;
  if (isAfter(span.oldest, at)) span.oldest = at;
}

/** Whatever order moments come in, the same one is the first: one that is told in two ways, too. */
function isAfter(a: Timestamp, b: Timestamp): boolean {
  return isLater(a, b) || (a.length !== b.length && a > b && !isLater(b, a));
}

function isBefore(a: Timestamp, b: Timestamp): boolean {
  return isAfter(b, a);
}

/** From the first of some spans to the last; null for none. */
export function spanOf(spans: Iterable<Span | null>): Span | null {
  let whole: Mutable<Span> | null = null;
  for (const span of spans) {
    if (span === null) continue;
    whole ??= { oldest: span.oldest, newest: span.newest };
    stretch(whole, span.oldest);
    stretch(whole, span.newest);
  }
  return whole;
}

/**
 * The coverage of all operators, once some have changed.
 *
 * @param all What it was.
 * @param gone That of the changed ones, as they were.
 * @param come The same, as they are.
 * @returns null where only a count of all can tell: what was the first or the last is gone
 */
export function amendCoverage(all: Coverage, gone: Coverage, come: Coverage): Coverage | null {
  let isKnown = true;
  const extreme = (
    all: Timestamp | undefined,
    gone: Timestamp | undefined,
    come: Timestamp | undefined,
    isBeyond: (a: Timestamp, b: Timestamp) => boolean,
  ): Timestamp => {
    const isSurpassed = all === undefined || (come !== undefined && !isBeyond(all, come));
    if (!isSurpassed && gone === all) isKnown = false;
    // Where anybody has a moment, one of the two is there.
    return (isSurpassed ? come : all) as Timestamp;
  };
  const amend = (all?: Span | null, gone?: Span | null, come?: Span | null): Span => ({
    oldest: extreme(all?.oldest, gone?.oldest, come?.oldest, isBefore),
    newest: extreme(all?.newest, gone?.newest, come?.newest, isAfter),
  });
  const keys = new Set([...all.metrics, ...come.metrics].map(({ key }) => key));
  const metrics: MetricCoverage[] = [];
  for (const key of keys) {
    const [was, less, more] = [all, gone, come].map((coverage) => coverageOf(coverage, key));
    const operators = (was?.operators ?? 0) - (less?.operators ?? 0) + (more?.operators ?? 0);
    if (operators > 0) metrics.push({ key, operators, ...amend(was, less, more) });
  }
  const claims = all.claims - gone.claims + come.claims;
  const currentClaims = all.currentClaims - gone.currentClaims + come.currentClaims;
  const past = claims > currentClaims ? amend(all.past, gone.past, come.past) : null;
  const [was, less, more] = [all, gone, come].map(({ changedAt }) => changedAt ?? undefined);
  const changedAt = extreme(was, less, more, isAfter) ?? null;
  return isKnown ? { claims, currentClaims, metrics, past, changedAt } : null;
}

/** How much is known of a metric; undefined for nothing. */
export function coverageOf({ metrics }: Coverage, key: string): MetricCoverage | undefined {
  return metrics.find((metric) => metric.key === key);
}
