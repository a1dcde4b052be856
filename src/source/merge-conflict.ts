type Span = readonly [start: number, end: number];

/** The first and the last line of a conflict, as Git marks them. */
const MARKERS = /^(?:<{7}|>{7})(?=\s|$)/gm;

/** Where merge conflicts begin that were left in a text; where they end, if only that was left. */
export function findMergeConflicts(text: string): readonly Span[] {
  const markers = [...text.matchAll(MARKERS)].map(({ index }) => index);
  const isFirst = (offset: number | undefined) => offset !== undefined && text[offset] === '<';
  return markers
    .filter((offset, index) => isFirst(offset) || !isFirst(markers[index - 1]))
    .map((offset) => [offset, offset + 7]);
}
