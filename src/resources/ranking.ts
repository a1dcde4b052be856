import {
  type ActiveCategory,
  type Brief,
  type Claim,
  type ConditionValue,
  type CurrentValues,
  type Dataset,
  isCurrent,
  KYC_LEVELS,
  type ListedOperator,
  type Operator,
  SUMMARY_FIELDS,
  type Timestamp,
  toOrdered,
} from '../model/index.ts';
import { type Addresses, summaryRecord } from './summary-record.ts';

/** What a ranking is made of besides operators and the service, as text. */
export function rankingBasis(category: ActiveCategory): string {
  return JSON.stringify(category);
}

/** A place in a ranking. */
export interface Place {
  /** Of the operator. */
  readonly id: number;
  readonly rank: number;
}

/** An operator in a ranking. */
export interface Ranked extends Place {
  readonly operator: ListedOperator;
}

/**
 * Ranks the operators of a category. Left out is who fails a condition, has no current claim of
 * the cited metric, or lacks the first thing the ranking goes by; a missing tie-breaker comes last
 * among equals. Equal in everything share a rank, the next rank counts them all (1, 1, 3), and
 * stand in the order of their ids.
 */
export function rankOperators(
  category: ActiveCategory,
  { operators, service }: Pick<Dataset, 'operators' | 'service'>,
): readonly Ranked[] {
  const keysOf = rankingKeys(category, service);
  const contenders: Contender[] = [];
  for (const operator of operators) {
    const keys = keysOf(operator.brief);
    if (keys !== null) contenders.push({ operator, keys });
  }
  // Array.prototype.sort is stable and the operators come by id, so ties stay by id.
  contenders.sort((a, b) => compareKeys(a.keys, b.keys, category.rank_by));

  let rank = 0;
  return contenders.map(({ operator, keys }, index) => {
    const previous = contenders[index - 1];
    const isTied =
      previous !== undefined && compareKeys(previous.keys, keys, category.rank_by) === 0;
    if (!isTied) rank = index + 1;
    return { id: operator.id, rank, operator };
  });
}

interface Contender {
  readonly operator: ListedOperator;
  readonly keys: RankingKeys;
}

/** What an operator is ranked by: one value for each line of `rank_by`. */
export type RankingKeys = readonly Comparable[];

type Comparable = number | string | null;

/** Tells what operators are ranked by in a category; null for who is left out. */
export function rankingKeys(
  { cite, where, rank_by }: ActiveCategory,
  service: Addresses,
): (brief: Brief) => RankingKeys | null {
  const keys = rank_by.map(({ by }) => {
    const lookUp = valueIn(by, service);
    return (brief: Brief) => toComparable(by, lookUp(brief));
  });
  const conditions = Object.entries(where).map(([name, wanted]) => {
    const lookUp = valueIn(name, service);
    return (brief: Brief) => meets(lookUp(brief), wanted);
  });
  return (brief) => {
    if (!brief.current.metrics.includes(cite)) return null;
    const values = keys.map((keyOf) => keyOf(brief));
    if (values[0] === null) return null;
    return conditions.every((holds) => holds(brief)) ? values : null;
  };
}

/** Looks up the value of a field of the summary, or of a metric. */
function valueIn(name: string, service: Addresses): (brief: Brief) => ConditionValue {
  if (name === 'url' || name === 'api_url') {
    return ({ summary }) => summaryRecord(summary, service)[name];
  }
  const field = SUMMARY_FIELDS.find((field) => field === name);
  return field === undefined
    ? ({ current }) => valueOfMetric(name, current)
    : ({ summary }) => summary[field];
}

function valueOfMetric(key: string, { metrics, values }: CurrentValues): ConditionValue {
  return values[metrics.indexOf(key)] ?? null;
}

function meets(value: ConditionValue, wanted: ConditionValue | readonly ConditionValue[]): boolean {
  return Array.isArray(wanted) ? wanted.includes(value) : value === wanted;
}

/** A value as something to order: levels by strictness, moments by time, false before true. */
function toComparable(name: string, value: ConditionValue): Comparable {
  if (typeof value === 'boolean') return Number(value);
  if (name === 'kyc_level') return KYC_LEVELS.indexOf(value as (typeof KYC_LEVELS)[number]);
  if (name === 'updated_at') return toOrdered(value as Timestamp);
  return value;
}

function compareKeys(
  a: readonly Comparable[],
  b: readonly Comparable[],
  rankBy: ActiveCategory['rank_by'],
): number {
  // By `entries`, a ranking of a thousand takes 1.8 of the time.
  for (let index = 0; index < rankBy.length; index += 1) {
    const direction = rankBy[index]?.order === 'ascending' ? 1 : -1;
    const difference = compare(a[index] ?? null, b[index] ?? null, direction);
    if (difference !== 0) return difference;
  }
  return 0;
}

/** Null comes last whichever way the others go. */
function compare(a: Comparable, b: Comparable, direction: 1 | -1): number {
  if (a === b) return 0;
  if (a === null) return 1;
  if (b === null) return -1;
  return a < b ? -direction : direction;
}

/** The claim that earned a ranked operator its place. */
export function citedClaim(
  { slug, claims }: Pick<Operator, 'slug' | 'claims'>,
  { cite }: ActiveCategory,
): Claim {
  const cited = claims.find((claim) => claim.metric === cite && isCurrent(claim));
  if (cited === undefined) throw new Error(`Broken invariant: ${slug} has no claim of ${cite}`);
  return cited;
}
