import {
  type ActiveCategory,
  type Claim,
  type ConditionValue,
  choicesOf,
  type Dataset,
  isActive,
  isCurrent,
  isMoment,
  isSummaryColumn,
  type Metric,
  type Operator,
  OWN_FIELDS,
  summaryFields,
  type Timestamp,
  toOrdered,
} from '../model/index.ts';
import { type Addresses, summaryRecord } from './answers/operators.ts';

/** An operator in a ranking, with the claim that the ranking cites. */
export interface Ranked {
  readonly operator: Operator;
  readonly rank: number;
  /** The claim of the metric that the category cites; null if it cites a summary field. */
  readonly claim: Claim | null;
}

type Comparable = number | string | null;

/** Why operators are not in a ranking. */
export interface LeftOut {
  /**
   * `ended`: the operator has closed or merged. `condition`: it does not meet a condition. `unknown`: the
   * value of a condition, of the cited metric or field, or of the first sort key is not known.
   */
  readonly reason: (typeof REASONS)[number];
  /** The summary field or metric; null for `ended`. */
  readonly field: string | null;
  readonly operators: number;
}
export const REASONS = ['ended', 'condition', 'unknown'] as const;

type Reason = Omit<LeftOut, 'operators'>;

export interface RankedOperators {
  readonly ranked: readonly Ranked[];
  /** In the order in which an operator is checked: the first reason that applies counts. */
  readonly leftOut: readonly LeftOut[];
}

/**
 * Ranks the operators of a category. An operator that has closed or merged, fails a condition, has no
 * current claim of the cited metric or no value of the cited summary field, or has no value for the first
 * key of `rank_by` is left out. A missing value of a later key sorts last. Operators with equal values of
 * all keys share a rank and are ordered by id. The next rank counts them all (1, 1, 3).
 */
export function rankOperators(
  { cite, where, rank_by }: ActiveCategory,
  { operators, metrics, service }: Pick<Dataset, 'operators' | 'metrics' | 'service'>,
): RankedOperators {
  const orders = rank_by.map(({ by }) => [by, comparableOf(by)] as const);
  const isMetric = metrics.has(cite);
  const reasons: readonly Reason[] = [
    { reason: 'ended', field: null },
    ...Object.keys(where).flatMap((field) => [
      { reason: 'condition' as const, field },
      { reason: 'unknown' as const, field },
    ]),
    ...[...new Set([cite, ...rank_by.slice(0, 1).map(({ by }) => by)])]
      .filter((field) => !(field in where))
      .map((field) => ({ reason: 'unknown' as const, field })),
  ];
  const counts = new Map<string, number>();
  const leaveOut = (reason: LeftOut['reason'], field: string | null) => {
    const key = `${reason} ${field}`;
    counts.set(key, (counts.get(key) ?? 0) + 1);
    return [];
  };
  const contenders = operators.flatMap((operator) => {
    if (!isActive(operator)) return leaveOut('ended', null);
    const value = (name: string) => lookUp(name, operator, service);
    const failed = Object.keys(where).find((name) => !meets(value(name), where[name] ?? null));
    if (failed !== undefined) {
      return leaveOut(value(failed) === null ? 'unknown' : 'condition', failed);
    }
    const claim = (isMetric && currentClaim(operator, cite)) || null;
    if (claim === null && (isMetric || value(cite) === null)) return leaveOut('unknown', cite);
    const keys = orders.map(([by, toComparable]) => toComparable(value(by)));
    if (keys[0] === null) return leaveOut('unknown', rank_by[0]?.by ?? null);
    return [{ operator, claim, keys }];
  });
  return {
    ranked: assignRanks(contenders, (a, b) => compareKeys(a.keys, b.keys, rank_by)),
    leftOut: reasons.flatMap(({ reason, field }) => {
      const operators = counts.get(`${reason} ${field}`) ?? 0;
      return operators === 0 ? [] : [{ reason, field, operators }];
    }),
  };
}

/** An operator with its current claim of a metric. */
export interface Measured {
  readonly operator: Operator;
  readonly claim: Claim;
  /** null where no value of the metric is better than another. */
  readonly rank: number | null;
}

/**
 * The operators in business that have a current claim of a metric: best first where the metric says
 * which values are better, with ranks as in rankings; otherwise by id.
 */
export function rankByMetric(
  { key, better }: Metric,
  operators: readonly Operator[],
): readonly Measured[] {
  const measured = operators.filter(isActive).flatMap((operator) => {
    const claim = currentClaim(operator, key);
    return claim === undefined ? [] : [{ operator, claim }];
  });
  if (better === 'none') return measured.map((one) => ({ ...one, rank: null }));
  const toComparable = comparableOf(key);
  return assignRanks(measured, (a, b) =>
    compare(toComparable(a.claim.value), toComparable(b.claim.value), better === 'lower' ? 1 : -1),
  );
}

/** Sorts by a comparison, then by operator id. Equal ones share a rank, and the next counts them all. */
function assignRanks<T extends { readonly operator: Operator }>(
  contenders: readonly T[],
  compareTwo: (a: T, b: T) => number,
): readonly (T & { readonly rank: number })[] {
  const sorted = [...contenders].sort((a, b) => compareTwo(a, b) || a.operator.id - b.operator.id);
  let rank = 0;
  return sorted.map((contender, index) => {
    const previous = sorted[index - 1];
    if (previous === undefined || compareTwo(previous, contender) !== 0) rank = index + 1;
    return { ...contender, rank };
  });
}

function currentClaim({ claims }: Operator, metric: string): Claim | undefined {
  return claims.find((claim) => claim.metric === metric && isCurrent(claim));
}

/** The value of a summary field, or of the current claim of a metric. */
function lookUp(name: string, operator: Operator, addresses: Addresses): ConditionValue {
  if (name === 'url' || name === 'api_url') return summaryRecord(operator, addresses)[name];
  const field = OWN_FIELDS.find((field) => field === name);
  return field === undefined ? (currentClaim(operator, name)?.value ?? null) : operator[field];
}

function meets(value: ConditionValue, wanted: ConditionValue | readonly ConditionValue[]): boolean {
  return Array.isArray(wanted) ? wanted.includes(value) : value === wanted;
}

/** Sort keys: enum values in the order of the enum, timestamps by time, false before true. */
function comparableOf(name: string): (value: ConditionValue) => Comparable {
  const schema = isSummaryColumn(name) ? summaryFields[name] : null;
  const choices = schema === null ? [] : choicesOf(schema);
  const isTime = schema !== null && isMoment(schema);
  return (value) => {
    if (typeof value === 'boolean') return Number(value);
    if (typeof value !== 'string') return value;
    if (choices.length > 0) return choices.indexOf(value);
    return isTime ? toOrdered(value as Timestamp) : value;
  };
}

function compareKeys(
  a: readonly Comparable[],
  b: readonly Comparable[],
  rankBy: ActiveCategory['rank_by'],
): number {
  for (const [index, { order }] of rankBy.entries()) {
    const direction = order === 'ascending' ? 1 : -1;
    const difference = compare(a[index] ?? null, b[index] ?? null, direction);
    if (difference !== 0) return difference;
  }
  return 0;
}

/** Null sorts last in both directions. */
function compare(a: Comparable, b: Comparable, direction: 1 | -1): number {
  if (a === b) return 0;
  if (a === null) return 1;
  if (b === null) return -1;
  return a < b ? -direction : direction;
}
