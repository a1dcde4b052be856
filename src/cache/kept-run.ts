/** A position at which nothing is. */
export const NOWHERE = -1;

/**
 * Goes through positions: run by run of things that were together before, and one by one through those
 * that were nowhere.
 */
export function eachRun(
  kept: Int32Array,
  onRun: (at: number, before: number, length: number) => void,
  onOther: (at: number) => void,
): void {
  for (let at = 0; at < kept.length; ) {
    const run = keptRun(kept, at);
    if (run > 0) onRun(at, kept[at] ?? NOWHERE, run);
    else onOther(at);
    at += Math.max(1, run);
  }
}

/**
 * How many things that were together before are together again, from a position on.
 *
 * @param kept For each position where the thing was before, or `NOWHERE`.
 * @returns 0 where nothing was before
 */
export function keptRun(kept: Int32Array, from: number): number {
  const before = kept[from] ?? NOWHERE;
  if (before === NOWHERE) return 0;
  let length = 1;
  while (kept[from + length] === before + length) length += 1;
  return length;
}
