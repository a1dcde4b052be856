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

/** An operator in a ranking, by its id. */
export interface Ranked {
  readonly id: number;
  readonly rank: number;
}

/** An operator that a ranking has a place for. */
export interface Contender {
  /** Of the operator. */
  readonly id: number;
  /** What it is ranked by: one value for each line of `rank_by`. */
  readonly keys: readonly Comparable[];
}

type Comparable = number | string | null;

/**
 * Tells by what an operator is ranked in a category. Left out, which is null, is who fails a condition,
 * has no current claim of the cited metric, or lacks the first thing the ranking goes by.
 */
export function contenderIn(
  { cite, where, rank_by }: ActiveCategory,
  service: Addresses,
): (brief: Brief) => Contender | null {
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
    if (values[0] === null || !conditions.every((holds) => holds(brief))) return null;
    return { id: brief.summary.id, keys: values };
  };
}

/** Ranks the operators of a category: who takes part, in which order, and which ranks are shared. */
export function rankOperators(
  category: ActiveCategory,
  dataset: Pick<Dataset, 'operators' | 'service'>,
): readonly Ranked[] {
  return rankContenders(contendersAmong(dataset, category), category);
}

/** All contenders of a category, in the order of their places. */
export function contendersAmong(
  { operators, service }: Pick<Dataset, 'operators' | 'service'>,
  category: ActiveCategory,
): readonly Contender[] {
  const toContender = contenderIn(category, service);
  const contenders: Contender[] = [];
  for (const { brief } of operators) {
    const contender = toContender(brief);
    if (contender !== null) contenders.push(contender);
  }
  return inOrder(contenders, category);
}

/** Best first; a missing tie-breaker comes last among equals, and who is equal in everything by id. */
export function inOrder(
  contenders: readonly Contender[],
  { rank_by }: ActiveCategory,
): readonly Contender[] {
  return contenders.toSorted((a, b) => compareKeys(a.keys, b.keys, rank_by) || a.id - b.id);
}

/** Who is equal in everything shares a rank, and the next rank counts them all (1, 1, 3). */
export function rankContenders(
  contenders: readonly Contender[],
  { rank_by }: ActiveCategory,
): readonly Ranked[] {
  let rank = 0;
  return contenders.map(({ id, keys }, index) => {
    const previous = contenders[index - 1];
    const isTied = previous !== undefined && compareKeys(previous.keys, keys, rank_by) === 0;
    if (!isTied) rank = index + 1;
    return { id, rank };
  });
}

/** The operator that has a place in a ranking. */
export function operatorOf(
  { id }: Ranked,
  { operators }: Pick<Dataset, 'operators'>,
): ListedOperator {
  let [from, to] = [0, operators.length];
  while (from < to) {
    const middle = (from + to) >>> 1;
    if ((operators[middle]?.id ?? id) < id) from = middle + 1;
    else to = middle;
  }
  const operator = operators[from];
  if (operator?.id !== id) throw new Error(`Broken invariant: operator ${id} is gone`);
  return operator;
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
