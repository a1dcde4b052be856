import type { Operator } from '../model/index.ts';
import type { Ingredients } from './ingredients.ts';
import type { Row } from './resource.ts';

/** Records of many operators, one after the other, each made of what is known of its operator. */
export interface Roll extends Ingredients {
  /** Whom there are records of, in their order. */
  readonly entries: () => readonly RollEntry[];
  /** The records of the entry at an index. */
  readonly recordsAt: (index: number) => readonly Row[];
}

/** An operator that there are records of. */
export interface RollEntry {
  readonly id: number;
  /** What its records say that depends on other operators, if anything does. */
  readonly rank?: number;
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
    entries: () => operators,
    recordsAt: (index) => recordsOf(operators[index] as Operator),
  };
}

/**
 * The records of all.
 *
 * @param most So many of the first will do; there may be more all the same.
 */
export function callRoll(
  { entries, recordsAt }: Roll,
  most = Number.POSITIVE_INFINITY,
): readonly Row[] {
  const rows: Row[] = [];
  const { length } = entries();
  for (let index = 0; index < length && rows.length < most; index += 1) {
    for (const row of recordsAt(index)) rows.push(row);
  }
  return rows;
}
