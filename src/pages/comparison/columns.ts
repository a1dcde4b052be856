import type { Metric } from '../../model/index.ts';

/** How the values of a column are compared. The header of the table says it to the module of the page. */
export type ColumnKind = 'text' | 'number' | 'choice' | 'level' | 'day';

export type Order = 'ascending' | 'descending';

const METRIC_KINDS: { readonly [K in Metric['type']]: ColumnKind } = {
  number: 'number',
  integer: 'number',
  boolean: 'choice',
  string: 'text',
};

/** How the values of a metric are compared. */
export function kindOf({ type }: Pick<Metric, 'type'>): ColumnKind {
  return METRIC_KINDS[type];
}

/** The order that a column is sorted in first: better values, then yes before no, and newer days. */
export function firstOrder(kind: ColumnKind, better: Metric['better']): Order {
  if (better !== 'none') return better === 'higher' ? 'descending' : 'ascending';
  return kind === 'choice' || kind === 'day' ? 'descending' : 'ascending';
}

/** The text of a cell whose value is not known. */
export const UNKNOWN = '–';

/** The levels of verification in words, the least strict first. */
export const LEVELS = {
  none: 'Never',
  discretionary: 'When the operator chooses',
  threshold: 'Above a sum',
  required: 'Always',
} as const;

/** How many operators fit side by side. */
export const FEWEST_SIDE_BY_SIDE = 2;
export const MOST_SIDE_BY_SIDE = 4;
