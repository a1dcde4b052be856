import { closest, distance } from 'fastest-levenshtein';

/** Longer texts are not misspelt names, and comparing them is slow. */
const LONGEST_NAME = 200;

/** A name with more mistakes is another name, even if it is long: two metrics can share most words. */
const MOST_MISTAKES = 4;

/** A million comparisons take half a second. */
const MOST_COMPARISONS = 1_000_000;

/** The candidate that was most likely meant; null if none is similar. */
export function nearest(written: string, candidates: Iterable<string>): string | null {
  const all = [...candidates];
  if (written === '' || written.length > LONGEST_NAME || all.length === 0) return null;
  const lower = written.toLowerCase();
  const sameButCase = all.find((candidate) => candidate.toLowerCase() === lower);
  if (sameButCase !== undefined) return sameButCase;
  const swapped = all.find((candidate) => isSwap(lower, candidate));
  if (swapped !== undefined) return swapped;
  const best = closest(lower, all);
  const mistakes = Math.min(MOST_MISTAKES, Math.max(1, Math.floor(written.length * 0.4)));
  return distance(lower, best) <= mistakes ? best : null;
}

/**
 * `nearest` for names that every operator can have, each compared with all others. After a limit of
 * comparisons, it only finds equal names.
 */
export function nearestInTime(): (
  written: string,
  candidates: ReadonlySet<string>,
) => string | null {
  let left = MOST_COMPARISONS;
  return (written, candidates) => {
    if (candidates.has(written)) return written;
    if (left <= 0) return null;
    left -= candidates.size;
    return nearest(written, candidates);
  };
}

/** Whether a key is a known key and its value without a colon and a space between them. */
export function isWithoutColon(written: string, key: string): boolean {
  return written.startsWith(key) && /^[:;=\s]/.test(written.slice(key.length));
}

/** Two swapped letters, which the distance counts as two mistakes. */
function isSwap(written: string, candidate: string): boolean {
  const sorted = (text: string) => [...text].sort().join('');
  return (
    written.length === candidate.length &&
    distance(written, candidate) === 2 &&
    sorted(written) === sorted(candidate)
  );
}
