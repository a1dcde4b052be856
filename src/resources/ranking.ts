import {
  type ActiveCategory,
  type Claim,
  type ConditionValue,
  type Dataset,
  type Frame,
  isCurrent,
  KYC_LEVELS,
  momentOf,
  type Operator,
} from '../model/index.ts';
import { type SummaryRecord, summaryRecord } from './summary-record.ts';

/** An operator in a ranking, with the claim that earned it the place. */
export interface Ranked {
  readonly rank: number;
  readonly summary: SummaryRecord;
  readonly claim: Claim;
}

/**
 * Ranks the operators of a category. Left out is who fails a condition, has no current claim of
 * the cited metric, or lacks the first thing the ranking goes by; a missing tie-breaker comes last
 * among equals. Equal in everything share a rank, the next rank counts them all (1, 1, 3), and
 * stand in the order of their ids.
 */
export function rankOperators(
  category: ActiveCategory,
  operators: readonly Candidate[],
): readonly Ranked[] {
  const contenders = operators
    .map((candidate) => toContender(candidate, category))
    .filter((contender) => contender !== null)
    // Array.prototype.sort is stable and the operators come by id, so ties stay by id.
    .sort((a, b) => compareKeys(a.keys, b.keys, category.rank_by));

  let rank = 0;
  return contenders.map(({ summary, claim, keys }, index) => {
    const previous = contenders[index - 1];
    const isTied =
      previous !== undefined && compareKeys(previous.keys, keys, category.rank_by) === 0;
    if (!isTied) rank = index + 1;
    return { rank, summary, claim };
  });
}

/** An operator as rankings look at it. */
export interface Candidate {
  readonly summary: SummaryRecord;
  /** The current claims that a ranking can ask for, by metric. */
  readonly current: ReadonlyMap<string, Claim>;
}

/** What rankings look at, in the order of the ids: the same for every category. */
export function candidatesOf(dataset: Dataset): readonly Candidate[] {
  return dataset.operators.map(candidatesIn(dataset));
}

/** Gives an operator of a dataset as its rankings look at it. */
export function candidatesIn({
  service,
  activeCategories,
}: Frame): (operator: Operator) => Candidate {
  const named = new Set(activeCategories.flatMap(namesIn));
  const isAskedFor = (claim: Claim) => named.has(claim.metric) && isCurrent(claim);
  return (operator) => ({
    summary: summaryRecord(operator, service),
    current: new Map(operator.claims.filter(isAskedFor).map((claim) => [claim.metric, claim])),
  });
}

/** The summary fields and metrics that a category asks for. */
function namesIn({ cite, rank_by, where }: ActiveCategory): readonly string[] {
  return [cite, ...rank_by.map(({ by }) => by), ...Object.keys(where)];
}

interface Contender {
  readonly summary: SummaryRecord;
  readonly claim: Claim;
  readonly keys: readonly Comparable[];
}

type Comparable = number | string | null;

function toContender({ summary, current }: Candidate, category: ActiveCategory): Contender | null {
  const lookUp = (name: string): ConditionValue =>
    Object.hasOwn(summary, name)
      ? summary[name as keyof SummaryRecord]
      : (current.get(name)?.value ?? null);

  const claim = current.get(category.cite);
  const keys = category.rank_by.map(({ by }) => toComparable(by, lookUp(by)));
  if (claim === undefined || keys[0] === null) return null;
  const holds = Object.entries(category.where).every(([name, wanted]) =>
    meets(lookUp(name), wanted),
  );
  return holds ? { summary, claim, keys } : null;
}

function meets(value: ConditionValue, wanted: ConditionValue | readonly ConditionValue[]): boolean {
  return Array.isArray(wanted) ? wanted.includes(value) : value === wanted;
}

/** A value as something to order: levels by strictness, moments by time, false before true. */
function toComparable(name: string, value: ConditionValue): Comparable {
  if (typeof value === 'boolean') return Number(value);
  if (name === 'kyc_level') return KYC_LEVELS.indexOf(value as (typeof KYC_LEVELS)[number]);
  if (name === 'updated_at') return momentOf(value as SummaryRecord['updated_at']);
  return value;
}

function compareKeys(
  a: readonly Comparable[],
  b: readonly Comparable[],
  rankBy: ActiveCategory['rank_by'],
): number {
  for (const [index, { order }] of rankBy.entries()) {
    const difference = compare(a[index] ?? null, b[index] ?? null, order === 'ascending' ? 1 : -1);
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
