import {
  type ActiveCategory,
  allowsNull,
  type ConditionValue,
  choicesOf,
  type Dataset,
  isMoment,
  isSummaryColumn,
  type Metric,
  summaryFields,
  typeOf,
} from '../model/index.ts';

type Metrics = Dataset['metrics'];
type RankKey = ActiveCategory['rank_by'][number];

/** The rule of a ranking as a sentence, which describes what `rankOperators` does. */
export function ruleInWords({ where, cite, rank_by }: ActiveCategory, metrics: Metrics): string {
  const conditions = Object.entries(where).map(
    ([name, wanted]) => `whose ${nameOf(name, metrics)} is ${wantedInWords(wanted)}`,
  );
  const [first] = rank_by;
  const needed = [
    metrics.has(cite) ? `a current claim of ${nameOf(cite, metrics)}` : `a known ${cite}`,
    ...(first === undefined || first.by === cite || isAlwaysKnown(first.by)
      ? []
      : [`a known ${nameOf(first.by, metrics)}`]),
  ];
  const who = [...conditions, `with ${inAList(needed, 'and')}`];
  const order = rank_by.map((key, index) => {
    const words = keyInWords(key, metrics);
    if (index === 0) return words;
    return `then by ${words}${isAlwaysKnown(key.by) ? '' : ', unknown last'}`;
  });
  return (
    `Operators ${who.join(', ')}, ranked by ${order.join(', ')}. ` +
    'Operators equal in all of this share a rank, the next rank counts them all, and they stand in the order of their ids.'
  );
}

/** Whether every operator has a value. Only some summary fields are never null. */
function isAlwaysKnown(name: string): boolean {
  return isSummaryColumn(name) && !allowsNull(summaryFields[name]);
}

/** A summary field takes precedence over a metric of the same name, as in the ranking. */
function nameOf(name: string, metrics: Metrics): string {
  return isSummaryColumn(name) ? name : (metrics.get(name)?.name ?? name);
}

function keyInWords({ by, order }: RankKey, metrics: Metrics): string {
  const [least, most] = extremesOf(by, metrics);
  return `${nameOf(by, metrics)} (${order === 'ascending' ? least : most} first)`;
}

/** What comes first in ascending and in descending order. */
type Extremes = readonly [ascending: string, descending: string];

function extremesOf(name: string, metrics: Metrics): Extremes {
  if (name === 'kyc_level') return ['least strict', 'strictest'];
  if (!isSummaryColumn(name)) return EXTREMES[metrics.get(name)?.type ?? 'string'];
  const schema = summaryFields[name];
  const choices = choicesOf(schema);
  const [first] = choices;
  const last = choices.at(-1);
  if (first !== undefined && last !== undefined) return [first, last];
  return isMoment(schema) ? ['oldest', 'newest'] : EXTREMES[typeOf(schema)];
}

const EXTREMES: { readonly [K in Metric['type']]: Extremes } = {
  number: ['lowest', 'highest'],
  integer: ['lowest', 'highest'],
  boolean: ['false', 'true'],
  string: ['lowest code units', 'highest code units'],
};

function wantedInWords(wanted: ConditionValue | readonly ConditionValue[]): string {
  const values = Array.isArray(wanted) ? wanted : [wanted];
  return inAList(values.map(valueInWords), 'or');
}

function valueInWords(value: ConditionValue): string {
  return value === null ? 'unknown' : String(value);
}

function inAList(words: readonly string[], conjunction: 'and' | 'or'): string {
  const last = words.at(-1) ?? '';
  return words.length < 2 ? last : `${words.slice(0, -1).join(', ')} ${conjunction} ${last}`;
}
