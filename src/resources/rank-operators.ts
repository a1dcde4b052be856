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

/**
 * Ranks the operators of a category. An operator that has closed or merged, fails a condition, has no
 * current claim of the cited metric or no value of the cited summary field, or has no value for the first key of `rank_by` is left out. A missing value of a later
 * key sorts last. Operators with equal values of all keys share a rank and are ordered by id. The next
 * rank counts them all (1, 1, 3).
 */
export function rankOperators(
  { cite, where, rank_by }: ActiveCategory,
  { operators, metrics, service }: Pick<Dataset, 'operators' | 'metrics' | 'service'>,
): readonly Ranked[] {
  const orders = rank_by.map(({ by }) => [by, comparableOf(by)] as const);
  const isMetric = metrics.has(cite);
  const contenders = operators.filter(isActive).flatMap((operator) => {
    const value = (name: string) => lookUp(name, operator, service);
    const claim = (isMetric && currentClaim(operator, cite)) || null;
    if (claim === null && (isMetric || value(cite) === null)) return [];
    if (!Object.entries(where).every(([name, wanted]) => meets(value(name), wanted))) return [];
    const keys = orders.map(([by, toComparable]) => toComparable(value(by)));
    return keys[0] === null ? [] : [{ operator, claim, keys }];
  });
  contenders.sort((a, b) => compareKeys(a.keys, b.keys, rank_by) || a.operator.id - b.operator.id);
  let rank = 0;
  return contenders.map(({ operator, claim, keys }, index) => {
    const previous = contenders[index - 1];
    const isTied = previous !== undefined && compareKeys(previous.keys, keys, rank_by) === 0;
    if (!isTied) rank = index + 1;
    return { operator, rank, claim };
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
