import type { Operator } from '../model/index.ts';
import type { Row } from './resource.ts';

/** Operators that each have records of their own, which depend on no other operator. */
export interface Roll {
  /** By id. */
  readonly operators: readonly Operator[];
  /** What of an operator its records are made of, besides the service and the metrics. */
  readonly fields: readonly (keyof Operator)[];
  readonly recordsOf: (operator: Operator) => readonly Row[];
}

/**
 * The records of all, one operator after the other.
 *
 * @param most So many of the first will do; there may be more all the same.
 */
export function callRoll(
  { operators, recordsOf }: Roll,
  most = Number.POSITIVE_INFINITY,
): readonly Row[] {
  const rows: Row[] = [];
  for (const operator of operators) {
    if (rows.length >= most) break;
    for (const row of recordsOf(operator)) rows.push(row);
  }
  return rows;
}
