/** A position at which nothing is. */
export const NOWHERE = -1;

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
