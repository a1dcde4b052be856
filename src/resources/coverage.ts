import { isCurrent, isLater, type Operator, type Timestamp } from '../model/index.ts';

/** How many claims there are, and from which time. */
export interface Coverage {
  /** Claims of every status. */
  readonly claims: number;
  readonly currentClaims: number;
  /** By metric key; a metric without a current claim has no entry. */
  readonly metrics: ReadonlyMap<string, MetricCoverage>;
  /** When claims that are no longer current were observed; null when all are current. */
  readonly past: Span | null;
  /** When an operator was updated or a claim retracted last; null without operators. */
  readonly changedAt: Timestamp | null;
}

/** The current claims of a metric. */
export interface MetricCoverage extends Span {
  /** Operators with a current claim: each has at most one. */
  readonly operators: number;
}

/** The first and the last of some moments. */
export interface Span {
  readonly oldest: Timestamp;
  readonly newest: Timestamp;
}

/** Counts the claims about some operators. */
export function countCoverage(operators: readonly Operator[]): Coverage {
  const metrics = new Map<string, MetricCoverage>();
  let [claims, currentClaims] = [0, 0];
  let past: Span | null = null;
  let changedAt: Timestamp | null = null;
  for (const operator of operators) {
    const changes = [operator.updated_at];
    for (const claim of operator.claims) {
      claims += 1;
      const { metric, observed_at: at, retracted } = claim;
      if (retracted !== null) changes.push(retracted.at);
      if (isCurrent(claim)) {
        currentClaims += 1;
        const known = metrics.get(metric);
        metrics.set(metric, {
          operators: (known?.operators ?? 0) + 1,
          ...extend(known ?? null, { oldest: at, newest: at }),
        });
      } else {
        past = extend(past, { oldest: at, newest: at });
      }
    }
    for (const at of changes) if (changedAt === null || isAfter(at, changedAt)) changedAt = at;
  }
  return { claims, currentClaims, metrics, past, changedAt };
}

/** From the first of some spans to the last; null for none. */
export function spanOf(spans: Iterable<Span | null>): Span | null {
  let whole: Span | null = null;
  for (const span of spans) if (span !== null) whole = extend(whole, span);
  return whole;
}

function extend(span: Span | null, { oldest, newest }: Span): Span {
  return {
    oldest: span !== null && !isAfter(span.oldest, oldest) ? span.oldest : oldest,
    newest: span !== null && !isAfter(newest, span.newest) ? span.newest : newest,
  };
}

/** Of two texts for one moment, one counts as later, so that the order of operators does not matter. */
function isAfter(a: Timestamp, b: Timestamp): boolean {
  return isLater(a, b) || (a.length !== b.length && a > b && !isLater(b, a));
}
