import { type PlainValue, valueAt } from '../source/index.ts';

/** Free numbers to suggest in messages. Each is suggested once. */
export interface FreeNumbers {
  readonly operatorId: () => string;
  readonly claimId: (metric: string) => string;
}

const LARGEST_CLAIM_NUMBER = 999_999_999_999_999;

/**
 * The numbers that no operator and no claim in the sources has. They are computed on the first request,
 * because valid sources need none.
 *
 * @param values The values of the sources about operators: a map for each operator, a list for its claims.
 */
export function freeNumbers(values: () => Iterable<PlainValue>): FreeNumbers {
  let counted: ReturnType<typeof count> | null = null;
  const used = () => {
    counted ??= count(values());
    return counted;
  };
  return {
    operatorId: () => String(next(used().operators, Number.MAX_SAFE_INTEGER)),
    claimId: (metric) => {
      const { claims } = used();
      const numbers = claims.get(metric) ?? new Set();
      claims.set(metric, numbers);
      return `${metric}_${next(numbers, LARGEST_CLAIM_NUMBER)}`;
    },
  };
}

function count(values: Iterable<PlainValue>) {
  const operators = new Set<number>();
  const claims = new Map<string, Set<number>>();
  for (const value of values) {
    if (!Array.isArray(value)) {
      const id = valueAt(value, ['id']);
      if (Number.isSafeInteger(id)) operators.add(Number(id));
      continue;
    }
    for (const claim of value) {
      const [, metric, number] =
        /^(.+)_([0-9]{1,15})$/.exec(String(valueAt(claim, ['claim_id']))) ?? [];
      if (metric === undefined) continue;
      const numbers = claims.get(metric) ?? new Set();
      claims.set(metric, numbers.add(Number(number)));
    }
  }
  return { operators, claims };
}

/** The number after the largest, or the first free one if that is too large. It is then in use. */
function next(used: Set<number>, limit: number): number {
  let number = 1;
  for (const other of used) number = Math.max(number, other + 1);
  if (number > limit) for (number = 1; used.has(number); ) number += 1;
  used.add(number);
  return number;
}
