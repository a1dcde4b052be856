import type { Operator } from '../model/index.ts';
import type { Row } from './resource.ts';

/** Records of many operators, one after the other, each made of what is known of its operator. */
export interface Roll {
  /** What of an operator its records are made of, besides the service and the metrics. */
  readonly fields: readonly (keyof Operator)[];
  /** What else all of them are made of, as text. */
  readonly basis: string;
  readonly entries: () => Iterable<RollEntry>;
}

/** The records of one operator. */
export interface RollEntry {
  /** Of the operator. */
  readonly id: number;
  /** What its records say that depends on other operators: a rank, or 0. */
  readonly rank: number;
  readonly records: () => readonly Row[];
}

/**
 * Records that depend on no other operator.
 *
 * @param operators By id.
 * @param fields What of an operator its records are made of: more than that, the compiler does not let
 *   them see.
 */
export function rollOf<Field extends keyof Operator>(
  operators: readonly Operator[],
  fields: readonly Field[],
  recordsOf: (operator: Pick<Operator, Field>) => readonly Row[],
): Roll {
  return {
    fields,
    basis: '',
    *entries() {
      for (const operator of operators) {
        yield { id: operator.id, rank: 0, records: () => recordsOf(operator) };
      }
    },
  };
}

/**
 * The records of all.
 *
 * @param most So many of the first will do; there may be more all the same.
 */
export function callRoll({ entries }: Roll, most = Number.POSITIVE_INFINITY): readonly Row[] {
  const rows: Row[] = [];
  for (const { records } of entries()) {
    if (rows.length >= most) break;
    for (const row of records()) rows.push(row);
  }
  return rows;
}
