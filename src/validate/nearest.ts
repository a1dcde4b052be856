import { closest, distance } from 'fastest-levenshtein';

/** What is longer is no misspelt name, and comparing it would take its time. */
const LONGEST_NAME = 200;

/** The candidate a person most likely meant, or null when none is near. */
export function nearest(written: string, candidates: Iterable<string>): string | null {
  const all = [...candidates];
  if (written === '' || written.length > LONGEST_NAME || all.length === 0) return null;
  const lower = written.toLowerCase();
  const sameButCase = all.find((candidate) => candidate.toLowerCase() === lower);
  if (sameButCase !== undefined) return sameButCase;
  const best = closest(lower, all);
  // Two letters of five may differ, so that a transposition counts as near; one in a short word.
  return distance(lower, best) <= Math.max(1, Math.floor(written.length * 0.4)) ? best : null;
}
