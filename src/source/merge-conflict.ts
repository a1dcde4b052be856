type Span = readonly [start: number, end: number];

/** The first and the last line of a conflict, as Git marks them. */
const MARKERS = /^(?:<{7}|>{7})(?=\s|$)/gm;

/** What Git puts between the two sides. */
const MIDDLE = /^={7}(?=\r?$)/gm;

/**
 * Where merge conflicts begin that were left in a text; where they end, or where their sides meet, if
 * only that was left.
 */
export function findMergeConflicts(text: string): readonly Span[] {
  const markers = positionsOf(MARKERS, text);
  if (markers.length === 0) return positionsOf(MIDDLE, text).map(toSpan);
  const isFirst = (offset: number | undefined) => offset !== undefined && text[offset] === '<';
  return markers
    .filter((offset, index) => isFirst(offset) || !isFirst(markers[index - 1]))
    .map(toSpan);
}

function positionsOf(pattern: RegExp, text: string): readonly number[] {
  return [...text.matchAll(pattern)].map(({ index }) => index);
}

function toSpan(offset: number): Span {
  return [offset, offset + 7];
}
