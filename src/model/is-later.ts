import { momentOf } from './moment.ts';
import type { Timestamp } from './timestamp.ts';

export function isLater(a: Timestamp, b: Timestamp): boolean {
  // Most have whole seconds and are in the order of their texts; fractions are not.
  return a.length === b.length ? a > b : momentOf(a) > momentOf(b);
}
