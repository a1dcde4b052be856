import { closest, distance } from 'fastest-levenshtein';

/** What is longer is no misspelt name, and comparing it would take its time. */
const LONGEST_NAME = 200;

/** A longer name with more mistakes is another name: of two metrics, most words may be the same. */
const MOST_MISTAKES = 4;

/** A million take half a second. */
const MOST_COMPARISONS = 1_000_000;

/** The candidate a person most likely meant, or null when none is near. */
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
 * `nearest` for names of which every operator can have one, to be compared with as many: once that
 * has taken long enough, only the same is near.
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

/** Whether a key is one that is known, and its value, without a colon and a space between them. */
export function isWithoutColon(written: string, key: string): boolean {
  return written.startsWith(key) && /^[:;=\s]/.test(written.slice(key.length));
}

/** Two letters in the wrong order, which the distance counts as two mistakes. */
function isSwap(written: string, candidate: string): boolean {
  const sorted = (text: string) => [...text].sort().join('');
  return (
    written.length === candidate.length &&
    distance(written, candidate) === 2 &&
    sorted(written) === sorted(candidate)
  );
}
