import { type Brief, countClaims, isLater, type Timestamp } from '../model/index.ts';

/** How much is known. */
export interface Coverage {
  /** Claims of every status. */
  readonly claims: number;
  readonly currentClaims: number;
  /** When something that is current was last observed; null when nothing was. */
  readonly newest: Timestamp | null;
  /** By the key of the metric; without those of which no claim is current. */
  readonly byMetric: ReadonlyMap<string, MetricCoverage>;
}

export interface MetricCoverage {
  /** Operators with a current claim: each has at most one. */
  operators: number;
  newest: Timestamp;
  oldest: Timestamp;
}

export function countCoverage(briefs: Iterable<Brief>): Coverage {
  const byMetric = new Map<string, MetricCoverage>();
  let [claims, currentClaims] = [0, 0];
  let newest: Timestamp | null = null;
  for (const brief of briefs) {
    const { current } = brief;
    claims += countClaims(brief);
    currentClaims += current.metrics.length;
    for (const [index, at] of current.observedAt.entries()) {
      const metric = current.metrics[index] ?? '';
      const known = byMetric.get(metric);
      if (known === undefined) {
        byMetric.set(metric, { operators: 1, newest: at, oldest: at });
        continue;
      }
      known.operators += 1;
      if (isLater(at, known.newest)) known.newest = at;
      if (isLater(known.oldest, at)) known.oldest = at;
    }
  }
  for (const metric of byMetric.values()) {
    if (newest === null || isLater(metric.newest, newest)) newest = metric.newest;
  }
  return { claims, currentClaims, newest, byMetric };
}
