import { distance } from 'fastest-levenshtein';

/** Something that can be asked for by its key, and what people call it. */
export interface Named {
  readonly key: string;
  readonly name: string;
}

const MOST_NAMES = 3;

/** The candidates that were most likely meant, the likeliest first. */
export function nearestNames(written: string, candidates: readonly Named[]): readonly Named[] {
  const wanted = plain(written);
  return candidates
    .map((candidate) => ({ candidate, by: difference(wanted, candidate) }))
    .sort((a, b) => a.by - b.by)
    .slice(0, MOST_NAMES)
    .map(({ candidate }) => candidate);
}

/** The candidate with a key or a name that differs only in case, spaces and punctuation. */
export function sameName<N extends Named>(
  written: string,
  candidates: readonly N[],
): N | undefined {
  const wanted = plain(written);
  return candidates.find(({ key, name }) => plain(key) === wanted || plain(name) === wanted);
}

/** How different two names are: 0 if the words of one are in the other, at most a little over 1. */
function difference(wanted: string, { key, name }: Named): number {
  return Math.min(
    ...[plain(key), plain(name)].map((known) => {
      const whole = share(wanted, known);
      const knownWords = known.split(' ');
      const words = wanted
        .split(' ')
        .map((word) => Math.min(...knownWords.map((other) => share(word, other))));
      const byWord = words.reduce((sum, share) => sum + share, 0) / words.length;
      // Names with the same words differ by what else they have.
      return Math.min(whole, byWord) + whole / 100;
    }),
  );
}

/** The share of characters that are different. */
function share(a: string, b: string): number {
  return distance(a, b) / Math.max(a.length, b.length, 1);
}

/** A name without case, spaces and punctuation, for comparison. */
export function plain(name: string): string {
  return name
    .normalize('NFKC')
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]+/gu, ' ')
    .trim();
}
