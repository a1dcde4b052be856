import {
  firstObserved,
  isActive,
  isCurrent,
  isLater,
  lastObserved,
  type Operator,
  type Timestamp,
} from '../model/index.ts';

/** The number of claims, and their times of observation. */
export interface Coverage {
  /** Claims of every status, about every operator. */
  readonly claims: number;
  /** Operators in business. */
  readonly operators: number;
  /** About operators in business. */
  readonly currentClaims: number;
  /** By metric key; a metric without a current claim has no entry. */
  readonly metrics: ReadonlyMap<string, MetricCoverage>;
  /** The times of observation of all claims; null if there are none. */
  readonly observed: Span | null;
  /** The last time an operator was updated or a claim retracted; null without operators. */
  readonly changedAt: Timestamp | null;
}

/** The current claims of a metric about operators in business. */
export interface MetricCoverage extends Span {
  /** The number of operators with a current claim. Each has at most one. */
  readonly operators: number;
}

/** The first and the last of several times. */
export interface Span {
  readonly oldest: Timestamp;
  readonly newest: Timestamp;
}

/** Counts the claims about some operators. */
export function countCoverage(operators: readonly Operator[]): Coverage {
  const metrics = new Map<string, MetricCoverage>();
  let [claims, currentClaims] = [0, 0];
  let observed: Span | null = null;
  let changedAt: Timestamp | null = null;
  for (const operator of operators) {
    const changes = [operator.updated_at];
    for (const claim of operator.claims) {
      claims += 1;
      const { metric, retracted } = claim;
      const seen = { oldest: firstObserved(claim), newest: lastObserved(claim) };
      const newest = { oldest: seen.newest, newest: seen.newest };
      if (retracted !== null) changes.push(retracted.at);
      if (isActive(operator) && isCurrent(claim)) {
        currentClaims += 1;
        const known = metrics.get(metric);
        metrics.set(metric, {
          operators: (known?.operators ?? 0) + 1,
          ...extend(known ?? null, newest),
        });
      }
      observed = extend(observed, seen);
    }
    for (const at of changes) if (changedAt === null || isAfter(at, changedAt)) changedAt = at;
  }
  return {
    claims,
    operators: operators.filter(isActive).length,
    currentClaims,
    metrics,
    observed,
    changedAt,
  };
}

/** The span from the start of the first to the end of the last; null if there are none. */
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

/** A total order of timestamps, so that the result does not depend on the order of operators. */
function isAfter(a: Timestamp, b: Timestamp): boolean {
  return isLater(a, b) || (a.length !== b.length && a > b && !isLater(b, a));
}
